import { LIMITS } from '../limits.ts'
import { toMinor } from '../money/money.ts'

/** PAY-06, PAY-10, PAY-07: Instant Bank Transfer, Credit or Debit Card, Set up a payment plan. */
export type PaymentMethod = 'bank' | 'card' | 'plan'

/** What the choice of methods depends on: a part of the checkout object. */
export type MethodFacts = {
  currency: { code: string }
  basket_total: number
  express: boolean
  opoa: { provider: 'stripe' | 'square' } | null
  payment_plan_schedule_options: Readonly<Record<string, unknown>> | null
  /** Not every shop has a bank transfer account. */
  bank_transfer_configured: boolean
}

const BANK_CURRENCIES = ['GBP', 'EUR']
const PLAN_CURRENCY = 'GBP'

/** The options of a payment plan: '1', a single payment, is none (INS-01). */
export const planOptions = <Option>(
  options: Readonly<Record<string, Option>> | null,
): [key: string, option: Option][] => Object.entries(options ?? {}).filter(([key]) => key !== '1')

/** Card payments go to Square where the organiser has an account there, else to the Stripe-type provider (SQR-01, CRD-01). */
export const cardProvider = ({ opoa }: Pick<MethodFacts, 'opoa'>): 'square' | 'stripe' =>
  opoa?.provider === 'square' ? 'square' : 'stripe'

const isStripe = ({ opoa }: MethodFacts) => opoa?.provider === 'stripe'

/** What each method is offered for, in the order of the choice (OPEN-69). */
const OFFERED: Record<PaymentMethod, (facts: MethodFacts) => boolean> = {
  /** BNK-01, BNK-02 */
  bank: (facts) => BANK_CURRENCIES.includes(facts.currency.code) && !isStripe(facts) && facts.bank_transfer_configured,
  /** PAY-10..12 */
  card: (facts) =>
    toMinor(facts.basket_total) < LIMITS.cardLimitMinor ||
    facts.currency.code !== 'GBP' ||
    facts.express ||
    isStripe(facts),
  /** PAY-07, OPEN-81, INS-03 */
  plan: (facts) => planOptions(facts.payment_plan_schedule_options).length > 0 && facts.currency.code === PLAN_CURRENCY,
}

/** The methods a sale can be paid by. `bankRemoved`: the bank payment could not be created (BNK-03). */
export const availableMethods = (facts: MethodFacts, { bankRemoved = false } = {}): PaymentMethod[] =>
  (Object.keys(OFFERED) as PaymentMethod[]).filter(
    (method) => OFFERED[method](facts) && !(method === 'bank' && bankRemoved),
  )

/** PAY-13: the only method there is needs no choosing; a plan always does. */
export const autoSelected = (methods: readonly PaymentMethod[]): PaymentMethod | null =>
  methods.length === 1 && methods[0] !== 'plan' ? methods[0]! : null

/** FRE-01: nothing to pay, so the tickets are claimed. */
export const isFreeCheckout = ({ basket_total }: Pick<MethodFacts, 'basket_total'>): boolean =>
  toMinor(basket_total) <= 0

/** The name of the first SaaS organiser that cannot be paid yet, which replaces every method (PAY-25, OPEN-68); or null. */
export const unconfiguredOrganiser = (
  facts: Pick<MethodFacts, 'opoa' | 'basket_total'> & { organisers: readonly { name: string; is_saas: boolean }[] },
): string | null =>
  facts.opoa === null && !isFreeCheckout(facts) ? (facts.organisers.find((o) => o.is_saas)?.name ?? null) : null

/** The title of the payment step, as a key of the texts; the first that is true wins (PAY-01..04, OPEN-71). */
export function paymentTitle({ claiming, paying, express }: { claiming: boolean; paying: boolean; express: boolean }) {
  if (claiming) return 'title.paymentClaimingFree'
  if (paying) return 'title.paymentConfirming'
  return express ? 'title.paymentExpress' : 'title.payment'
}

/** PAY-15, PAY-16: the other forms bring a button of their own. */
export const showsPayButton = (
  method: PaymentMethod | null,
  { opoa, paying }: Pick<MethodFacts, 'opoa'> & { paying: boolean },
): boolean => !paying && (method === 'bank' || (method === 'card' && cardProvider({ opoa }) === 'square'))
