import { LIMITS } from '../limits.ts'
import { type Minor, roundHalfUp } from '../money/money.ts'
import { isFullName } from '../people/full-name.ts'

/** Names the wording a donor agreed to; kept with every declaration, so change it whenever the wording changes. */
export const DECLARATION_VERSION = '2026-11'

/** What a donation is worth to the charity with Gift Aid (GFT-03), without its booking fee (OPEN-64). */
export const giftAidValue = (donation: Minor): Minor => roundHalfUp((donation * LIMITS.giftAidPercent) / 100)

/** GFT-05, GFT-07: whether the form asks for the donor's address. */
export const giftAidNeedsAddress = (donation: Minor): boolean => donation >= LIMITS.giftAidAddressFromMinor

export type GiftAidForm = {
  is_gift_aid: boolean
  uk_taxpayer: boolean
  own_money: boolean
  not_gambling: boolean
  uk_based: boolean
  address1: string
  postcode: string
}

const CONFIRMATIONS = ['uk_taxpayer', 'own_money', 'not_gambling'] as const
type Missing = (typeof CONFIRMATIONS)[number] | 'address1' | 'postcode'

const missingAddress = ({ uk_based, address1, postcode }: Pick<GiftAidForm, 'uk_based' | 'address1' | 'postcode'>) => [
  ...(address1.trim() === '' ? (['address1'] as const) : []),
  ...(uk_based && postcode.trim() === '' ? (['postcode'] as const) : []),
]

/** What keeps the Gift Aid step from continuing (GFT-06..09); nothing when the donor has not opted in. */
export function giftAidMissing(form: GiftAidForm, donation: Minor): Missing[] {
  if (!form.is_gift_aid) return []
  return [
    ...CONFIRMATIONS.filter((name) => !form[name]),
    ...(giftAidNeedsAddress(donation) ? missingAddress(form) : []),
  ]
}

/**
 * Whether the charity can claim on a declaration already: tax law wants all three statements, the donor's full name and home
 * address whatever the amount, where the shop asks for an address only from 20 up. One that is not claimable is kept: name and
 * address may become known later in the sale.
 */
export const isClaimable = (declaration: Omit<GiftAidForm, 'is_gift_aid'> & { donor_name: string }): boolean =>
  CONFIRMATIONS.every((name) => declaration[name]) &&
  isFullName(declaration.donor_name) &&
  missingAddress(declaration).length === 0
