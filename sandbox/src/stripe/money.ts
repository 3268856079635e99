import { money } from '../kernel/html.ts'
import { invalidParameter, missingParameter, StripeError } from './errors.ts'
import { integer, type Params, requiredText } from './params.ts'

/** Smallest charge in minor units. Its keys are the currencies that this stand-in supports. */
const MINIMUM: Record<string, number> = {
  gbp: 30,
  eur: 50,
  usd: 50,
  aud: 50,
  cad: 50,
  nzd: 50,
  chf: 50,
  sek: 300,
  nok: 300,
  dkk: 250,
  pln: 200,
  jpy: 50,
}
const MAXIMUM = 99_999_999

export function currencyOf(params: Params): string {
  const currency = requiredText(params, 'currency').toLowerCase()
  if (!(currency in MINIMUM))
    throw invalidParameter(
      'currency',
      `Invalid currency: ${currency}. Stripe currently supports these currencies: ${Object.keys(MINIMUM).join(', ')}`,
    )
  return currency
}

export function amountOf(params: Params, currency: string): number {
  const amount = integer(params, 'amount')
  if (amount === undefined) throw missingParameter('amount')
  if (amount < 1)
    throw invalidParameter('amount', 'This value must be greater than or equal to 1.', 'parameter_invalid_integer')
  if (amount > MAXIMUM) throw outOfRange('amount_too_large', `Amount must be no more than ${money(MAXIMUM, currency)}`)
  const minimum = MINIMUM[currency]!
  if (amount < minimum)
    throw outOfRange('amount_too_small', `Amount must be at least ${money(minimum, currency)} ${currency}`)
  return amount
}

const outOfRange = (code: string, message: string) =>
  new StripeError(400, { type: 'invalid_request_error', code, param: 'amount', message }, false)
