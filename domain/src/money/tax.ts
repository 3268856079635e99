import type { Minor } from './money.ts'
import type { LineMoney } from './order-lines.ts'

/** The parts of a line that are sold at a rate of their own. A donation and a gift voucher carry no tax. */
export const TAXED_PARTS = ['net', 'fee', 'protection', 'delivery', 'rounding'] as const
export type TaxedPart = (typeof TAXED_PARTS)[number]

/** The rates of a ticket type by part, in hundredths of a percent. What rounds a total goes by the ticket's. */
export type TaxRates = Record<Exclude<TaxedPart, 'rounding'>, number>

/** What of one part of a line is tax. */
export type PartTax = { part: TaxedPart; rateBp: number; grossMinor: Minor; taxMinor: Minor }

/**
 * The tax within an amount that includes it: amount x rate / (100 + rate), a half rounded away from zero to a minor unit. Whole
 * numbers until the division, so that floating-point errors cannot change how a half is rounded. Below zero for what was waived.
 */
export function taxWithin(grossMinor: Minor, rateBp: number): Minor {
  const whole = 10_000 + rateBp
  const twice = 2 * Math.abs(grossMinor) * rateBp + whole
  // Adding 0 turns -0 into 0.
  return (Math.sign(grossMinor) * (twice - (twice % (2 * whole)))) / (2 * whole) + 0
}

type Taxed = Pick<LineMoney, `${TaxedPart}Minor`>

/**
 * The tax within a line, by part. What offers and codes took off is no part of it. A gift voucher is a way to pay: what it paid
 * is taxed here, and nothing was when it was sold.
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
 * The tax that has gone back of a part when this much of it has: what is kept always contains the tax of what is kept, so that
 * a whole refund returns all of it, in however many steps.
 */
export const taxRefunded = ({ rateBp, grossMinor, taxMinor }: Omit<PartTax, 'part'>, refundedMinor: Minor): Minor =>
  taxMinor - taxWithin(grossMinor - refundedMinor, rateBp)
