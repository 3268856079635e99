import type { GiftAidForm } from '@foyer/domain/donation/gift-aid.ts'
import type { BodyOf } from '../calls.ts'

export const GIFT_AID_FORM = {
  isGiftAid: 'is_gift_aid',
  ukTaxpayer: 'uk_taxpayer',
  ownMoney: 'own_money',
  notGambling: 'not_gambling',
  ukBased: 'uk_based',
  address1: 'address1',
  postcode: 'postcode',
} as const satisfies Record<keyof GiftAidForm, keyof BodyOf<'update_donation'>>
