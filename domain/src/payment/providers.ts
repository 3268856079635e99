import type { CurrencyCode, Minor } from '../money/money.ts'

/** What a provider of card payments can do, with any account. */
type CardFacts = {
  /** The smallest amount that it takes by card, as its documentation has it. */
  minimum: Record<CurrencyCode, Minor>
  /**
   * Its form makes a token, which our server charges. Otherwise the browser confirms the payment with the provider, in a form that
   * has its own button, and our server hears of each card that was tried.
   */
  chargesTokens: boolean
  /** An organiser's own account takes totals of any size by card, in place of bank transfers. */
  replacesBank: boolean
  /** Pays the operator's part of a payment to an organiser's account. */
  takesPlatformFee: boolean
  /** Saves cards and charges them later, for payment plans. */
  savesCards: boolean
  hasReaders: boolean
}

/** Minimums: docs.stripe.com/currencies, developer.squareup.com/docs/payment-minimums. */
const CARDS = {
  stripe: {
    minimum: { GBP: 30, EUR: 50, USD: 50, JPY: 50 },
    chargesTokens: false,
    replacesBank: true,
    takesPlatformFee: true,
    savesCards: true,
    hasReaders: true,
  },
  square: {
    minimum: { GBP: 1, EUR: 1, USD: 1, JPY: 1 },
    chargesTokens: true,
    replacesBank: false,
    takesPlatformFee: false,
    savesCards: false,
    hasReaders: false,
  },
} as const satisfies Record<string, CardFacts>

/** Providers that take cards. The server has the same list, with their adapters, in `payment/providers/table.ts`. */
export type CardProvider = keyof typeof CARDS
export const CARD_PROVIDERS = Object.keys(CARDS) as CardProvider[]
/** Providers at whose bank a buyer approves a transfer, and may still have to wait for it. */
export const BANK_PROVIDERS = ['truelayer'] as const
export const PROVIDERS = [...CARD_PROVIDERS, ...BANK_PROVIDERS]

/** Takes cards where no organiser has an account of their own. */
export const DEFAULT_CARD_PROVIDER = 'stripe' satisfies CardProvider

export const isBank = (provider: string): provider is (typeof BANK_PROVIDERS)[number] =>
  BANK_PROVIDERS.some((name) => name === provider)

export const isProvider = (name: string): name is (typeof PROVIDERS)[number] => PROVIDERS.some((each) => each === name)

export const isCardProvider = (provider: string): provider is CardProvider =>
  CARD_PROVIDERS.some((name) => name === provider)

export const cardFacts = (provider: CardProvider): CardFacts => CARDS[provider]

/** The providers of cards that can do this. */
export const cardProvidersThat = (can: Exclude<keyof CardFacts, 'minimum'>): CardProvider[] =>
  CARD_PROVIDERS.filter((name) => CARDS[name][can])
