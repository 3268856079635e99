import { account } from '@foyer/contract/messages.ts'
import { orderCalendarPath, orderPath } from '@foyer/contract/pages.ts'
import { niceDay, niceTime, shortDate } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { currencyCode, type Minor } from '@foyer/domain/money/money.ts'
import type { Fail, Ok } from '@foyer/domain/result.ts'
import { combineWrites, command } from '../../db/transaction/batch.ts'
import { inTx, sendWithCommit, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import type { NewJob, Worker } from '../../jobs/jobs.ts'
import type { MailAbout } from '../../mail/about.ts'
import { type WalletMailFacts, walletMail } from '../../mail/templates/wallet.ts'
import { textOfHtml } from '../../mail/text-of-html.ts'
import { mailBuyer } from '../../sale/mail-buyer.ts'
import { orderNumberOf } from '../../sale/order-number.ts'
import { receiptLinksOf } from '../../sale/receipt-links.ts'
import { record, recordQuery } from '../../sale/sale.ts'
import { eventNotesOf, waiverPath } from '../event-notes.ts'
import { pictureOf, SEAT_NAME, seatNameOf } from '../mail-facts.ts'
import { ticketOwnerOf } from '../owner.ts'
import { placeOf } from '../read.ts'
import { issueTo, lockToIssue, type ToIssue } from './issue.ts'
import { orderMoneyOf } from './order-money.ts'
import { mailPlan } from './plan-mail.ts'

/** `later`: a payment plan is running; the tickets come after its last payment. */
export type Delivered = Ok<{ later: boolean }>

type DeliveryResult = Delivered | Fail<'not_paid'>
type NeededDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'config'>

/** Handles deliver_to_bitticket: creates one ticket with a code for each one bought. Repeating it has no effect. */
export const deliverTickets = (deps: NeededDeps, saleId: number): Promise<DeliveryResult> =>
  inTx(deps.db, async (tx) => {
    const issued = await issueDue(tx, deps, await lockToIssue(tx, saleId))
    return issued.ok ? { ok: true, later: issued.later } : issued
  })

/**
 * Handles deliver_to_wallet: mails the wallet once, in the transaction that records it. Creates missing tickets first, so
 * that it can be called alone and in any order.
 */
export const deliverWallet = (deps: NeededDeps, saleId: number): Promise<DeliveryResult> =>
  inTx<DeliveryResult>(deps.db, async (tx) => {
    const due = await lockToIssue(tx, saleId)
    const issued = await issueDue(tx, deps, due)
    if (!issued.ok) return issued
    const { sale } = due
    const now = deps.clock.now()
    const delivered = { ok: true as const, later: issued.later }
    if (issued.later) {
      const { email } = await ticketOwnerOf(tx, sale, now)
      if (await mailPlan(tx, deps, sale, { recipient: email, key: `plan:${saleId}`, now }))
        await record(tx, saleId, 'plan_mailed', now)
      return delivered
    }
    // guard: wallet-mailed-once
    if (sale.wallet_delivered_at !== null) return delivered
    const { email } = issued.owner ?? (await ticketOwnerOf(tx, sale, now))
    // guard: wallet-mail-keyed
    const key = `wallet:${saleId}`
    // If everything in a plan was returned, it ends without tickets.
    const isEmpty = due.lines.every(({ qty }) => qty === 0) && due.vouchers.length === 0
    if (email !== '' && !isEmpty) await queueWallet(tx, deps, due, { email, key, now })
    sendWithCommit(tx, command(markDeliveredQuery(tx, saleId, now)))
    return delivered
  })

const markDeliveredQuery = (tx: Tx, saleId: number, now: Date) =>
  combineWrites(
    tx.updateTable('sales').set({ wallet_delivered_at: now }).where('id', '=', saleId),
    recordQuery(tx, saleId, 'wallet_delivered', now),
  )

async function queueWallet(
  tx: Tx,
  { config }: NeededDeps,
  due: ToIssue,
  { email, key, now }: { email: string; key: string; now: Date },
): Promise<void> {
  const { sale } = due
  await mailBuyer(tx, config, sale, async () => {
    const { facts, about } = await walletFacts(tx, due, { publicUrl: config.publicUrl, now })
    return {
      ...walletMail(facts),
      ...(about && { about }),
      key,
      kind: 'wallet',
      recipient: email,
      saleId: sale.id,
      attachments:
        facts.events.length === 0
          ? []
          : [
              { kind: 'tickets_pdf', sale_id: sale.id },
              { kind: 'calendar', sale_id: sale.id },
            ],
      now,
    }
  })
}

/** A request this soon after a mail counts as a double click. */
const DOUBLE_CLICK_SECONDS = 60

/**
 * Mails the wallet again at the buyer's request, one mail per request. Does nothing while the last mail is still on its way,
 * unless it `isSure`: codes have changed since. The caller holds the sale's lock.
 */
export async function mailWalletAgain(
  tx: Tx,
  deps: NeededDeps,
  saleId: number,
  { isSure = false } = {},
): Promise<void> {
  const now = deps.clock.now()
  const due = await lockToIssue(tx, saleId)
  const { sale } = due
  const issued = await issueDue(tx, deps, due)
  if (!issued.ok || issued.later) return
  const { email } = issued.owner ?? (await ticketOwnerOf(tx, sale, now))
  if (email === '') return
  const sent = await tx
    .selectFrom('mails')
    .select(['recipient', 'status', 'queued_at'])
    .where('sale_id', '=', saleId)
    .where('kind', '=', 'wallet')
    .orderBy('id', 'desc')
    .execute()
  const [last] = sent
  const isOnItsWay =
    last?.recipient === email &&
    (last.status === 'queued' ||
      (last.status === 'sent' && now.getTime() - last.queued_at.getTime() < DOUBLE_CLICK_SECONDS * 1000))
  if (isOnItsWay && !isSure) return
  await queueWallet(tx, deps, due, { email, key: `wallet:${saleId}:${sent.length}`, now })
  if (sale.wallet_delivered_at === null) await markDeliveredQuery(tx, saleId, now).execute(tx)
  else await record(tx, saleId, 'wallet_delivered', now)
}

const issueDue = (tx: Tx, { clock, random }: NeededDeps, due: ToIssue) =>
  issueTo(tx, due, { now: clock.now(), random, inHistory: true })

/**
 * The job that delivers a paid sale even if its buyer never comes back. `after` is the event that triggers it: a plan is
 * delivered twice, its schedule when it is agreed and its tickets when it is paid off.
 */
export const deliveryJob = (
  saleId: number,
  { now, runAt, after }: { now: Date; runAt: Date; after: 'paid' | 'plan_completed' },
): NewJob => ({ kind: 'deliver_sale', key: `${after}:${saleId}`, payload: { sale_id: saleId }, runAt, now })

/** Runs the delivery job. */
export const deliverSale: Worker = async (job, deps) => {
  const saleId = Number(job.payload.sale_id)
  const wallet = await deliverWallet(deps, saleId)
  // Cancelled and refunded in the meantime, so there is nothing to deliver.
  if (!wallet.ok) deps.log.info({ sale: saleId }, 'not delivered: no longer paid')
}

const moneyText = (minor: Minor, currency: string | null) => formatMinor(minor, currencyCode(currency))

const priceText = (minor: Minor | null | undefined, currency: string | null) =>
  minor === null || minor === undefined ? null : moneyText(minor, currency)

/** Groups rows by a key, in the order in which the keys first appear. */
function groups<T>(rows: readonly T[], key: (row: T) => number): T[][] {
  const byKey = new Map<number, T[]>()
  for (const row of rows) byKey.set(key(row), [...(byKey.get(key(row)) ?? []), row])
  return [...byKey.values()]
}

async function walletFacts(
  tx: Tx,
  { sale, vouchers: bought }: ToIssue,
  { publicUrl, now }: { publicUrl: string; now: Date },
): Promise<{ facts: WalletMailFacts; about: MailAbout | undefined }> {
  const lines = await tx
    .selectFrom('tickets as ticket')
    .innerJoin('ticket_types as type', 'type.id', 'ticket.ticket_type_id')
    .innerJoin('event_dates as date', 'date.id', 'type.date_id')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .innerJoin('organisers as organiser', 'organiser.id', 'event.organiser_id')
    .leftJoin('venues as venue', 'venue.id', 'event.venue_id')
    .leftJoin('seats as seat', 'seat.id', 'ticket.seat_id')
    .select([
      'ticket.ticket_type_id',
      'type.name',
      'date.id as date_id',
      'date.starts_at',
      'date.doors_at',
      'date.all_day',
      'event.id as event_id',
      'event.title',
      'event.timezone',
      'event.online_url',
      'venue.name as venue',
      'venue.town',
      ...SEAT_NAME,
      'event.picture',
      'event.picture_alt',
      'organiser.id as organiser_id',
      'organiser.name as organiser',
      'organiser.logo',
      'organiser.accent',
    ])
    .where('ticket.sale_id', '=', sale.id)
    .orderBy('date.starts_at')
    .orderBy('date.id')
    .orderBy('type.sort')
    .orderBy('ticket.ticket_type_id')
    .orderBy('ticket.instance')
    .execute()
  const vouchers =
    bought.length === 0
      ? []
      : await tx
          .selectFrom('issued_vouchers as voucher')
          .innerJoin('gift_voucher_designs as design', 'design.id', 'voucher.design_id')
          .select([
            'voucher.code',
            'voucher.value_minor',
            'voucher.currency',
            'voucher.expires_on',
            'voucher.from_name',
            'voucher.to_name',
            'design.name',
          ])
          .where('voucher.sale_id', '=', sale.id)
          .orderBy('voucher.id')
          .execute()

  const eventIds = [...new Set(lines.map(({ event_id }) => event_id))]
  const notesOf = await eventNotesOf(tx, eventIds)
  const { taxMinor, receipts } = await receiptLinksOf(tx, sale)
  const isFree = sale.total_minor === null || sale.total_minor === 0
  const money = isFree ? null : await orderMoneyOf(tx, sale.id)
  const facts: WalletMailFacts = {
    waiverUrl: eventIds.some((id) => notesOf(id).hasWaiver) ? `${publicUrl}${waiverPath(sale.reference)}` : null,
    messages: eventIds.flatMap((id) =>
      notesOf(id).messages.map(({ organiser, html }) => ({
        organiser,
        event: lines.find(({ event_id }) => event_id === id)!.title,
        text: textOfHtml(html),
      })),
    ),
    number: await orderNumberOf(tx, sale.id),
    tax: taxMinor === 0 ? null : moneyText(taxMinor, sale.currency),
    receiptUrl: receipts.length === 0 ? null : publicUrl + orderPath(sale.reference),
    total: isFree ? null : moneyText(sale.total_minor!, sale.currency),
    amounts: [
      ...(money?.amounts ?? []),
      ...(money?.refundedMinor ? [[account['order.rowRefunded'], -money.refundedMinor] as const] : []),
    ].map(([label, minor]) => [label, moneyText(minor, sale.currency)]),
    calendarUrl: lines.length === 0 ? null : publicUrl + orderCalendarPath(sale.reference),
    events: groups(lines, (line) => line.date_id).map((onDate) => {
      const first = onDate[0]!
      return {
        title: first.title,
        niceDate: shortDate(first.starts_at, now, first.timezone, { allDay: first.all_day }),
        doors: first.doors_at && niceTime(first.doors_at, first.timezone),
        place: placeOf(first),
        picture: pictureOf(first),
        tickets: groups(onDate, (line) => line.ticket_type_id).map((same) => ({
          name: same[0]!.name,
          qty: same.length,
          price: priceText(money?.priceOf(same[0]!.ticket_type_id, same.length), sale.currency),
          seats: same.flatMap(seatNameOf),
        })),
      }
    }),
    vouchers: vouchers.map((voucher) => ({
      name: voucher.name,
      value: moneyText(voucher.value_minor, voucher.currency),
      code: voucher.code,
      expires: niceDay(voucher.expires_on),
      from: voucher.from_name,
      to: voucher.to_name,
    })),
    walletUrl: `${publicUrl}/account/wallet/`,
  }
  // A mail that is also about gift vouchers reads whose they are.
  const organisers = lines.map(({ organiser_id, organiser, logo, accent }) => ({
    ...{ id: organiser_id, name: organiser },
    ...{ logo, accent },
  }))
  return { facts, about: vouchers.length === 0 ? { organisers, events: [] } : undefined }
}
