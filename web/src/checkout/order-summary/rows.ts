import { fill } from '@foyer/contract/fill.ts'
import { common, checkout as t } from '@foyer/contract/messages.en.ts'
import type { Checkout } from '@foyer/contract/types.ts'
import { formatMoney } from '@foyer/domain/format/money.ts'
import { bookingFeeTotal, displayedPrice, hidesBookingFees } from '@foyer/domain/money/display.ts'
import { sum, toMajor, toMinor } from '@foyer/domain/money/money.ts'

/** An amount of the order between its lines and its total, in major units; what comes off is below 0. */
export type MoneyRow = { key: string; label: string; amount: number }

const donationLabel = ({ charity }: Checkout) =>
  charity ? fill(t['summary.donation'], { charity: charity.name }) : t['summary.donationPlain']

/** Booking fees that no ticket price on this page already has in it. */
function feesBeside(checkout: Checkout): number {
  if (hidesBookingFees(checkout)) return 0
  const inPrices = checkout.tickets.map(
    (line) => (toMinor(displayedPrice(line, checkout.all_booking_fees_are_absorbed)) - toMinor(line.price)) * line.qty,
  )
  return toMajor(Math.max(0, toMinor(bookingFeeTotal(checkout)) - sum(inPrices)))
}

/** What there is to pay: a basket that costs nothing says so as its lines do; one paid for by a voucher was not free. */
export const totalWords = ({ basket_total, gift_vouchers_applied_total, currency }: Checkout): string =>
  basket_total > 0 || gift_vouchers_applied_total > 0
    ? formatMoney(basket_total, currency.symbol)
    : common['label.free']

/** Everything between the lines and the total: what nobody has to pay is left out. */
export function moneyRows(checkout: Checkout): MoneyRow[] {
  const { discounts_applied, gift_vouchers_applied, gift_vouchers_applied_total, offers_applied_total } = checkout
  const vouchers = Object.entries(gift_vouchers_applied)
  const rows: MoneyRow[] = [
    ...Object.entries(discounts_applied).map(([code, amount]) => ({
      key: `code-${code}`,
      label: fill(t['summary.code'], { code }),
      amount: -amount,
    })),
    { key: 'offers', label: t['summary.offers'], amount: -offers_applied_total },
    { key: 'fees', label: t['summary.bookingFees'], amount: feesBeside(checkout) },
    { key: 'delivery', label: t['summary.delivery'], amount: checkout.delivery_cost },
    {
      key: 'protection',
      label: t['summary.refundProtection'],
      amount: checkout.refund_protection ? checkout.refund_protection_cost : 0,
    },
    { key: 'donation', label: donationLabel(checkout), amount: checkout.donation?.amount_before_booking_fee ?? 0 },
    ...(vouchers.length > 0
      ? vouchers
      : gift_vouchers_applied_total > 0
        ? [['', gift_vouchers_applied_total] as const]
        : []
    ).map(([code, amount]) => ({
      key: `voucher-${code}`,
      label: fill(t['summary.voucher'], { code }).trim(),
      amount: -amount,
    })),
  ]
  // A code that takes nothing off is still shown: the buyer typed it and would look for it.
  return rows.filter((row) => row.amount !== 0 || row.key.startsWith('code-'))
}
