export interface SquareCard {
  number: string
  brand: 'VISA' | 'MASTERCARD' | 'DISCOVER' | 'AMERICAN_EXPRESS'
  outcome: string
  /** Error code of the charge. */
  decline?: string
  /** Asks for the code from the bank's message during tokenisation. */
  challenge?: true
}

/** The code that a challenge accepts. */
export const CHALLENGE_CODE = '123456'

/** The vendor's published sandbox cards. */
export const SQUARE_CARDS: readonly SquareCard[] = [
  { number: '4111111111111111', brand: 'VISA', outcome: 'Succeeds' },
  { number: '5105105105105100', brand: 'MASTERCARD', outcome: 'Succeeds (Mastercard)' },
  { number: '6011000000000004', brand: 'DISCOVER', outcome: 'Succeeds (Discover)' },
  { number: '340000000000009', brand: 'AMERICAN_EXPRESS', outcome: 'Succeeds (American Express, code 1111)' },
  { number: '4000000000000002', brand: 'VISA', outcome: 'Declined', decline: 'GENERIC_DECLINE' },
  {
    number: '4310000000201019',
    brand: 'VISA',
    outcome: `3-D Secure: asks for the code ${CHALLENGE_CODE}`,
    challenge: true,
  },
  {
    number: '5500000000201016',
    brand: 'MASTERCARD',
    outcome: `3-D Secure: asks for the code ${CHALLENGE_CODE}`,
    challenge: true,
  },
]

/** Form values that turn a good card into a declined one. */
export const DECLINED_VALUES = [
  { field: 'Security code', value: '911', decline: 'CVV_FAILURE' },
  { field: 'Postal code', value: '99999', decline: 'ADDRESS_VERIFICATION_FAILURE' },
  { field: 'Expiry date', value: '01 / 40', decline: 'INVALID_EXPIRATION' },
] as const

/** Source ids for servers. The value is the decline code; undefined means the payment succeeds. */
export const SOURCE_IDS: Record<string, string | undefined> = {
  'cnon:card-nonce-ok': undefined,
  'cnon:card-nonce-declined': 'GENERIC_DECLINE',
  'cnon:card-nonce-rejected-cvv': 'CVV_FAILURE',
  'cnon:card-nonce-rejected-postalcode': 'ADDRESS_VERIFICATION_FAILURE',
  'cnon:card-nonce-rejected-expiration': 'INVALID_EXPIRATION',
  'cnon:card-nonce-requires-verification': 'CARD_DECLINED_VERIFICATION_REQUIRED',
  'cnon:card-nonce-already-used': 'CARD_TOKEN_USED',
}

export const cardByNumber = new Map(SQUARE_CARDS.map((card) => [card.number, card]))
