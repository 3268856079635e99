import { passesLuhn } from '../../kernel/card-number.ts'
import { invalidParameter, missingParameter, noSuch, refused, StripeError } from '../errors.ts'
import { type Cause, emit } from '../events.ts'
import type { Address, BillingDetails, PaymentMethod } from '../objects.ts'
import { type Accepts, integer, metadata, names, object, type Params, requiredText, text } from '../params.ts'
import { type CardUse, find, type StripeStore, update } from '../store.ts'
import { bankAnswerFor, cardByNumber, cardByPm, type Decline, LIVE_CARD, type TestCard } from './cards.ts'

export const BILLING: Accepts = {
  ...names('email name phone tax_id'),
  address: names('city country line1 line2 postal_code state'),
}

/** `payment_method_data` of a confirm call, and the body of a create call. */
export const METHOD_DATA: Accepts = {
  ...names('type allow_redisplay metadata radar_options'),
  billing_details: BILLING,
  card: names('number exp_month exp_year cvc token networks'),
}

const NO_ADDRESS: Address = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }

export function billingDetails(params: Params | undefined, before?: BillingDetails): BillingDetails {
  const fields = params ?? {}
  const address = object(fields, 'address') ?? {}
  const pick = <T extends object>(source: Params, base: T): T =>
    Object.fromEntries(Object.entries(base).map(([k, v]) => [k, k in source ? text(source, k) || null : v])) as T
  const old = before ?? { address: NO_ADDRESS, email: null, name: null, phone: null, tax_id: null }
  const { address: oldAddress, ...rest } = old
  return { ...pick(fields, rest), address: pick(address, oldAddress) }
}

export const cardError = (decline: Decline, param?: string, more: object = {}) =>
  new StripeError(402, { type: 'card_error', ...decline, ...(param ? { param } : {}), ...more })

/** Validates a typed card as the vendor does before it creates anything. */
function typedCard(store: StripeStore, card: Params): { test: TestCard; month: number; year: number; cvc: boolean } {
  const digits = requiredText(card, 'number').replace(/[\s-]/g, '')
  if (!passesLuhn(digits))
    throw cardError({ code: 'incorrect_number', message: 'Your card number is incorrect.' }, 'number')
  const month = integer(card, 'exp_month', 'card[exp_month]')
  const expiryYear = integer(card, 'exp_year', 'card[exp_year]')
  if (month === undefined) throw missingParameter('card[exp_month]')
  if (expiryYear === undefined) throw missingParameter('card[exp_year]')
  const year = expiryYear < 100 ? 2000 + expiryYear : expiryYear
  const today = new Date(store.kernel.now())
  if (month < 1 || month > 12)
    throw cardError({ code: 'invalid_expiry_month', message: "Your card's expiration month is invalid." }, 'exp_month')
  if (year < today.getUTCFullYear() || year > today.getUTCFullYear() + 50)
    throw cardError({ code: 'invalid_expiry_year', message: "Your card's expiration year is invalid." }, 'exp_year')
  if (year === today.getUTCFullYear() && month < today.getUTCMonth() + 1)
    throw cardError({ code: 'invalid_expiry_month', message: "Your card's expiration month is invalid." }, 'exp_month')
  const test = cardByNumber.get(digits)
  if (!test) throw cardError(LIVE_CARD)
  const cvc = text(card, 'cvc')
  if (cvc !== undefined && cvc.length !== (test.brand === 'amex' ? 4 : 3))
    throw cardError({ code: 'invalid_cvc', message: "Your card's security code is invalid." }, 'cvc')
  return { test, month, year, cvc: cvc !== undefined }
}

export interface Caller {
  /** Typed card numbers are for the browser only: a shop that sends them from its server would process card data. */
  publishable: boolean
}

export function createToken(store: StripeStore, params: Params, caller: Caller) {
  const card = object(params, 'card')
  if (!card) throw missingParameter('card')
  refuseRawCard(card, caller)
  const typed = typedCard(store, card)
  const id = store.id('tok')
  store.tokens.put(id, { id, number: typed.test.number, exp_month: typed.month, exp_year: typed.year, used: false })
  const { brand, country, funding, number } = typed.test
  return {
    id,
    object: 'token',
    card: {
      id: store.id('card'),
      object: 'card',
      brand: brand === 'visa' ? 'Visa' : brand === 'mastercard' ? 'MasterCard' : 'American Express',
      country,
      funding,
      last4: number.slice(-4),
      exp_month: typed.month,
      exp_year: typed.year,
      cvc_check: typed.cvc ? 'unchecked' : null,
      metadata: {},
    },
    client_ip: null,
    created: store.seconds(),
    livemode: false,
    type: 'card',
    used: false,
  }
}

function refuseRawCard(card: Params, caller: Caller): void {
  if (card.number !== undefined && !caller.publishable)
    throw new StripeError(402, {
      type: 'invalid_request_error',
      message:
        'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing. To enable testing raw card data APIs, see https://support.stripe.com/questions/enabling-access-to-raw-card-data-apis.',
    })
}

export function createMethod(store: StripeStore, params: Params, caller: Caller): PaymentMethod {
  const type = requiredText(params, 'type')
  if (type !== 'card')
    throw invalidParameter('type', `Invalid payment method type: ${type}. This account takes cards only.`)
  const card = object(params, 'card')
  if (!card) throw missingParameter('card')
  const details = billingDetails(object(params, 'billing_details'))
  const token = text(card, 'token')
  if (token !== undefined) return fromToken(store, token, details, metadata(params))
  refuseRawCard(card, caller)
  const typed = typedCard(store, card)
  return newMethod(store, typed.test, {
    details,
    metadata: metadata(params),
    month: typed.month,
    year: typed.year,
    cvc: typed.cvc,
  })
}

function fromToken(store: StripeStore, id: string, details: BillingDetails, meta: Record<string, string>) {
  const predefined = cardByPm.get(id.replace(/^tok_/, 'pm_card_'))
  if (predefined) return newMethod(store, predefined, { details, metadata: meta })
  const token = store.tokens.get(id)
  if (!token) throw noSuch('token', id, 'card[token]', 400)
  if (token.used) throw refused(`You cannot use a Stripe token more than once: ${id}.`, { code: 'token_already_used' })
  store.tokens.put(id, { ...token, used: true })
  return newMethod(store, cardByNumber.get(token.number)!, {
    details,
    metadata: meta,
    month: token.exp_month,
    year: token.exp_year,
  })
}

interface Typed {
  details?: BillingDetails
  metadata?: Record<string, string>
  month?: number
  year?: number
  cvc?: boolean
}

function newMethod(store: StripeStore, test: TestCard, typed: Typed): PaymentMethod {
  const id = store.id('pm')
  store.cards.put(id, { id, number: test.number, setUp: false, spent: false })
  return store.methods.put(id, {
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: typed.details ?? billingDetails(undefined),
    card: {
      brand: test.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: typed.cvc ? 'unchecked' : null },
      country: test.country,
      display_brand: test.brand,
      exp_month: typed.month ?? 12,
      exp_year: typed.year ?? new Date(store.kernel.now()).getUTCFullYear() + 4,
      fingerprint: `sandbox${test.number.slice(-9)}`,
      funding: test.funding,
      generated_from: null,
      last4: test.number.slice(-4),
      networks: { available: [test.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: store.seconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: typed.metadata ?? {},
    type: 'card',
  })
}

/** The PaymentMethod with this id. A predefined `pm_card_...` creates a new one, as at the vendor. */
export function findMethod(store: StripeStore, id: string, param = 'payment_method', status = 400): PaymentMethod {
  const predefined = cardByPm.get(id)
  return predefined ? newMethod(store, predefined, {}) : find(store.methods, 'PaymentMethod', id, param, status)
}

export const cardUseOf = (store: StripeStore, method: PaymentMethod): CardUse => store.cards.get(method.id)!
export const testCardOf = (store: StripeStore, method: PaymentMethod): TestCard =>
  cardByNumber.get(cardUseOf(store, method).number)!

/** Saves a card for a customer. This involves the bank, so some cards are declined here already. */
export function attach(store: StripeStore, method: PaymentMethod, customer: string, cause: Cause): PaymentMethod {
  if (method.customer === customer) return method
  if (method.customer)
    throw refused('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_already_attached',
    })
  refuseSpent(store, method)
  const answer = bankAnswerFor(testCardOf(store, method), {
    offSession: false,
    setUp: true,
    authenticated: true,
    savingOnly: true,
  })
  if (answer.kind === 'declined') throw cardError(answer.decline)
  return saveForCustomer(store, method, customer, cause)
}

export function saveForCustomer(
  store: StripeStore,
  method: PaymentMethod,
  customer: string,
  cause: Cause,
): PaymentMethod {
  if (method.customer === customer) return method
  const attached = update(store.methods, method, { customer })
  emit(store, 'payment_method.attached', attached, cause)
  return attached
}

export function refuseSpent(store: StripeStore, method: PaymentMethod): void {
  if (cardUseOf(store, method).spent)
    throw refused(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
      { param: 'payment_method' },
    )
}

export function detach(store: StripeStore, method: PaymentMethod, cause: Cause): PaymentMethod {
  if (!method.customer)
    throw refused('The payment method you provided is not attached to a customer so detachment is impossible.')
  const detached = update(store.methods, method, { customer: null })
  update(store.cards, cardUseOf(store, method), { spent: true })
  emit(store, 'payment_method.detached', detached, cause, { customer: method.customer })
  return detached
}
