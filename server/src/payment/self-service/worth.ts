import { groupBy } from '@foyer/domain/group.ts'
import { type Minor, sum } from '@foyer/domain/money/money.ts'
import { keptOf } from '@foyer/domain/sale/self-service.ts'
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

/** The refund for these tickets by the organiser's policy, and the amount kept. */
export function returnOf(
  lines: readonly LineRow[],
  tickets: readonly Pick<OwnTicket, 'ticket_type_id' | 'rules'>[],
): Return {
  const parts = new Map<LineRow, Parts>()
  const qty = new Map<number, number>()
  let keptMinor = 0
  for (const [typeId, same] of groupBy(tickets, ({ ticket_type_id }) => ticket_type_id)) {
    const line = lines.find(({ ticket_type_id }) => ticket_type_id === typeId)
    if (line === undefined) continue
    const worth = worthOf(line, same.length)
    const kept = keptOf(same[0]!.rules, moneyOf(worth) + worth.voucher, same.length)
    parts.set(line, reduceParts(worth, kept))
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

/** Deducts an amount that is kept: from the price first, then from the fee; from money before gift vouchers. */
function reduceParts(parts: Parts, kept: Minor): Parts {
  const fromNet = Math.min(kept, parts.net)
  const fromFee = Math.min(kept - fromNet, parts.fee)
  const ofVoucher = Math.max(0, kept - Math.max(0, moneyOf(parts)))
  const rounding = parts.rounding - (kept - fromNet - fromFee)
  return { ...parts, net: parts.net - fromNet, fee: parts.fee - fromFee, rounding, voucher: parts.voucher - ofVoucher }
}
