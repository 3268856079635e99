import type { Minor } from './money.ts'
import type { LineMoney } from './order-lines.ts'

/** The parts of a line that are taxed, each at its own rate. Donations and gift vouchers carry no tax. */
export const TAXED_PARTS = ['net', 'fee', 'protection', 'delivery', 'rounding'] as const
export type TaxedPart = (typeof TAXED_PARTS)[number]

/** The tax rates of a ticket type by part, in hundredths of a percent. A rounding is taxed at the ticket's rate. */
export type TaxRates = Record<Exclude<TaxedPart, 'rounding'>, number>

/** The tax included in one part of a line. */
export type PartTax = { part: TaxedPart; rateBp: number; grossMinor: Minor; taxMinor: Minor }

/**
 * The tax included in a gross amount: amount × rate / (100 + rate), rounded half away from zero to a minor unit. Uses integers up
 * to the division, so that floating-point errors can't change the rounding. Negative for an amount that was waived.
 */
export function taxWithin(grossMinor: Minor, rateBp: number): Minor {
  const whole = 10_000 + rateBp
  const twice = 2 * Math.abs(grossMinor) * rateBp + whole
  // Adding 0 turns -0 into 0.
  return (Math.sign(grossMinor) * (twice - (twice % (2 * whole)))) / (2 * whole) + 0
}

type Taxed = Pick<LineMoney, `${TaxedPart}Minor`>

/**
 * The tax included in a line, by part, after offers and codes. Gift vouchers are taxed when they are redeemed, not when they
 * are sold, so the amount a voucher paid counts here.
 */
export const taxOfLine = (line: Taxed, rates: TaxRates | null): PartTax[] =>
  rates === null
    ? []
    : TAXED_PARTS.flatMap((part) => {
        const grossMinor = line[`${part}Minor`]
        const rateBp = rates[part === 'rounding' ? 'net' : part]
        return grossMinor === 0 ? [] : [{ part, rateBp, grossMinor, taxMinor: taxWithin(grossMinor, rateBp) }]
      })

/**
 * The tax refunded with `refundedMinor` of a part: the original tax less the tax included in what remains. However many
 * partial refunds there are, a full refund returns all the tax.
 */
export const taxRefunded = ({ rateBp, grossMinor, taxMinor }: Omit<PartTax, 'part'>, refundedMinor: Minor): Minor =>
  taxMinor - taxWithin(grossMinor - refundedMinor, rateBp)
