import { fill } from '@foyer/contract/fill.ts'
import { account } from '@foyer/contract/messages.ts'
import type { SavedPaymentMethod } from '@foyer/contract/types.ts'
import { titleCase } from '@foyer/domain/format/words.ts'

/** 'Visa ending 4242, expires 12/30' */
export const cardLabel = ({ card_type, last4digits, expiry }: SavedPaymentMethod): string =>
  fill(account['settings.card'], { card: titleCase(card_type), last4: last4digits, expiry })
