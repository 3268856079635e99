import { LIMITS } from '../limits.ts'
import { type Minor, toMinor } from '../money/money.ts'
import type { Sale } from '../sale/sale.ts'
import { cardMinimum } from './minimum.ts'
import { type CardProvider, cardFacts, DEFAULT_CARD_PROVIDER } from './providers.ts'

/** Instant bank transfer, credit or debit card, payment plan. */
export type PaymentMethod = 'bank' | 'card' | 'plan'

/** The part of a sale that the choice of methods depends on. */
export type MethodFacts = Pick<
  Sale,
  'currency' | 'totalMinor' | 'isExpress' | 'ownProvider' | 'planKeys' | 'hasBankTransfer'
>

const BANK_CURRENCIES: readonly string[] = ['GBP', 'EUR']
const PLAN_CURRENCY = 'GBP'

/** Whether this is a plan of several payments: '1' is a single payment. */
export const isPlan = (key: string): boolean => key !== '1'

/** Card payments go to the provider at which the organiser has an account, otherwise to the shop's. */
export const cardProvider = ({ ownProvider }: Pick<MethodFacts, 'ownProvider'>): CardProvider =>
  ownProvider ?? DEFAULT_CARD_PROVIDER

/** The smallest amount that this sale's card provider takes, in minor units. */
export const cardMinimumOf = (sale: Pick<MethodFacts, 'currency' | 'ownProvider'>): Minor =>
  cardMinimum(cardProvider(sale), sale.currency)

/**
 * The donation that a buyer can tick so that a card can pay a total that is too small without it: at least the smallest donation.
 * Null if a card takes the total. Nothing is added unless they tick it (Directive 2011/83/EU, art. 22; SI 2013/3134, reg. 40).
 */
export function donationForCard(
  sale: Pick<Sale, 'currency' | 'ownProvider' | 'totalMinor' | 'donationMinor'>,
): Minor | null {
  const missingMinor = cardMinimumOf(sale) - (sale.totalMinor - sale.donationMinor)
  const isFree = sale.totalMinor - sale.donationMinor <= 0
  return missingMinor <= 0 || isFree ? null : Math.max(missingMinor, toMinor(LIMITS.minDonation, sale.currency))
}

/** Too little for the provider: no card can pay it. */
export const isBelowCardMinimum = (sale: Pick<MethodFacts, 'currency' | 'totalMinor' | 'ownProvider'>): boolean =>
  sale.totalMinor > 0 && sale.totalMinor < cardMinimumOf(sale)

const replacesBank = ({ ownProvider }: MethodFacts) => ownProvider !== null && cardFacts(ownProvider).replacesBank

/** When each method is offered, in the order they are shown. */
const OFFERED: Record<PaymentMethod, (sale: MethodFacts) => boolean> = {
  bank: (sale) => BANK_CURRENCIES.includes(sale.currency) && !replacesBank(sale) && sale.hasBankTransfer,
  card: (sale) =>
    sale.currency !== 'GBP' || sale.totalMinor < LIMITS.cardLimitMinor || sale.isExpress || replacesBank(sale),
  plan: (sale) => sale.planKeys.some(isPlan) && sale.currency === PLAN_CURRENCY,
}

/** The methods a sale can be paid by. `bankRemoved`: the bank payment could not be created. */
export const availableMethods = (sale: MethodFacts, { bankRemoved = false } = {}): PaymentMethod[] =>
  (Object.keys(OFFERED) as PaymentMethod[]).filter(
    (method) => OFFERED[method](sale) && !(method === 'bank' && bankRemoved),
  )

/** Whether the card method can charge this total. If it can't, the method stays on the page and says why. */
export const canChargeCard = (sale: MethodFacts): boolean =>
  availableMethods(sale).includes('card') && !isBelowCardMinimum(sale)

/** A single method is selected automatically, unless it is a plan. */
export const autoSelected = (methods: readonly PaymentMethod[]): PaymentMethod | null =>
  methods.length === 1 && methods[0] !== 'plan' ? methods[0]! : null

/** Nothing to pay: the tickets are claimed. */
export const isFreeCheckout = ({ totalMinor }: Pick<MethodFacts, 'totalMinor'>): boolean => totalMinor <= 0

/** The name of the first SaaS organiser that cannot be paid yet, which replaces all methods; or null. */
export const unconfiguredOrganiser = (
  sale: Pick<MethodFacts, 'ownProvider' | 'totalMinor'> & { organisers: readonly { name: string; isSaas: boolean }[] },
): string | null =>
  sale.ownProvider === null && !isFreeCheckout(sale)
    ? (sale.organisers.find((organiser) => organiser.isSaas)?.name ?? null)
    : null

/** The title of the payment step, as a key of the messages; the first that applies wins. */
export function paymentTitle({ claiming, paying, express }: { claiming: boolean; paying: boolean; express: boolean }) {
  if (claiming) return 'title.paymentClaimingFree'
  if (paying) return 'title.paymentConfirming'
  return express ? 'title.paymentExpress' : 'title.payment'
}

/** The other forms have their own button. */
export const showsPayButton = (
  method: PaymentMethod | null,
  { ownProvider, paying }: Pick<MethodFacts, 'ownProvider'> & { paying: boolean },
): boolean =>
  !paying && (method === 'bank' || (method === 'card' && cardFacts(cardProvider({ ownProvider })).chargesTokens))
