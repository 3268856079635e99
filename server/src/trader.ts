import { fill } from '@foyer/contract/fill.ts'
import { account, mails } from '@foyer/contract/messages.ts'
import { missingDetails, NO_TRADER, type Trader } from '@foyer/domain/people/legal.ts'
import { sql } from 'kysely'
import type { Tx } from './db/transaction/tx.ts'
import type { Shop } from './setting-values.ts'

/** Who an organiser is by law, of a row named `organiser`. The address on receipts stands for one that isn't given. */
export const TRADER = sql<Trader>`jsonb_build_object('kind', organiser.legal_kind, 'name', organiser.legal_name,
  'address', coalesce(nullif(organiser.legal_address, ''), organiser.tax_address), 'country', organiser.legal_country,
  'register', organiser.legal_register, 'number', organiser.legal_number, 'part', organiser.legal_part,
  'charityNumber', organiser.legal_charity_number, 'vatNumber', coalesce(organiser.tax_number, ''),
  'phone', organiser.legal_phone, 'email', organiser.contact_email, 'mediator', organiser.legal_mediator)`

/** An organiser by its name and by law. */
export const traderOf = (db: Pick<Tx, 'selectFrom'>, organiserId: number) =>
  db
    .selectFrom('organisers as organiser')
    .select(['organiser.name', TRADER.as('trader')])
    .where('organiser.id', '=', organiserId)
    .executeTakeFirstOrThrow()

/** The required legal details that an organiser lacks. */
export const detailsMissing = async (db: Pick<Tx, 'selectFrom'>, organiserId: number) =>
  missingDetails((await traderOf(db, organiserId)).trader)

/** “Sold by …” with an organiser's legal details, or with its name if they aren't known. */
export async function soldByOf(db: Pick<Tx, 'selectFrom'>, organiserId: number): Promise<string> {
  const { name, trader } = await traderOf(db, organiserId)
  return soldByOr(name, trader)
}

/** The same for details that are read. */
export const soldByOr = (name: string, trader: Trader): string =>
  soldBy(trader) || fill(account['order.soldBy'], { organiser: name })

/** Several lines, such as an address, on one. */
export const oneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim().replace(/,$/, ''))
    .filter((line) => line !== '')
    .join(', ')

/** “Sold by …” with all details, in the reader's language; empty for an organiser without a legal name. */
export const soldBy = (trader: Trader): string =>
  statement(fill(account['order.soldBy'], { organiser: trader.name }), trader)

/** “This shop is run by …” with all details, in the reader's language; empty for a shop without legal details. */
export function runBy(shop: Shop): string {
  const trader = shopTrader(shop)
  return statement(fill(mails['trader.runBy'], { name: trader.name }), trader)
}

/** Who runs the shop. */
export const shopTrader = ({ legal, email }: Shop): Trader => ({ ...NO_TRADER, ...legal, email: email ?? '' })

const whereIs = ({ address, country }: Trader): string => [oneLine(address), country].filter(Boolean).join(', ')

/** How to reach who runs the shop, for whoever can't buy on its pages. */
export function reachOf(shop: Shop): { phone: string; email: string; address: string; is_public: boolean } {
  const trader = shopTrader(shop)
  const { kind, phone, email } = trader
  return { phone, email, address: whereIs(trader), is_public: kind === 'public_body' }
}

function statement(opening: string, trader: Trader): string {
  if (trader.name === '') return ''
  const parts = {
    england_wales: mails['trader.england_wales'],
    scotland: mails['trader.scotland'],
    northern_ireland: mails['trader.northern_ireland'],
  }
  const labelled = (words: string, number: string) => (number === '' ? '' : fill(words, { number }))
  const registered = [trader.register, trader.number].filter(Boolean).join(' ')
  return [
    opening,
    whereIs(trader),
    registered && trader.part ? `${registered} (${parts[trader.part]})` : registered,
    labelled(mails['trader.charity'], trader.charityNumber),
    labelled(mails['trader.vat'], trader.vatNumber),
    trader.phone,
    trader.email,
    labelled(mails['trader.mediator'], oneLine(trader.mediator)),
  ]
    .filter(Boolean)
    .join(' · ')
}
