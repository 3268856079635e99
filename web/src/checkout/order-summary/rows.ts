import { fill } from '@foyer/contract/fill.ts'
import { common, checkout as t } from '@foyer/contract/messages.ts'
import type { Checkout } from '@foyer/contract/types.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { bookingFeeTotal, displayedPrice, hidesBookingFees } from '@foyer/domain/money/display.ts'
import { type Minor, sum, toMinor } from '@foyer/domain/money/money.ts'
import { addedBy } from '@foyer/domain/money/small-total.ts'
import type { Sale } from '@foyer/domain/sale/sale.ts'

/** An amount between the lines of an order and its total. Deductions are negative. */
export type MoneyRow = {
  key: string
  label: string
  amountMinor: Minor
  /** of a discount or gift voucher */
  code?: string
}

const donationLabel = ({ charity }: Checkout) =>
  charity ? fill(t['summary.donation'], { charity: charity.name }) : t['summary.donationPlain']

const smallTotalLabel = (checkout: Checkout) => {
  const rule = checkout.small_total?.rule
  if (rule === 'donation') return donationLabel(checkout)
  return rule === 'waive' ? t['summary.waived'] : t['summary.roundedUp']
}

/** Booking fees that are not already included in a ticket price on this page. */
function feesBeside(sale: Sale, allAbsorbed: boolean, donationFee: Minor): Minor {
  if (hidesBookingFees(sale)) return 0
  const inPrices = sale.lines.map((line) => (displayedPrice(line, allAbsorbed) - line.priceMinor) * line.qty)
  return Math.max(0, bookingFeeTotal(sale) - sum(inPrices) - donationFee)
}

/** The amount to pay. A sale that costs nothing is FREE, unless a gift voucher has paid for it. */
export const totalWords = ({ totalMinor, vouchersAppliedMinor, currency }: Sale): string =>
  totalMinor > 0 || vouchersAppliedMinor > 0 ? formatMinor(totalMinor, currency) : common['label.free']

/** Everything between the lines and the total; amounts of 0 are left out. */
export function moneyRows(checkout: Checkout, sale: Sale): MoneyRow[] {
  const minor = (major: number) => toMinor(major, sale.currency)
  const donationFee = minor(checkout.donation?.booking_fee ?? 0)
  const vouchers = Object.entries(checkout.gift_vouchers_applied)
  const rows: MoneyRow[] = [
    ...Object.entries(checkout.discounts_applied).map(([code, amount]) => ({
      key: `code-${code}`,
      label: fill(t['summary.code'], { code }),
      amountMinor: -minor(amount),
      code,
    })),
    { key: 'offers', label: t['summary.offers'], amountMinor: -sale.offersMinor },
    {
      key: 'fees',
      label: t['summary.bookingFees'],
      amountMinor: feesBeside(sale, checkout.all_booking_fees_are_absorbed, donationFee),
    },
    { key: 'delivery', label: t['summary.delivery'], amountMinor: sale.deliveryMinor },
    { key: 'protection', label: t['summary.refundProtection'], amountMinor: sale.refundProtectionMinor },
    { key: 'donation', label: donationLabel(checkout), amountMinor: sale.donationMinor },
    { key: 'small-total', label: smallTotalLabel(checkout), amountMinor: addedBy(sale.smallTotal) },
    { key: 'donation-fee', label: t['summary.donationFee'], amountMinor: donationFee },
    ...(vouchers.length > 0
      ? vouchers.map(([code, amount]) => [code, minor(amount)] as const)
      : sale.vouchersAppliedMinor > 0
        ? [['', sale.vouchersAppliedMinor] as const]
        : []
    ).map(([code, amountMinor]) => ({
      key: `voucher-${code}`,
      label: fill(t['summary.voucher'], { code }).trim(),
      amountMinor: -amountMinor,
      code,
    })),
  ]
  // A code that takes nothing off is still shown, because the buyer entered it and expects to see it.
  return rows.filter((row) => row.amountMinor !== 0 || row.key.startsWith('code-'))
}
