import { groupBy } from '@foyer/domain/group.ts'
import { type Minor, sum } from '@foyer/domain/money/money.ts'
import { isInCoolOff, isPossible, keptOf } from '@foyer/domain/sale/self-service.ts'
import { type LineRow, moneyOf, type Parts } from '../refund/book-refund.ts'
import { worthOf } from '../refund/order.ts'
import type { OwnTicket } from './own-tickets.ts'

/** The refund for returned tickets. `backMinor` is money; `voucherMinor` is returned to gift vouchers. */
export type Return = {
  parts: Map<LineRow, Parts>
  qty: Map<number, number>
  backMinor: Minor
  voucherMinor: Minor
  keptMinor: Minor
}

type Returned = Pick<OwnTicket, 'ticket_type_id' | 'rules' | 'starts_at' | 'paid_at'>

/**
 * The refund for these tickets, and the amount kept: what the organiser's policy keeps, or in the cool-off the booking fee, whichever
 * is less.
 */
export function returnOf(lines: readonly LineRow[], tickets: readonly Returned[], now: Date): Return {
  const parts = new Map<LineRow, Parts>()
  const qty = new Map<number, number>()
  let keptMinor = 0
  for (const [typeId, same] of groupBy(tickets, ({ ticket_type_id }) => ticket_type_id)) {
    const line = lines.find(({ ticket_type_id }) => ticket_type_id === typeId)
    if (line === undefined) continue
    const worth = worthOf(line, same.length)
    const { kept, first } = keptNow(same[0]!, worth, same.length, now)
    parts.set(line, reduceParts(worth, kept, first))
    qty.set(line.line, same.length)
    keptMinor += kept
  }
  return {
    parts,
    qty,
    keptMinor,
    backMinor: sum([...parts.values()].map(moneyOf)),
    voucherMinor: sum([...parts.values()].map(({ voucher }) => voucher)),
  }
}

type Kept = { kept: Minor; first: 'net' | 'fee' }

function keptNow(ticket: Returned, worth: Parts, count: number, now: Date): Kept {
  const value = moneyOf(worth) + worth.voucher
  const byPolicy: Kept = { kept: keptOf(ticket.rules, value, count), first: 'net' }
  if (!isInCoolOff(ticket, now)) return byPolicy
  const byCoolOff: Kept = { kept: Math.min(worth.fee, value), first: 'fee' }
  const isBetter = isPossible(ticket.rules.refundHours, ticket.starts_at, now) && byPolicy.kept < byCoolOff.kept
  return isBetter ? byPolicy : byCoolOff
}

/** Deducts an amount that is kept: from the price first, then from the fee, or the other way round; from money before gift vouchers. */
function reduceParts(parts: Parts, kept: Minor, first: Kept['first']): Parts {
  const other = first === 'net' ? 'fee' : 'net'
  const ofFirst = Math.min(kept, parts[first])
  const from = { [first]: ofFirst, [other]: Math.min(kept - ofFirst, parts[other]) } as Record<'net' | 'fee', Minor>
  const { net: fromNet, fee: fromFee } = from
  const ofVoucher = Math.max(0, kept - Math.max(0, moneyOf(parts)))
  const rounding = parts.rounding - (kept - fromNet - fromFee)
  return { ...parts, net: parts.net - fromNet, fee: parts.fee - fromFee, rounding, voucher: parts.voucher - ofVoucher }
}
