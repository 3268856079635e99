import { fill } from '@foyer/contract/fill.ts'
import { account, common, timeline } from '@foyer/contract/messages.ts'
import type { OrderPageData } from '@foyer/contract/order-page.ts'
import { longWhen } from '@foyer/domain/format/dates.ts'
import { formatMinor, formatMoney } from '@foyer/domain/format/money.ts'
import { isBank } from '@foyer/domain/payment/providers.ts'
import { isPossible, isReturnable } from '@foyer/domain/sale/self-service.ts'
import { buyerOf } from '../../after-sale/buyer.ts'
import { declarationOf } from '../../after-sale/gift-aid.ts'
import { undeliveredOf } from '../../after-sale/resend-wallet.ts'
import { waiversOf } from '../../after-sale/sign-waiver.ts'
import { transferableOf, transfersOf } from '../../after-sale/transfer/view.ts'
import type { PaymentsTable } from '../../db/schema/types.generated.ts'
import type { Deps } from '../../deps.ts'
import type { Session } from '../../http/session.ts'
import { type ByHand, isByHand } from '../../payment/provider/provider.ts'
import { ownPlaces, ownTickets } from '../../payment/self-service/own-tickets.ts'
import { offersWithdrawal } from '../../payment/withdrawal/page.ts'
import { customerOf } from '../../sale/customer/customer.ts'
import { eventsOpenTo } from '../../sale/order/event-access.ts'
import { orderNumberOf } from '../../sale/order/order-number.ts'
import { receiptLinksOf } from '../../sale/order/receipt-links.ts'
import { saleByReference } from '../../sale/sale.ts'
import { currencyOf, readSnapshot, type Snapshot } from '../../sale/snapshot/snapshot.ts'
import { orderTextLinks } from '../../texts/own-texts.ts'
import { planIsRunning } from '../../tickets/delivery/issue.ts'
import { eventNotesOf, waiverPath } from '../../tickets/event-notes.ts'
import { boughtIn } from './order-lines.ts'

/** The sentence about money taken without a provider; null if there is none. */
const BY_HAND = { cash: 'order.byCash', other: null, free: null } as const satisfies Record<
  ByHand,
  keyof typeof account | null
>

/** The sentence about the means of payment. */
function methodOf(provider: PaymentsTable['provider']) {
  if (isByHand(provider)) return BY_HAND[provider]
  return isBank(provider) ? 'order.byBank' : 'order.byCard'
}

/** Returns the status of an order for its buyer; null for everyone else, so that they cannot learn that the order exists. */
export async function orderPage(
  { db, config, clock }: Deps,
  session: Session,
  reference: string,
): Promise<OrderPageData | null> {
  const sale = await saleByReference(db, reference)
  const snapshot = sale && (await readSnapshot(db, sale.id))
  if (!snapshot) return null
  const customer = await customerOf(db, snapshot.sale)
  const buyer = await buyerOf(db, session, snapshot.sale)
  // A paid order without a customer is one whose buyer has been erased: no browser that has it open gets to see it then.
  const isBuyer = customer ? buyer !== null : snapshot.sale.paid_at === null && session.saleId === snapshot.sale.id
  if (!isBuyer) return null

  const currency = currencyOf(snapshot)
  const money = (major: number) => formatMoney(major, currency)
  const history = await db
    .selectFrom('sale_events')
    .selectAll()
    .where('sale_id', '=', snapshot.sale.id)
    .orderBy('id')
    .execute()
  const payments = await db
    .selectFrom('payments')
    .select(['outcome', 'provider', 'plan_terms'])
    .where('sale_id', '=', snapshot.sale.id)
    .where('outcome', 'is not', null)
    .orderBy('id')
    .execute()
  // Only paid orders need these notes; before the payment and after a refund there is no event to prepare for.
  const stands = snapshot.sale.paid_at !== null && snapshot.sale.cancelled_at === null
  const events = !stands
    ? []
    : [...new Map(snapshot.lines.map((line) => [line.eventId, { id: line.eventId, title: line.eventTitle }])).values()]
  const notesOf = await eventNotesOf(
    db,
    events.map(({ id }) => id),
  )
  const hasMessages = events.some(({ id }) => notesOf(id).messages.length > 0)
  const openEvents = hasMessages ? await eventsOpenTo(db, sale.id) : new Set<number>()
  const paidBy = payments.find(({ outcome }) => outcome === 'fulfilled')
  const method = paidBy && (paidBy.plan_terms === null ? methodOf(paidBy.provider) : 'order.byPlan')
  const tax = await receiptLinksOf(db, sale)
  const texts = snapshot.sale.paid_at === null ? [] : await orderTextLinks(db, sale.id)
  const giftAid = buyer === null ? undefined : await declarationOf(db, session, { sale, buyer })
  const ended = snapshot.lines.filter(({ eventStatus }) => eventStatus === 'cancelled')
  const cancelled = [...new Set(ended.map((line) => `${line.eventTitle}, ${longWhen(line, line)}`))]
  return {
    reference,
    number: await orderNumberOf(db, sale.id),
    email: customer?.email ?? '',
    paid: snapshot.sale.paid_at !== null,
    outcome: stands
      ? (await planIsRunning(db, sale.id))
        ? 'plan'
        : 'fulfilled'
      : payments.some((payment) => payment.outcome === 'refunded') || snapshot.sale.cancelled_at !== null
        ? 'refunded'
        : 'open',
    ...(cancelled.length > 0 && { cancelled }),
    bought: await boughtIn(db, snapshot, clock.now()),
    total: totalText(snapshot),
    ...(method && { method: account[method] }),
    ...(tax.taxMinor !== 0 && { tax: formatMinor(tax.taxMinor, currency) }),
    ...(texts.length > 0 && { texts }),
    receipts: buyer === null ? [] : tax.receipts,
    timeline: history.flatMap(({ kind, facts, at }, index) => {
      // A payment cancelled because the order was paid another way is not news.
      if (kind === 'payment_cancelled' && history.slice(0, index).some((event) => event.kind === 'paid')) return []
      const { amount } = facts as { amount?: number }
      const sentence = kind === 'paid' && !amount ? timeline.claimed : timeline[kind as keyof typeof timeline]
      if (!sentence) return []
      return [{ at: at.toISOString(), text: fill(sentence as '{amount}', { amount: money(amount ?? 0) }) }]
    }),
    transfers: await transfersOf(db, snapshot.sale.id),
    waivers: await waiversOf(db, snapshot.sale),
    waiver_url: events.some(({ id }) => notesOf(id).hasWaiver) ? `${config.publicUrl}${waiverPath(reference)}` : null,
    messages: events
      .filter(({ id }) => openEvents.has(id))
      .flatMap(({ id, title }) => notesOf(id).messages.map((message) => ({ ...message, event: title }))),
    transferable: buyer ? await transferableOf(db, snapshot.sale, clock.now()) : [],
    ...(buyer && (await hasSelfService(db, sale.id, clock.now())) && { helps_itself: true as const }),
    ...(buyer && stands && (await offersWithdrawal(db, sale.id, clock.now())) && { can_withdraw: true as const }),
    ...(giftAid && { gift_aid: giftAid }),
    undelivered: buyer && (await undeliveredOf(db, session, snapshot.sale.id, buyer)),
  }
}

/** What was paid, or is to pay. An order that costs nothing is FREE, unless a gift voucher has paid for it. */
function totalText(snapshot: Snapshot): string {
  const { totalMinor, vouchersAppliedMinor } = snapshot.totals
  const minor = snapshot.sale.total_minor ?? totalMinor
  return minor > 0 || vouchersAppliedMinor > 0 ? formatMinor(minor, currencyOf(snapshot)) : common['label.free']
}

/** Whether self-service is available for one of the tickets now. */
const hasSelfService = async (db: Deps['db'], saleId: number, now: Date): Promise<boolean> =>
  (await ownTickets(db, saleId, now)).some(
    (ticket) =>
      isReturnable(ticket, now) ||
      [ticket.rules.changeHours, ticket.rules.renameHours].some((hours) => isPossible(hours, ticket.starts_at, now)),
  ) ||
  (await ownPlaces(db, saleId, now)).some(
    (place) => isReturnable(place, now) || isPossible(place.rules.renameHours, place.starts_at, now),
  )
