import type { BodyOf, ReplyOf } from '@foyer/contract/calls.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { currencyCode, type Minor, sum } from '@foyer/domain/money/money.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import { isInCoolOff, isReturnable } from '@foyer/domain/sale/self-service.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { record, type SaleRow } from '../../sale/sale.ts'
import { lessToPay, runningPlanOf } from '../plan/lower.ts'
import { type LineRow, linesOf, remainingOf } from '../refund/book-refund.ts'
import { leavesCompanion } from '../refund/companions.ts'
import { endPlaces, lowerAndMailPlan, type RefundDeps, refundParts } from '../refund/lines.ts'
import { mailCancelled } from '../refund/order.ts'
import { endSale, refundablePayments } from '../refund/reverse-sale.ts'
import { leavesTooFewTickets } from './conditions.ts'
import { type OwnPlaces, ownPlaces, unitsOf } from './own-tickets.ts'
import { type Return, returnOf } from './worth.ts'

type Body = BodyOf<'return_tickets'>
/** The amounts shown to the buyer. */
type ShownAmounts = Pick<Body, 'amount' | 'voucher' | 'less_to_pay'>

export type CannotReturn = Fail<
  'not_returnable' | 'return_needed' | 'companion_left' | 'return_changed' | 'order_plan_paying'
>

/**
 * Whether a return has the amounts that its buyer was shown: `lessMinor` no longer has to be paid, and the rest is refunded.
 */
export function isAsShown(
  sale: SaleRow,
  said: ShownAmounts,
  { backMinor, voucherMinor }: Return,
  lessMinor: Minor,
): boolean {
  const shown = (minor: Minor) => formatMinor(minor, currencyCode(sale.currency))
  const orNothing = (minor: Minor) => (minor > 0 ? shown(minor) : '')
  // guard: returned-for-what-was-said
  const isMoney = shown(backMinor - lessMinor) === said.amount
  // guard: returned-to-voucher-as-said
  const isVoucher = orNothing(voucherMinor) === said.voucher
  // guard: plan-lowered-as-said
  const isLess = orNothing(lessMinor) === said.less_to_pay
  return isMoney && isVoucher && isLess
}

/**
 * Returns tickets of an order whose payment plan runs, by the organiser's policy: lowers what is still to be paid, from the last
 * payment on, and refunds what was paid beyond the new total. The sale must be locked.
 */
export async function returnPlaces(
  tx: Tx,
  deps: RefundDeps,
  sale: SaleRow,
  { places, said, now }: { places: Body['places']; said: ShownAmounts; now: Date },
): Promise<ReplyOf<'return_tickets'> | CannotReturn> {
  const running = await runningPlanOf(tx, sale.id)
  const chosen = running && chosenOf(await ownPlaces(tx, sale.id, now), places)
  // guard: plan-return-within-policy
  if (!chosen?.every((place) => isReturnable(place, now))) return fail('not_returnable')
  const { lines } = await linesOf(tx, sale)
  const back = returnOf(
    lines,
    chosen.flatMap((choice) => Array.from({ length: choice.qty }, () => choice)),
    now,
  )
  if (back.qty.size === 0) return fail('not_returnable')
  const ends = lines.every((line) => isEmptyAfter(line, back))
  const lessToPayMinor = lessToPay(sale, running!, back.backMinor, ends)
  if (lessToPayMinor === null) return fail('order_plan_paying')
  const amountMinor = back.backMinor - lessToPayMinor
  if (amountMinor > sum((await refundablePayments(tx, sale.id)).map(({ leftMinor }) => leftMinor)))
    return fail('not_returnable')
  if (!isAsShown(sale, said, back, lessToPayMinor)) return fail('return_changed')

  const returned = new Map(chosen.map(({ ticket_type_id, qty }) => [ticket_type_id, qty]))
  // guard: plan-returned-with-what-needs-it
  if (await leavesTooFewTickets(tx, sale, { byType: returned })) return fail('return_needed')
  const seatIds = chosen.flatMap((place) => place.seatIds)
  // guard: plan-returned-with-its-companion
  if (await leavesCompanion(tx, sale.id, { seatIds })) return fail('companion_left')
  await endPlaces(tx, sale, { places: returned, seatIds }, { amountMinor, now })
  const plan = { running: running!, lessToPayMinor }
  await refundParts(tx, sale, back.parts, { qty: back.qty, why: 'refunded', now, plan })
  const key = `${sale.id}:returned:${lines.map(({ line, refunded_qty }) => `${line}-${refunded_qty + (back.qty.get(line) ?? 0)}`)}`
  if (ends) await endSale(tx, sale, 'refunded', now)
  else if (lessToPayMinor > 0)
    await lowerAndMailPlan(tx, deps, sale, running!, { minor: lessToPayMinor, key: `plan:${key}`, now })
  if (amountMinor === 0 && (ends || lessToPayMinor === 0))
    await mailCancelled(tx, deps, sale, { key: `cancelled:${key}`, isCancelled: ends, now })
  await record(tx, sale.id, 'returned_by_buyer', now, {
    tickets: sum([...returned.values()]),
    kept_minor: back.keptMinor,
    in_cool_off: sum(chosen.map((place) => (isInCoolOff(place, now) ? place.qty : 0))),
  })
  return { success: true, amount: formatMinor(amountMinor, currencyCode(sale.currency)) }
}

type Chosen = OwnPlaces & { qty: number; seatIds: number[] }

/** The chosen tickets of each type; null if they aren't the order's as the buyer was shown it. */
function chosenOf(own: readonly OwnPlaces[], places: Body['places']): Chosen[] | null {
  const chosen = places.map(({ ticket_type_id, left, qty, seat_ids }): Chosen | null => {
    const found = own.find((type) => type.ticket_type_id === ticket_type_id)
    // If the same form is sent again, fewer are left.
    // guard: plan-ticket-returned-once
    if (found?.left !== left) return null
    if (!found || qty > left) return null
    const units = unitsOf(found).filter((seats) => seats.length > 0 && seats.every(({ id }) => seat_ids.includes(id)))
    const seatIds = units.flat().map(({ id }) => id)
    const isSeated = found.seats.length > 0
    if (isSeated && (units.length !== qty || seatIds.length !== seat_ids.length)) return null
    return { ...found, qty, seatIds }
  })
  const types = new Set(places.map(({ ticket_type_id }) => ticket_type_id))
  return chosen.includes(null) || types.size < places.length ? null : (chosen as Chosen[])
}

/** Whether nothing of a line is left after this return. */
function isEmptyAfter(line: LineRow, { parts, qty }: Return): boolean {
  const back = parts.get(line)
  const isEmpty = Object.entries(remainingOf(line)).every(
    ([part, minor]) => minor === (back?.[part as keyof typeof back] ?? 0),
  )
  return isEmpty && (line.kind === 'donation' || line.qty === line.refunded_qty + (qty.get(line.line) ?? 0))
}
