import type { BodyOf, ReplyOf } from '@foyer/contract/calls.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { currencyCode, sum } from '@foyer/domain/money/money.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import { isInCoolOff, isReturnable } from '@foyer/domain/sale/self-service.ts'
import { inTx, type Tx } from '../../db/transaction/tx.ts'
import type { RequestContext } from '../../http/handle.ts'
import { lockSale, record } from '../../sale/sale.ts'
import { seatIdsOf } from '../change/apply.ts'
import { linesOf } from '../refund/book-refund.ts'
import { leavesCompanion } from '../refund/companions.ts'
import { endTickets, refundParts } from '../refund/lines.ts'
import { mailCancelled } from '../refund/order.ts'
import { refundablePayments } from '../refund/reverse-sale.ts'
import { leavesTooFewTickets } from './conditions.ts'
import { ownOrderOf, ownTickets } from './own-tickets.ts'
import { type CannotReturn, isAsShown, returnPlaces } from './return-places.ts'
import { returnOf } from './worth.ts'

/** Refunds tickets that their buyer returns, by the organiser's policy and for the amount that the buyer was shown. */
export async function returnTickets(
  { reference, ticket_ids, places, ...said }: BodyOf<'return_tickets'>,
  { deps, session, now }: RequestContext,
): Promise<ReplyOf<'return_tickets'> | Fail<'unknown_sale' | 'proof_too_old'> | CannotReturn> {
  const own = await ownOrderOf(deps.db, session, reference)
  if (own === null) return fail('unknown_sale')
  // guard: return-needs-proof
  if (!own.isProved) return fail('proof_too_old')
  return inTx(deps.db, async (tx) => {
    const sale = await lockSale(tx, own.sale.id)
    if (places.length > 0) return returnPlaces(tx, deps, sale, { places, said, now })
    const wanted = new Set(ticket_ids)
    // guard: return-or-admission
    await lockTickets(tx, sale.id, ticket_ids)
    const tickets = (await ownTickets(tx, sale.id, now)).filter(({ id }) => wanted.has(id))
    // guard: return-within-policy
    if (!tickets.every((ticket) => isReturnable(ticket, now))) return fail('not_returnable')
    // If the same form is sent again, its tickets have been returned.
    if (tickets.length === 0 || tickets.length < wanted.size) return fail('not_returnable')
    const back = returnOf((await linesOf(tx, sale)).lines, tickets, now)
    const left = sum((await refundablePayments(tx, sale.id)).map(({ leftMinor }) => leftMinor))
    if (back.backMinor > left || back.qty.size === 0) return fail('not_returnable')
    if (!isAsShown(sale, said, back, 0)) return fail('return_changed')
    const byType = new Map(
      [...groupBy(tickets, (ticket) => ticket.ticket_type_id)].map(([id, same]) => [id, same.length]),
    )
    // guard: returned-with-what-needs-it
    if (await leavesTooFewTickets(tx, sale, { byType, ticketIds: [...wanted] })) return fail('return_needed')
    // guard: returned-with-its-companion
    if (await leavesCompanion(tx, sale.id, { seatIds: tickets.flatMap(seatIdsOf) })) return fail('companion_left')
    await endTickets(tx, sale, tickets, { amountMinor: back.backMinor, now })
    await refundParts(tx, sale, back.parts, { qty: back.qty, why: 'refunded', now })
    if (back.backMinor === 0) {
      const key = `cancelled:${sale.id}:${tickets.map(({ id }) => id).join(',')}`
      await mailCancelled(tx, deps, sale, { key, isCancelled: false, now })
    }
    await record(tx, sale.id, 'returned_by_buyer', now, {
      tickets: tickets.length,
      kept_minor: back.keptMinor,
      in_cool_off: tickets.filter((ticket) => isInCoolOff(ticket, now)).length,
    })
    return { success: true as const, amount: formatMinor(back.backMinor, currencyCode(sale.currency)) }
  })
}

/** Waits for a door that admits one of these now, so that a ticket is returned or used, never both. */
const lockTickets = (tx: Tx, saleId: number, ids: readonly number[]) =>
  tx
    .selectFrom('tickets')
    .select('id')
    .where('sale_id', '=', saleId)
    .where('id', 'in', [-1, ...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
