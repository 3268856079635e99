import type { OrderPageData } from '@foyer/contract/order-page.ts'
import { heldDate } from '@foyer/domain/format/dates.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { sql } from 'kysely'
import { HELD_ONLINE } from '../../db/held-online.ts'
import type { Db } from '../../db/transaction/tx.ts'
import type { Snapshot } from '../../sale/snapshot/snapshot.ts'
import { planIsRunning } from '../../tickets/delivery/issue.ts'
import { activeTransfers, movableTickets } from './tickets.ts'

type Reader = Pick<Db, 'selectFrom'>

/**
 * Whether the buyer is offered a transfer: not if all tickets have seats, not after a send, not before there are tickets
 * (after the last payment of a plan), and never for a cancelled order.
 */
export async function isTransferOffered(
  db: Reader,
  { sale, has, lines }: Pick<Snapshot, 'sale' | 'has' | 'lines'>,
): Promise<boolean> {
  if (!lines.some((line) => !line.seated) || sale.cancelled_at !== null) return false
  if (sale.paid_at === null) return true
  if (has.plans && (await planIsRunning(db, sale.id))) return false
  if (has.transfers && (await activeTransfers(db, sale.id)).length > 0) return false
  return sale.tickets_delivered_at === null || (await movableTickets(db, sale.id)).length > 0
}

/** Returns what the sender sees of transferred tickets: each recipient and status. */
export async function transfersOf(db: Reader, saleId: number): Promise<OrderPageData['transfers']> {
  const rows = await db
    .selectFrom('transfers as transfer')
    .innerJoin('ticket_types as type', 'type.id', 'transfer.ticket_type_id')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .leftJoin('mails as mail', (join) =>
      join.on('mail.key', '=', sql`'transfer:' || transfer.id`).on('mail.status', '=', 'refused'),
    )
    .select([
      'transfer.id',
      'transfer.name',
      'transfer.email',
      'transfer.qty',
      'transfer.status',
      'transfer.deliver_at',
      'transfer.sent_at',
      'transfer.claimed_at',
      'type.name as ticket',
      'event.title',
      'event.timezone',
      HELD_ONLINE.as('online'),
      'mail.id as refused',
    ])
    .where('transfer.sale_id', '=', saleId)
    .orderBy('transfer.id')
    .execute()
  return rows.map((row) => {
    const at = row.claimed_at ?? row.sent_at ?? row.deliver_at
    return {
      id: row.id,
      name: row.name,
      email: row.email,
      event: row.title,
      ticket: row.ticket,
      qty: row.qty,
      status: row.status as OrderPageData['transfers'][number]['status'],
      nice_when: heldDate(at, row),
      undelivered: row.refused !== null && row.status === 'sent',
    }
  })
}

/** Returns what the buyer can transfer from the order page, repeatedly, until the event is over. */
export async function transferableOf(
  db: Reader,
  sale: Pick<Snapshot['sale'], 'id' | 'paid_at' | 'cancelled_at'>,
  now: Date,
): Promise<OrderPageData['transferable']> {
  if (sale.paid_at === null || sale.cancelled_at !== null) return []
  const movable = (await movableTickets(db, sale.id)).filter(({ over }) => over >= now)
  return [...groupBy(movable, (ticket) => ticket.ticket_type_id)].map(([ticket_id, tickets]) => {
    const { event_name, ticket_name, timezone } = tickets[0]!
    // No gift leaves after the first of its tickets is over.
    const over = new Date(Math.min(...tickets.map((ticket) => ticket.over.getTime()))).toISOString()
    return { ticket_id, event_name, ticket_name, timezone, over, qty: tickets.length }
  })
}
