import { isUkPostcode } from '../delivery/postcode.ts'
import { LIMITS } from '../limits.ts'
import { type Minor, roundHalfUp } from '../money/money.ts'
import { isFullName } from '../people/full-name.ts'

/** The version of the wording a donor agrees to, stored with every declaration. Change it whenever the wording changes. */
export const DECLARATION_VERSION = '2026-11'

/**
 * How a donor cancels a declaration: from now on, so that its gift is no longer claimed but claims that were made stand; or because it
 * was never true, so that what was claimed goes back to HMRC (SI 2016/1195; docs/decisions/106). The gift stays either way.
 */
export const DECLARATION_CANCELLATIONS = ['from_now', 'never_true'] as const
export type DeclarationCancellation = (typeof DECLARATION_CANCELLATIONS)[number]

/** How a declaration can still be cancelled, by how it was: one that ended with a refund not at all. */
export function cancellationsLeft({
  isCancelled,
  as,
}: {
  isCancelled: boolean
  as: DeclarationCancellation | null
}): readonly DeclarationCancellation[] {
  if (!isCancelled) return DECLARATION_CANCELLATIONS
  return as === 'from_now' ? ['never_true'] : []
}

/** What a donation is worth to the charity with Gift Aid, excluding its booking fee. */
export const giftAidValue = (donation: Minor): Minor => roundHalfUp((donation * LIMITS.giftAidPercent) / 100)

/** What HMRC adds to a donation. */
export const giftAidTax = (donation: Minor): Minor => giftAidValue(donation) - donation

/** Whether the form includes the donor's address. */
export const giftAidNeedsAddress = (donation: Minor): boolean => donation >= LIMITS.giftAidAddressFromMinor

export type GiftAidForm = {
  isGiftAid: boolean
  ukTaxpayer: boolean
  ownMoney: boolean
  notGambling: boolean
  ukBased: boolean
  address1: string
  postcode: string
}

const CONFIRMATIONS = ['ukTaxpayer', 'ownMoney', 'notGambling'] as const
type Missing = (typeof CONFIRMATIONS)[number] | 'address1' | 'postcode'

const missingAddress = ({ ukBased, address1, postcode }: Pick<GiftAidForm, 'ukBased' | 'address1' | 'postcode'>) => [
  ...(address1.trim() === '' ? (['address1'] as const) : []),
  ...(ukBased && !isUkPostcode(postcode) ? (['postcode'] as const) : []),
]

/** What the Gift Aid form still requires; nothing when the donor has not opted in. A UK postcode must have the format of one. */
export function giftAidMissing(form: GiftAidForm, donation: Minor): Missing[] {
  if (!form.isGiftAid) return []
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
export const isClaimable = (declaration: Omit<GiftAidForm, 'isGiftAid'> & { donorName: string }): boolean =>
  CONFIRMATIONS.every((name) => declaration[name]) &&
  isFullName(declaration.donorName) &&
  missingAddress(declaration).length === 0
