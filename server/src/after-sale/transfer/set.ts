import type { BodyOf, ReplyOf } from '@foyer/contract/calls.ts'
import { fromWire } from '@foyer/contract/forms/names.ts'
import { TRANSFER_FORM } from '@foyer/contract/forms/transfer.ts'
import {
  areTransfersValid,
  isScheduled,
  isTransferAllowed,
  rowsToSend,
  type TransferRow,
} from '@foyer/domain/after-sale/transfers.ts'
import { dayOf, instantAt, isTimeOfDay, parseUkDate } from '@foyer/domain/format/dates.ts'
import { normalEmail } from '@foyer/domain/people/email.ts'
import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import { inTx, type Tx } from '../../db/transaction/tx.ts'
import type { RequestContext } from '../../http/handle.ts'
import { hit } from '../../http/limits/rate-limit.ts'
import { hashOf } from '../../http/session.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { countTypedMails } from '../../mail/typed-address.ts'
import { lockSale, saleByReference } from '../../sale/sale.ts'
import { issueTickets } from '../../tickets/delivery/issue.ts'
import { buyerOf } from '../buyer.ts'
import { dispatchTransfer } from './send.ts'
import { activeTransfers, type MovableTicket, movableTickets, type Transfer } from './tickets.ts'

type SetFail = Fail<
  | 'unknown_sale'
  | 'bad_transfer'
  | 'unknown_ticket'
  | 'transfer_not_allowed'
  | 'not_paid'
  | 'email_not_proved'
  | 'too_many_requests'
  | 'address_mailed_often'
>

/** Repeated sends mail strangers; the limit is above any normal need. */
const SENDS = { max: 20, windowSeconds: 3600 }
/** Mails to others in a day, over all orders of one customer. */
const RECIPIENTS_A_DAY = { max: 200, windowSeconds: 86_400 }

/**
 * Transfers tickets, all rows or none. Immediate transfers leave in this transaction; a scheduled gift leaves by its job, at
 * its time in the event's time zone. Repeating the same rows, as in a double click, changes nothing.
 */
export async function setTransfers(
  { reference, transfers }: BodyOf<'set_transfers'>,
  ctx: RequestContext,
): Promise<ReplyOf<'set_transfers'> | SetFail> {
  const { deps, session } = ctx
  const saleId = reference === '' ? session.saleId : await ownSaleId(ctx, reference)
  if (saleId === null) return fail(reference === '' ? 'not_paid' : 'unknown_sale')
  const hits = await hit(deps, `transfers:sale:${saleId}`, SENDS.windowSeconds)
  if (hits > SENDS.max) return fail('too_many_requests')
  const rows = rowsToSend(transfers.map((row) => fromWire(TRANSFER_FORM, row)))
  if (await hasMailedTooMany(ctx, saleId, rows.length)) return fail('too_many_requests')
  const outcome = await inTx(deps.db, (tx) => setTransfersInTx(tx, ctx, saleId, rows))
  return outcome.ok ? { success: true } : outcome
}

/** Counts every row before it is checked, against the limit of the account or of the order's address. */
async function hasMailedTooMany({ deps, session }: RequestContext, saleId: number, rows: number): Promise<boolean> {
  const sale = await deps.db.selectFrom('sales').selectAll().where('id', '=', saleId).executeTakeFirstOrThrow()
  const buyer = await buyerOf(deps.db, session, sale)
  if (buyer === null) return false
  const key = `transfers:person:${hashOf(buyer.email)}`
  const { max, windowSeconds } = RECIPIENTS_A_DAY
  const counts = await Promise.all(Array.from({ length: rows }, () => hit(deps, key, windowSeconds)))
  return counts.some((count) => count > max)
}

/** Another buyer's order is reported as not found; a try does not use up its buyer's sends. */
async function ownSaleId({ deps, session }: RequestContext, reference: string): Promise<number | null> {
  const sale = await saleByReference(deps.db, reference)
  return sale && (await buyerOf(deps.db, session, sale)) !== null ? sale.id : null
}

async function setTransfersInTx(
  tx: Tx,
  ctx: RequestContext,
  saleId: number,
  rows: TransferRow[],
): Promise<Ok | SetFail> {
  const { deps, session, now } = ctx
  const sale = await lockSale(tx, saleId)
  if (sale.paid_at === null) return fail('not_paid')
  if ((await buyerOf(tx, session, sale)) === null) return fail('email_not_proved')
  if (sale.cancelled_at !== null) return fail('transfer_not_allowed')

  const bought = await boughtLines(tx, saleId)
  if (rows.some((row) => !bought.some((line) => line.ticket_type_id === row.ticketTypeId)))
    return fail('unknown_ticket')
  const seatsOf = (seated: boolean) => (seated ? ['seat'] : [])
  if (!isTransferAllowed(bought.map(({ seated }) => ({ seats: seatsOf(seated) })))) return fail('transfer_not_allowed')

  const issued = await issueTickets(tx, saleId, { now, random: deps.random })
  if (!issued.ok) return issued
  // There are no tickets while a payment plan is running.
  if (issued.later) return fail('transfer_not_allowed')

  if (isRepeat(rows, await activeTransfers(tx, saleId), bought)) return { ok: true }

  const movable = (await movableTickets(tx, saleId)).filter(({ over }) => over >= now)
  if (rows.length === 0) return fail('bad_transfer')
  for (const line of bought) {
    const refused = refusalOf(line, rows, movable, now)
    if (refused) return refused
  }
  const mails = rows.map((row) => ({
    mail: 'transfer' as const,
    recipients: [row.email],
    at: dispatchTimeOf(row, zoneOf(bought, row.ticketTypeId), now),
  }))
  const counted = await countTypedMails(tx, deps.config, ...mails)
  if (!counted.ok) return counted
  // Each row takes tickets that no earlier row has taken.
  let left = movable
  for (const row of rows) {
    const own = left.filter((ticket) => ticket.ticket_type_id === row.ticketTypeId).slice(0, row.qty)
    left = left.filter((ticket) => !own.includes(ticket))
    await storeTransfer(tx, ctx, saleId, row, own)
  }
  return { ok: true }
}

const boughtLines = (tx: Tx, saleId: number) =>
  tx
    .selectFrom('sale_lines as line')
    .innerJoin('ticket_types as type', 'type.id', 'line.ticket_type_id')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .select(['line.ticket_type_id', 'type.seated', 'event.timezone'])
    .where('line.sale_id', '=', saleId)
    .execute()

type BoughtLine = Awaited<ReturnType<typeof boughtLines>>[number]

/** Why the rows for a line cannot be transferred; null if they can, or there are none. */
function refusalOf(
  { ticket_type_id, seated, timezone }: BoughtLine,
  rows: readonly TransferRow[],
  movable: readonly MovableTicket[],
  now: Date,
): Fail<'transfer_not_allowed' | 'bad_transfer'> | null {
  const own = rows.filter((row) => row.ticketTypeId === ticket_type_id)
  if (own.length === 0) return null
  if (seated) return fail('transfer_not_allowed')
  const tickets = movable.filter((ticket) => ticket.ticket_type_id === ticket_type_id)
  const purchased = { ticketTypeId: ticket_type_id, qty: tickets.length, seats: [] }
  // "No earlier than today" means the day at the event, not at the server.
  if (!areTransfersValid(own, [purchased], dayOf(now, timezone))) return fail('bad_transfer')
  // A gift cannot leave once its event is over.
  const isTooLate = own.some((row) => tickets.some(({ over }) => dispatchTimeOf(row, timezone, now) >= over))
  return isTooLate ? fail('bad_transfer') : null
}

const zoneOf = (bought: readonly Pick<BoughtLine, 'ticket_type_id' | 'timezone'>[], ticketId: number) =>
  bought.find((line) => line.ticket_type_id === ticketId)!.timezone

/** Returns when a valid row leaves: its own time for a scheduled gift, else now. */
const dispatchTimeOf = (row: TransferRow, timezone: string, now: Date): Date =>
  isScheduled(row) ? instantAt(parseUkDate(row.deliveryDate)!, row.deliveryTime, timezone) : now

/** What a row stores. Only a gift carries a message. */
const columnsOf = (row: TransferRow) => ({
  ticket_type_id: row.ticketTypeId,
  qty: row.qty,
  name: row.name,
  email: normalEmail(row.email),
  is_gift: row.isGift,
  message: row.isGift ? row.message : '',
})

/** The key that makes two rows the same request; for immediate transfers the time is not part of it. */
const requestKey = (transfer: ReturnType<typeof columnsOf>, at: Date | null) =>
  JSON.stringify([
    transfer.ticket_type_id,
    transfer.qty,
    transfer.name,
    transfer.email,
    transfer.is_gift,
    transfer.message,
    at?.getTime() ?? null,
  ])

/**
 * Whether an earlier, equal call has already carried out each row. The form disappears after a send, so the same names and
 * numbers again are a double click or a retry rather than a new request.
 */
function isRepeat(
  rows: readonly TransferRow[],
  existing: readonly Transfer[],
  bought: readonly { ticket_type_id: number; timezone: string }[],
): boolean {
  const done = existing.map((transfer) =>
    // A scheduled transfer has a time later than its creation.
    requestKey(transfer, transfer.deliver_at.getTime() === transfer.created_at.getTime() ? null : transfer.deliver_at),
  )
  return (
    rows.length > 0 &&
    rows.every((row) => {
      const scheduled = isScheduled(row)
      if (scheduled && (parseUkDate(row.deliveryDate) === null || !isTimeOfDay(row.deliveryTime))) return false
      const at = scheduled ? dispatchTimeOf(row, zoneOf(bought, row.ticketTypeId), new Date(0)) : null
      const found = done.indexOf(requestKey(columnsOf(row), at))
      if (found === -1) return false
      done.splice(found, 1)
      return true
    })
  )
}

/** Stores a transfer of these tickets, and sends it now or queues its dispatch. */
async function storeTransfer(
  tx: Tx,
  { deps, now }: RequestContext,
  saleId: number,
  row: TransferRow,
  tickets: readonly MovableTicket[],
): Promise<void> {
  const deliverAt = dispatchTimeOf(row, tickets[0]!.timezone, now)
  const { id } = await tx
    .insertInto('transfers')
    .values({
      sale_id: saleId,
      ...columnsOf(row),
      deliver_at: deliverAt,
      status: 'scheduled',
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('transfer_tickets')
    .values(tickets.map((ticket) => ({ transfer_id: id, ticket_id: ticket.id })))
    .execute()
  if (deliverAt > now)
    await enqueue(tx, { kind: 'send_transfer', key: String(id), payload: { transfer_id: id }, runAt: deliverAt, now })
  else await dispatchTransfer(tx, deps, id, now)
}
