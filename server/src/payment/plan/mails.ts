import { PAGES } from '@foyer/contract/pages.ts'
import { ukDate } from '@foyer/domain/format/dates.ts'
import { formatMoney } from '@foyer/domain/format/money.ts'
import { CURRENCIES, type CurrencyCode, toMajor } from '@foyer/domain/money/money.ts'
import { holderOf } from '../../account/holder.ts'
import type { Tx } from '../../db/tx.ts'
import type { Deps } from '../../deps.ts'
import { queueMail } from '../../mail/outbox.ts'
import { type InstalmentMail, instalmentMail } from '../../mail/templates/instalment.ts'
import type { Instalment } from './instalment.ts'

/** Where a buyer sees their plans, pays a payment themself and changes the card. */
export const PLANS_PAGE = PAGES.account

/** Mails the buyer of a plan about one of its payments, once for each `what` and `key`. `day` is 'yyyy-mm-dd'. */
export async function mailInstalment(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  instalment: Pick<Instalment, 'id' | 'sale_id' | 'amount_minor'>,
  { what, key, day, now }: { what: InstalmentMail; key: string; day: string; now: Date },
): Promise<void> {
  const sale = await tx.selectFrom('sales').selectAll().where('id', '=', instalment.sale_id).executeTakeFirstOrThrow()
  const holder = await holderOf(tx, sale)
  if (holder === null) return
  const card = await tx
    .selectFrom('payment_plans as plan')
    .innerJoin('saved_cards as card', 'card.id', 'plan.card_id')
    .select(['card.brand', 'card.last4'])
    .where('plan.sale_id', '=', sale.id)
    .executeTakeFirst()
  await queueMail(tx, {
    ...instalmentMail(what, {
      reference: sale.reference,
      amount: formatMoney(
        toMajor(instalment.amount_minor),
        CURRENCIES[(sale.currency ?? 'GBP') as CurrencyCode].symbol,
      ),
      ukDay: ukDate(`${day}T12:00:00Z`),
      card: card ? `${card.brand} ${card.last4}` : '',
      plansUrl: `${config.publicUrl}${PLANS_PAGE}`,
    }),
    key: `instalment:${instalment.id}:${what}:${key}`,
    kind: what === 'reminder' ? 'reminder' : 'plan',
    recipient: holder.email,
    saleId: sale.id,
    now,
  })
}
