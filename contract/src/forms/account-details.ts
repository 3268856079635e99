import type { AccountDetails } from '@foyer/domain/people/account-details.ts'
import type { BodyOf } from '../calls.ts'

export const ACCOUNT_FORM = {
  fullName: 'fullname',
  email: 'email',
  contactNumber: 'contact_number',
} as const satisfies Record<keyof AccountDetails, keyof BodyOf<'set_account_details'>>
