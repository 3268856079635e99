import type { AddressFields } from '@foyer/domain/delivery/address.ts'
import type { Address, PossibleAddress } from '../types.ts'

export const ADDRESS_FORM = {
  savedId: 'selected_user_address_id',
  firstName: 'first_name',
  lastName: 'last_name',
  address1: 'address_1',
  address2: 'address_2',
  town: 'town',
  postcode: 'postcode',
  country: 'country',
  state: 'state',
} as const satisfies Record<keyof AddressFields, keyof Address>

/** A suggestion from the address lookup. */
export const SUGGESTION = {
  formattedAddress: 'formatted_address',
  address2: 'address_line_2',
  town: 'town',
  postcode: 'post_code',
} as const satisfies Record<string, keyof PossibleAddress>
