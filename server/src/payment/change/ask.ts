import { ticketChangePath } from '@foyer/contract/pages.ts'
import { heldDate, longWhen } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { currencyCode, type Minor } from '@foyer/domain/money/money.ts'
import { changeEndsAt } from '@foyer/domain/payment/change.ts'
import { seatName } from '../../catalogue/seat-name.ts'
import { HELD } from '../../db/held-online.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { ticketChangeMail } from '../../mail/templates/ticket-change.ts'
import { customerOf } from '../../sale/customer/customer.ts'
import { mailBuyer } from '../../sale/mail-buyer.ts'
import type { SaleRow } from '../../sale/sale.ts'
import { holdForChange, type TicketChange } from './pending.ts'
import type { TargetType } from './types.ts'

type Asked = {
  ticket: { id: number; ticket_type_id: number }
  to: TargetType
  organiserId: number
  seatIds: readonly number[]
  minor: Minor
  feeMinor: Minor
  byBuyer: boolean
}

/**
 * Holds the place of a more expensive ticket and sends the buyer a link to pay the difference. The sale and the counters must
 * be locked.
 */
export async function askToPay(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'random'>,
  sale: SaleRow,
  asked: Asked,
  now: Date,
): Promise<TicketChange> {
  const { config } = deps
  const { to, byBuyer, minor } = asked
  const previous = await tx
    .selectFrom('ticket_types as type')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .innerJoin('event_dates as date', 'date.id', 'type.date_id')
    .select(['event.title', 'type.name', 'event.timezone', ...HELD, 'date.starts_at', 'date.ends_at', 'date.all_day'])
    .where('type.id', '=', asked.ticket.ticket_type_id)
    .executeTakeFirstOrThrow()
  const endsAt = changeEndsAt(now, { byBuyer, startTimes: [previous.starts_at, to.starts_at] })
  const change = await holdForChange(tx, deps, sale, { ...asked, endsAt }, now)
  const customer = byBuyer ? null : await customerOf(tx, sale)
  // No email if the buyer changes the ticket: the payment page is shown next.
  if (customer === null) return change
  const seats = await tx
    .selectFrom('seats')
    .select(['label', 'kind', 'view_note'])
    .where('id', 'in', [-1, ...change.seat_ids])
    .orderBy('id')
    .execute()
  const nice = (at: typeof previous) => longWhen(at, at)
  await mailBuyer(tx, config, sale, async () => ({
    ...ticketChangeMail({
      amount: formatMinor(minor, currencyCode(sale.currency)),
      now: `${previous.title}, ${previous.name}, ${nice(previous)}`,
      to: { title: to.title, lines: [to.name, nice(to), ...seats.map(seatName)] },
      until: heldDate(endsAt, to),
      payUrl: config.publicUrl + ticketChangePath(change.token),
    }),
    key: `change:${change.id}`,
    kind: 'ticket_change',
    recipient: customer.email,
    saleId: sale.id,
    now,
  }))
  return change
}
