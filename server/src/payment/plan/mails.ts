import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { niceDay } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { currencyCode, sum } from '@foyer/domain/money/money.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { textInLanguage } from '../../language.ts'
import { type InstalmentMail, instalmentMail } from '../../mail/templates/instalment.ts'
import { customerOf } from '../../sale/customer/customer.ts'
import { mailBuyer } from '../../sale/mail-buyer.ts'
import { orderNumberOf } from '../../sale/order/order-number.ts'
import { readerOf } from '../../sale/reader.ts'
import type { SaleRow } from '../../sale/sale.ts'
import { queueSms } from '../../sms/outbox.ts'
import type { Instalment } from './row.ts'

/** The page where buyers see their plans, pay a payment and change the card. */
export const PLANS_PAGE = PAGES.account

/** Sends the reminder as a text message to the plan's phone number, if text messages are configured. */
export async function textReminder(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  instalment: Pick<Instalment, 'id' | 'sale_id' | 'amount_minor'>,
  { day, now }: { day: string; now: Date },
): Promise<void> {
  const sale = await tx.selectFrom('sales').selectAll().where('id', '=', instalment.sale_id).executeTakeFirstOrThrow()
  if (config.sms === null || !sale.contact_number || (await customerOf(tx, sale)) === null) return
  const event = await eventsOf(tx, sale.id)
  await queueSms(tx, {
    key: `instalment:${instalment.id}:reminder`,
    recipient: sale.contact_number,
    body: textInLanguage(readerOf(sale), () =>
      fill(mails['instalment.reminder.sms'], {
        shop: config.shop.name,
        event,
        amount: amountOf(instalment, sale),
        date: niceDay(day),
        url: `${config.publicUrl}${PLANS_PAGE}`,
      }),
    ),
    saleId: sale.id,
    now,
  })
}

const amountOf = (
  { amount_minor }: Pick<Instalment, 'amount_minor'>,
  { currency }: Pick<SaleRow, 'currency'>,
): string => formatMinor(amount_minor, currencyCode(currency))

/** The titles of the order's events. */
async function eventsOf(tx: Tx, saleId: number): Promise<string> {
  const rows = await tx
    .selectFrom('sale_lines as line')
    .innerJoin('ticket_types as type', 'type.id', 'line.ticket_type_id')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .select('event.title')
    .distinct()
    .where('line.sale_id', '=', saleId)
    .orderBy('event.title')
    .execute()
  return rows.map(({ title }) => title).join(', ')
}

/** What remains to be paid of a plan. */
async function remainingText(tx: Tx, sale: SaleRow): Promise<string> {
  const open = await tx
    .selectFrom('plan_instalments')
    .select('amount_minor')
    .where('sale_id', '=', sale.id)
    .where('status', 'not in', ['paid', 'cancelled'])
    .execute()
  return formatMinor(sum(open.map(({ amount_minor }) => amount_minor)), currencyCode(sale.currency))
}

/** Emails the buyer of a plan about one of its payments, once for each `what` and `key`. `day` is 'yyyy-mm-dd'. */
export async function mailInstalment(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  instalment: Pick<Instalment, 'id' | 'sale_id' | 'amount_minor'>,
  { what, key, day, now }: { what: InstalmentMail; key: string; day: string; now: Date },
): Promise<void> {
  const sale = await tx.selectFrom('sales').selectAll().where('id', '=', instalment.sale_id).executeTakeFirstOrThrow()
  const customer = await customerOf(tx, sale)
  if (customer === null) return
  const card = await tx
    .selectFrom('payment_plans as plan')
    .innerJoin('saved_cards as card', 'card.id', 'plan.card_id')
    .select(['card.brand', 'card.last4'])
    .where('plan.sale_id', '=', sale.id)
    .executeTakeFirst()
  await mailBuyer(tx, config, sale, async () => ({
    ...instalmentMail(what, {
      number: await orderNumberOf(tx, sale.id),
      amount: amountOf(instalment, sale),
      day: niceDay(day),
      card: card ? `${card.brand} ${card.last4}` : '',
      event: await eventsOf(tx, sale.id),
      ...(what === 'receipt' && { left: await remainingText(tx, sale) }),
      shop: config.shop.name,
      plansUrl: `${config.publicUrl}${PLANS_PAGE}`,
    }),
    key: `instalment:${instalment.id}:${what}:${key}`,
    kind: what === 'reminder' ? 'reminder' : 'plan',
    recipient: customer.email,
    saleId: sale.id,
    now,
  }))
}
