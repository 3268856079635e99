import { language } from '../format/language.ts'
import { LIMITS } from '../limits.ts'
import { CURRENCIES, type CurrencyCode, type Minor, toMinor } from './money.ts'

/**
 * Parses a typed amount into minor units. Accepts thousands separators, and no more decimals than the currency has: in pounds
 * '1,250.5' is 125050; '12.345', '12,5' and 'ten' are null. In French '12,50' and '1 250,50' are amounts, and '1,250' is none.
 */
export function parseAmount(text: string, currency: CurrencyCode): Minor | null {
  const match = /^(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d*))?$/.exec(inEnglishNotation(text.trim()))
  if (!match || (match[2] ?? '').length > CURRENCIES[currency].decimals) return null
  return toMinor(Number(`${match[1]!.replaceAll(',', '')}.${match[2] || '0'}`), currency)
}

/** Converts an amount typed in French into English notation. */
const inEnglishNotation = (text: string): string =>
  language() === 'fr' ? text.replaceAll(/(?<=\d)\s(?=\d{3}(?!\d))/g, '').replace(',', '.') : text

/** The amounts of a ticket whose price the buyer chooses. */
export type ChosenPrice = { minMinor: Minor; suggestedMinor: Minor }

/** Why an amount cannot be paid, as a code of errors.ts, and the amount that limits it. */
export type AmountProblem = { code: 'bad_amount' | 'amount_below_min' | 'amount_above_max'; limitMinor: Minor }

/** The most a buyer may choose to pay for one ticket, never below the organiser's suggestion. */
export const maxAmount = ({ suggestedMinor }: Pick<ChosenPrice, 'suggestedMinor'>, currency: CurrencyCode): Minor =>
  Math.max(suggestedMinor, toMinor(LIMITS.maxChosenPrice[currency], currency))

/** Why an amount can't be paid for a ticket; null if it can. An `amount` of null means that the typed text is not an amount. */
export function amountProblem(amount: Minor | null, price: ChosenPrice, currency: CurrencyCode): AmountProblem | null {
  const { minMinor } = price
  const max = maxAmount(price, currency)
  if (amount === null || !Number.isSafeInteger(amount) || amount < 0)
    return { code: 'bad_amount', limitMinor: minMinor }
  // guard: chosen-price-at-least-minimum
  if (amount < minMinor) return { code: 'amount_below_min', limitMinor: minMinor }
  return amount > max ? { code: 'amount_above_max', limitMinor: max } : null
}
