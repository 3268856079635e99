import { fill } from '@foyer/contract/fill.ts'
import { account, checkout as t } from '@foyer/contract/messages.ts'
import { type Minor, sum } from '@foyer/domain/money/money.ts'
import { shareOfLine } from '@foyer/domain/money/order-lines.ts'
import type { Selectable } from 'kysely'
import type { OrderLinesTable } from '../../db/schema/types.generated.ts'

/** A line of a paid order; `hidesFee`: its event doesn't name the booking fee, so it is part of the line's price. */
export type PaidLine = Selectable<OrderLinesTable> & { charity: string | null; hidesFee: boolean }

/** The price of a line as buyers read it: before offers and discounts, and without the amounts that are listed separately. */
export const priceOfLine = ({ list_minor, fee_minor, hidesFee }: PaidLine): Minor =>
  list_minor + (hidesFee ? fee_minor : 0)

/** Whether more was refunded of a line than its refunded tickets cost: the others became cheaper. */
function isCheaper({ qty, refunded_qty, net_minor, fee_minor, refunded_net_minor, refunded_fee_minor }: PaidLine) {
  const { net, fee } = shareOfLine({ net: net_minor, fee: fee_minor }, { qty, before: 0, count: refunded_qty })
  return refunded_net_minor + refunded_fee_minor > net + fee
}

/**
 * The lines at the prices that tickets have now: less what was refunded, if any ticket became cheaper. Whole tickets that were
 * refunded keep their price, because lines count them.
 */
export const atPricesNow = <Line extends PaidLine>(lines: readonly Line[]): readonly Line[] =>
  lines.some(isCheaper)
    ? lines.map((line) => ({
        ...line,
        list_minor: line.list_minor - line.refunded_net_minor,
        fee_minor: line.fee_minor - line.refunded_fee_minor,
        protection_minor: line.protection_minor - line.refunded_protection_minor,
        delivery_minor: line.delivery_minor - line.refunded_delivery_minor,
        voucher_minor: line.voucher_minor - line.refunded_voucher_minor,
        rounding_minor: line.rounding_minor - line.refunded_rounding_minor,
      }))
    : lines

/** The amounts between the lines of an order and its total, in the order in which buyers read them. */
export function amountsBeside(lines: readonly PaidLine[]): [label: string, minor: Minor][] {
  const total = (amount: (line: PaidLine) => Minor, some = lines) => sum(some.map(amount))
  const tickets = lines.filter(({ kind }) => kind === 'ticket')
  const donations = lines.filter(({ kind }) => kind === 'donation')
  const charity = donations[0]?.charity
  const rounding = total((line) => line.rounding_minor)
  const amounts: [label: string, minor: Minor][] = [
    [t['summary.offers'], -total((line) => line.offer_minor)],
    [account['order.discounts'], -total((line) => line.discount_minor)],
    [t['summary.bookingFees'], total((line) => (line.hidesFee ? 0 : line.fee_minor), tickets)],
    [t['summary.delivery'], total((line) => line.delivery_minor)],
    [t['summary.refundProtection'], total((line) => line.protection_minor)],
    [
      charity ? fill(t['summary.donation'], { charity }) : t['summary.donationPlain'],
      total((line) => line.list_minor, donations),
    ],
    [t['summary.donationFee'], total((line) => line.fee_minor, donations)],
    [rounding < 0 ? t['summary.waived'] : t['summary.roundedUp'], rounding],
    [fill(t['summary.voucher'], { code: '' }).trim(), -total((line) => line.voucher_minor)],
  ]
  return amounts.filter(([, minor]) => minor !== 0)
}

/** What was refunded of an order in money. */
export const refundedOf = (lines: readonly PaidLine[]): Minor =>
  sum(
    lines.map(
      (line) =>
        line.refunded_net_minor +
        line.refunded_fee_minor +
        line.refunded_protection_minor +
        line.refunded_delivery_minor +
        line.refunded_rounding_minor -
        line.refunded_voucher_minor,
    ),
  )
