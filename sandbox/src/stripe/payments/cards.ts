/** A bank's decline: the vendor's code, decline code and message. */
export interface Decline {
  code: string
  decline_code?: string
  message: string
}

const GENERIC = { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' }

/** By the value of the decline switch: a decline code, or the code where there is none. */
export const DECLINES: Record<string, Decline> = {
  generic_decline: GENERIC,
  insufficient_funds: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  lost_card: { ...GENERIC, decline_code: 'lost_card' },
  stolen_card: { ...GENERIC, decline_code: 'stolen_card' },
  fraudulent: { ...GENERIC, decline_code: 'fraudulent' },
  expired_card: { code: 'expired_card', decline_code: 'expired_card', message: 'Your card has expired.' },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    decline_code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  },
  processing_error: {
    code: 'processing_error',
    decline_code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  card_velocity_exceeded: {
    code: 'card_declined',
    decline_code: 'card_velocity_exceeded',
    message: 'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  },
  authentication_required: {
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
}

/** A live card in test mode. The vendor refuses it, so its number is never stored. */
export const LIVE_CARD: Decline = {
  code: 'card_declined',
  decline_code: 'test_mode_live_card',
  message:
    'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
}

export interface TestCard {
  number: string
  /** The predefined PaymentMethod id, used in code instead of the number. */
  pm: string
  outcome: string
  brand: 'visa' | 'mastercard' | 'amex' | 'discover'
  funding: 'credit' | 'debit'
  country: string
  /** Declined when charged; also when attached or set up, unless `attaches`. */
  decline?: string
  attaches?: true
  /** `always`: every payment; `unless_set_up`: until saved for off-session use; `on_session`: only with the buyer present. */
  authentication?: 'always' | 'unless_set_up' | 'on_session'
  dispute?: 'fraudulent' | 'product_not_received'
  refund?: 'pending' | 'fails'
}

const visa = { brand: 'visa', funding: 'credit', country: 'US' } as const

/** The vendor's published test cards, as listed on the sandbox page. */
export const TEST_CARDS: readonly TestCard[] = [
  { ...visa, number: '4242424242424242', pm: 'pm_card_visa', outcome: 'Succeeds' },
  { ...visa, number: '4000056655665556', pm: 'pm_card_visa_debit', outcome: 'Succeeds (debit)', funding: 'debit' },
  { ...visa, number: '4000008260000000', pm: 'pm_card_gb', outcome: 'Succeeds (UK)', country: 'GB' },
  {
    ...visa,
    number: '4000058260000005',
    pm: 'pm_card_gb_debit',
    outcome: 'Succeeds (UK debit)',
    country: 'GB',
    funding: 'debit',
  },
  {
    ...visa,
    number: '5555555555554444',
    pm: 'pm_card_mastercard',
    outcome: 'Succeeds (Mastercard)',
    brand: 'mastercard',
  },
  {
    ...visa,
    number: '378282246310005',
    pm: 'pm_card_amex',
    outcome: 'Succeeds (American Express, 4-digit code)',
    brand: 'amex',
  },
  { ...visa, number: '6011111111111117', pm: 'pm_card_discover', outcome: 'Succeeds (Discover)', brand: 'discover' },
  {
    ...visa,
    number: '4000000000000002',
    pm: 'pm_card_visa_chargeDeclined',
    outcome: 'Declined',
    decline: 'generic_decline',
  },
  {
    ...visa,
    number: '4000000000009995',
    pm: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    outcome: 'Declined: insufficient funds',
    decline: 'insufficient_funds',
  },
  {
    ...visa,
    number: '4000000000009987',
    pm: 'pm_card_visa_chargeDeclinedLostCard',
    outcome: 'Declined: lost card',
    decline: 'lost_card',
  },
  {
    ...visa,
    number: '4000000000009979',
    pm: 'pm_card_visa_chargeDeclinedStolenCard',
    outcome: 'Declined: stolen card',
    decline: 'stolen_card',
  },
  {
    ...visa,
    number: '4000000000000069',
    pm: 'pm_card_chargeDeclinedExpiredCard',
    outcome: 'Declined: expired card',
    decline: 'expired_card',
  },
  {
    ...visa,
    number: '4000000000000127',
    pm: 'pm_card_chargeDeclinedIncorrectCvc',
    outcome: 'Declined: wrong security code',
    decline: 'incorrect_cvc',
  },
  {
    ...visa,
    number: '4000000000000119',
    pm: 'pm_card_chargeDeclinedProcessingError',
    outcome: 'Declined: processing error',
    decline: 'processing_error',
  },
  {
    ...visa,
    number: '4100000000000019',
    pm: 'pm_card_radarBlock',
    outcome: 'Blocked as fraudulent',
    decline: 'fraudulent',
  },
  {
    ...visa,
    number: '4000002760003184',
    pm: 'pm_card_authenticationRequired',
    outcome: '3-D Secure, always',
    authentication: 'always',
  },
  {
    ...visa,
    number: '4000002500003155',
    pm: 'pm_card_authenticationRequiredOnSetup',
    outcome: '3-D Secure, unless set up for off-session use',
    authentication: 'unless_set_up',
  },
  {
    ...visa,
    number: '4000003800000446',
    pm: 'pm_card_authenticationRequiredSetupForOffSession',
    outcome: '3-D Secure with the buyer there; off session succeeds',
    authentication: 'on_session',
  },
  {
    ...visa,
    number: '4000008260003178',
    pm: 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    outcome: '3-D Secure, then insufficient funds',
    authentication: 'unless_set_up',
    decline: 'insufficient_funds',
    attaches: true,
    country: 'GB',
  },
  {
    ...visa,
    number: '4000008400001629',
    pm: 'pm_card_threeDSecureRequiredChargeDeclined',
    outcome: '3-D Secure, then declined',
    authentication: 'always',
    decline: 'generic_decline',
    attaches: true,
  },
  {
    ...visa,
    number: '4000000000000341',
    pm: 'pm_card_chargeCustomerFail',
    outcome: 'Can be saved; every charge is declined',
    decline: 'generic_decline',
    attaches: true,
  },
  {
    ...visa,
    number: '4000000000000259',
    pm: 'pm_card_createDispute',
    outcome: 'Succeeds, then disputed as fraudulent',
    dispute: 'fraudulent',
  },
  {
    ...visa,
    number: '4000000000002685',
    pm: 'pm_card_createDisputeProductNotReceived',
    outcome: 'Succeeds, then disputed as not received',
    dispute: 'product_not_received',
  },
  {
    ...visa,
    number: '4000000000007726',
    pm: 'pm_card_pendingRefund',
    outcome: 'Succeeds; a refund is pending first',
    refund: 'pending',
  },
  {
    ...visa,
    number: '4000000000005126',
    pm: 'pm_card_refundFail',
    outcome: 'Succeeds; a refund succeeds, then fails',
    refund: 'fails',
  },
]

export const cardByNumber = new Map(TEST_CARDS.map((card) => [card.number, card]))
export const cardByPm = new Map(TEST_CARDS.map((card) => [card.pm, card]))

export interface Situation {
  /** The buyer is not present to answer the bank's challenge. */
  offSession: boolean
  /** The card was previously saved for off-session use. */
  setUp: boolean
  /** The buyer has just passed 3-D Secure for this payment. */
  authenticated: boolean
  /** Nothing is charged: the card is only saved. */
  savingOnly: boolean
}

export type CardAnswer = { kind: 'ok' } | { kind: 'authenticate' } | { kind: 'declined'; decline: Decline }

const NEEDS_AUTHENTICATION: Record<NonNullable<TestCard['authentication']>, (s: Situation) => boolean> = {
  always: () => true,
  unless_set_up: (s) => !s.setUp,
  on_session: (s) => !s.offSession,
}

/** How a test card behaves when charged or saved. */
export function bankAnswerFor(card: TestCard, s: Situation): CardAnswer {
  const needsAuthentication =
    !s.authenticated && card.authentication !== undefined && NEEDS_AUTHENTICATION[card.authentication](s)
  if (needsAuthentication && s.offSession) return { kind: 'declined', decline: DECLINES.authentication_required! }
  if (needsAuthentication) return { kind: 'authenticate' }
  if (card.decline && !(s.savingOnly && card.attaches)) return { kind: 'declined', decline: DECLINES[card.decline]! }
  return { kind: 'ok' }
}
