/** What a trader is by law. */
export const TRADER_KINDS = ['company', 'charity', 'sole_trader', 'association', 'public_body'] as const
export type TraderKind = (typeof TRADER_KINDS)[number]

/** The part of the United Kingdom that a company is registered in. */
export const UK_PARTS = ['england_wales', 'scotland', 'northern_ireland'] as const
export type UkPart = (typeof UK_PARTS)[number]

/** Who sells, as buyers must be able to read it. Empty texts are not known or don't apply. */
export type Trader = {
  kind: TraderKind | null
  name: string
  address: string
  country: string
  register: string
  number: string
  part: UkPart | null
  charityNumber: string
  vatNumber: string
  phone: string
  email: string
  mediator: string
}

/** A trader that has stated nothing. */
export const NO_TRADER: Trader = {
  kind: null,
  name: '',
  address: '',
  country: '',
  register: '',
  number: '',
  part: null,
  charityNumber: '',
  vatNumber: '',
  phone: '',
  email: '',
  mediator: '',
}

/** The details of the one who runs the shop; the shop's address for questions is the trader's. */
export type ShopDetails = Omit<Trader, 'email'>

/** What every trader must state before selling for money (SI 2002/2013 reg 6, 2011/83/EU art 6(1)(b)-(d)). */
const REQUIRED = ['kind', 'name', 'address', 'email'] as const
export type RequiredDetail = (typeof REQUIRED)[number]

/** The required details that a trader hasn't given, in the order of the form. */
export const missingDetails = (trader: Pick<Trader, RequiredDetail>): RequiredDetail[] =>
  REQUIRED.filter((detail) => (trader[detail] ?? '').trim() === '')
