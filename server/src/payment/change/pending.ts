import { orderPath } from '@foyer/contract/pages.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { currencyCode, type Minor, toMajor } from '@foyer/domain/money/money.ts'
import { type Selectable, sql } from 'kysely'
import type { TicketChangesTable } from '../../db/schema/types.generated.ts'
import { inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { changeEndedMail } from '../../mail/templates/ticket-change.ts'
import { IS_CLOSED } from '../../may-sell.ts'
import { customerOf } from '../../sale/customer/customer.ts'
import { cancelOpenPayments } from '../../sale/hold/release.ts'
import { freeSeats } from '../../sale/hold/seats.ts'
import { mailBuyer } from '../../sale/mail-buyer.ts'
import { lockSale, record, type SaleRow } from '../../sale/sale.ts'
import { isTransferred } from '../../tickets/transferred.ts'
import { areRunning } from '../provider/status.ts'

/** A change of a ticket that is made when its difference is paid. */
export type TicketChange = Selectable<TicketChangesTable>

type NewChange = {
  ticket: { id: number; ticket_type_id: number }
  to: { id: number }
  organiserId: number
  /** Seats already marked as held for this change. */
  seatIds: readonly number[]
  minor: Minor
  feeMinor: Minor
  byBuyer: boolean
  endsAt: Date
}

/** Holds the place of a change until it is paid. The sale and the counters must be locked, and the place free. */
export async function holdForChange(
  tx: Tx,
  { random }: Pick<Deps, 'random'>,
  sale: SaleRow,
  { ticket, to, organiserId, seatIds, minor, feeMinor, byBuyer, endsAt }: NewChange,
  now: Date,
): Promise<TicketChange> {
  // guard: changed-place-held
  await countHeld(tx, to.id, 1)
  await record(tx, sale.id, 'change_waiting', now, { amount: toMajor(minor, currencyCode(sale.currency)) })
  return tx
    .insertInto('ticket_changes')
    .values({
      token: Buffer.from(random.bytes(20)).toString('base64url'),
      sale_id: sale.id,
      organiser_id: organiserId,
      ticket_id: ticket.id,
      from_type_id: ticket.ticket_type_id,
      ticket_type_id: to.id,
      seat_ids: [...seatIds],
      difference_minor: minor,
      fee_minor: feeMinor,
      by_buyer: byBuyer,
      ends_at: endsAt,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Holds places of a type, or releases them. The counter must be locked. */
export const countHeld = (tx: Tx, typeId: number, qty: number) =>
  tx
    .updateTable('stock')
    .set((eb) => ({ held: eb('held', '+', qty) }))
    .where('ticket_type_id', '=', typeId)
    .execute()

/** Releases the place of a change that will not be paid for. The sale must be locked. Safe to repeat. */
export async function endChange(
  tx: Tx,
  { id, sale_id, ticket_type_id, seat_ids }: TicketChange,
  now: Date,
): Promise<void> {
  const ended = await tx
    .updateTable('ticket_changes')
    .set({ state: 'ended', ended_at: now })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  if (ended === undefined) return
  // guard: unpaid-place-returned
  await countHeld(tx, ticket_type_id, -1)
  if (seat_ids.length > 0) await freeSeats(tx, sale_id, 'held', { ids: seat_ids })
  const payments = await tx.selectFrom('payments').select('id').where('change_id', '=', id).execute()
  await cancelOpenPayments(
    tx,
    sale_id,
    now,
    payments.map((payment) => payment.id),
  )
  await record(tx, sale_id, 'change_ended', now)
}

const pendingChangesQuery = (tx: Pick<Tx, 'selectFrom'>, saleId: number) =>
  tx.selectFrom('ticket_changes').selectAll().where('sale_id', '=', saleId).where('state', '=', 'waiting').orderBy('id')

/** Ends the changes of tickets that are refunded: of these, or of all of a sale. */
export async function endChangesOf(tx: Tx, saleId: number, now: Date, ticketIds?: readonly number[]): Promise<void> {
  const waiting = await pendingChangesQuery(tx, saleId).execute()
  for (const change of waiting)
    if (ticketIds === undefined || ticketIds.includes(change.ticket_id)) await endChange(tx, change, now)
}

/** The change that a ticket is waiting for. */
export const pendingChangeOf = (tx: Pick<Tx, 'selectFrom'>, saleId: number, ticketId: number) =>
  pendingChangesQuery(tx, saleId).where('ticket_id', '=', ticketId).executeTakeFirst()

/** Whether a bank or vendor is processing a payment for this change, which must then not end. */
export const isChangePaymentRunning = async (
  tx: Pick<Tx, 'selectFrom'>,
  changeId: number,
  now: Date,
): Promise<boolean> =>
  (await tx
    .selectFrom('payments')
    .select('id')
    .where('change_id', '=', changeId)
    .where(areRunning(now))
    .executeTakeFirst()) !== undefined

/** Whether a change can still be made: the ticket is unchanged, and the new date still takes place. */
export async function isOpenChange(tx: Pick<Tx, 'selectFrom'>, change: TicketChange): Promise<boolean> {
  if (change.state !== 'waiting') return false
  const ticket = await tx
    .selectFrom('tickets as ticket')
    .innerJoin('sales as sale', 'sale.id', 'ticket.sale_id')
    .select('ticket.id')
    .where('ticket.id', '=', change.ticket_id)
    .where('ticket.status', '=', 'valid')
    .where('ticket.admitted_at', 'is', null)
    .where('ticket.ticket_type_id', '=', change.from_type_id)
    .where('sale.cancelled_at', 'is', null)
    .executeTakeFirst()
  const target = await tx
    .selectFrom('ticket_types as type')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .innerJoin('event_dates as date', 'date.id', 'type.date_id')
    .select('type.id')
    .where('type.id', '=', change.ticket_type_id)
    .where('event.status', '=', 'published')
    .where(IS_CLOSED, '=', false)
    // guard: not-changed-to-cancelled
    .where('date.status', '=', 'published')
    .executeTakeFirst()
  return ticket !== undefined && target !== undefined && !(await isTransferred(tx, change.ticket_id))
}

const MAX = 100

/**
 * Ends changes that have expired or can no longer be made, and emails their buyers. Skips those with a payment in progress at
 * a vendor.
 */
export async function endUnpaidChanges(deps: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<number> {
  const now = deps.clock.now()
  const due = await deps.db
    .selectFrom('ticket_changes as change')
    .innerJoin('ticket_types as type', 'type.id', 'change.ticket_type_id')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .innerJoin('event_dates as date', 'date.id', 'type.date_id')
    .select(['change.id', 'change.sale_id'])
    .where('change.state', '=', sql.lit('waiting'))
    .where((eb) =>
      eb.or([
        eb('change.ends_at', '<=', now),
        eb('event.status', '<>', 'published'),
        IS_CLOSED,
        eb('date.status', '<>', 'published'),
      ]),
    )
    .orderBy('change.id')
    .limit(MAX)
    .execute()
  for (const { id, sale_id } of due) await inTx(deps.db, (tx) => endUnpaid(tx, deps, { id, saleId: sale_id }, now))
  return due.length
}

async function endUnpaid(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  { id, saleId }: { id: number; saleId: number },
  now: Date,
): Promise<void> {
  const sale = await lockSale(tx, saleId)
  const change = await tx.selectFrom('ticket_changes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (change.state !== 'waiting' || (await isChangePaymentRunning(tx, id, now))) return
  await endChange(tx, change, now)
  const customer = await customerOf(tx, sale)
  if (customer === null) return
  const { title } = await tx
    .selectFrom('ticket_types as type')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .select('event.title')
    .where('type.id', '=', change.from_type_id)
    .executeTakeFirstOrThrow()
  await mailBuyer(tx, config, sale, async () => ({
    ...changeEndedMail({
      title,
      amount: formatMinor(change.difference_minor, currencyCode(sale.currency)),
      orderUrl: config.publicUrl + orderPath(sale.reference),
    }),
    key: `change-ended:${id}`,
    kind: 'ticket_change',
    recipient: customer.email,
    saleId: sale.id,
    now,
  }))
}
