import { LIMITS } from '../limits.ts'
import { type Minor, roundHalfUp } from '../money/money.ts'
import { isFullName } from '../people/full-name.ts'

/** The version of the wording a donor agrees to, stored with every declaration. Change it whenever the wording changes. */
export const DECLARATION_VERSION = '2026-11'

/** What a donation is worth to the charity with Gift Aid, excluding its booking fee. */
export const giftAidValue = (donation: Minor): Minor => roundHalfUp((donation * LIMITS.giftAidPercent) / 100)

/** Whether the form includes the donor's address. */
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

/** What the Gift Aid form still requires; nothing when the donor has not opted in. */
export function giftAidMissing(form: GiftAidForm, donation: Minor): Missing[] {
  if (!form.is_gift_aid) return []
  return [
    ...CONFIRMATIONS.filter((name) => !form[name]),
    ...(giftAidNeedsAddress(donation) ? missingAddress(form) : []),
  ]
}

/**
 * Whether the charity can already claim on a declaration. Tax law requires all three statements and the donor's full name and
 * home address whatever the amount, while the form asks for an address only from 20 pounds up. A declaration that is not
 * claimable is kept, because name and address can follow later in the sale.
 */
export const isClaimable = (declaration: Omit<GiftAidForm, 'is_gift_aid'> & { donor_name: string }): boolean =>
  CONFIRMATIONS.every((name) => declaration[name]) &&
  isFullName(declaration.donor_name) &&
  missingAddress(declaration).length === 0
