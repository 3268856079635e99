import { LIMITS } from '../limits.ts'

/** ADR-15, ADR-16; the other countries stand in countries.ts, which the browser does not carry. */
export const UNITED_KINGDOM = '1'
export const USA = '2'

/** ENT-26. For a saved address only its id counts; 'new' stands for the fields. */
export type AddressFields = {
  selected_user_address_id: string
  first_name: string
  last_name: string
  address_1: string
  address_2: string
  town: string
  postcode: string
  country: string
  state: string
}
export type AddressField = keyof AddressFields

export const EMPTY_ADDRESS: AddressFields = {
  selected_user_address_id: 'new',
  first_name: '',
  last_name: '',
  address_1: '',
  address_2: '',
  town: '',
  postcode: '',
  country: UNITED_KINGDOM,
  state: '',
}

const REQUIRED = ['first_name', 'last_name', 'address_1', 'town', 'postcode', 'country'] as const

/** ADR-05, ADR-11 */
export const needsState = (country: string): boolean => country === USA

/** Which fields an address still needs, in the order of the form (ADR-09..11). A saved address is named by a positive id. */
export function missingAddressFields(address: AddressFields): AddressField[] {
  if (address.selected_user_address_id !== 'new')
    return /^[1-9]\d*$/.test(address.selected_user_address_id) ? [] : ['selected_user_address_id']
  const required: AddressField[] = needsState(address.country) ? [...REQUIRED, 'state'] : [...REQUIRED]
  return required.filter((field) => address[field].trim() === '')
}

/** ADR-14 */
export const isAddress = (address: AddressFields): boolean => missingAddressFields(address).length === 0

type VoucherNames = { gift_vouchers: readonly unknown[]; gift_voucher_from: string; gift_voucher_to: string }

/** ADR-12, ADR-13: who a gift voucher is from and for, as codes of errors.ts; not asked without gift vouchers (ADR-08). */
export function missingVoucherNames(names: VoucherNames): ('voucher_from_missing' | 'voucher_to_missing')[] {
  if (names.gift_vouchers.length === 0) return []
  return [
    ...(names.gift_voucher_from.trim() === '' ? (['voucher_from_missing'] as const) : []),
    ...(names.gift_voucher_to.trim() === '' ? (['voucher_to_missing'] as const) : []),
  ]
}

/** ADR-07 */
export const isLookupText = (text: string): boolean => text.trim().length >= LIMITS.addressLookupMinChars

/** How a suggestion of the lookup fills the form (OPEN-65); names stay as they were typed. */
export const fillFromSuggestion = (suggestion: {
  formatted_address: string
  address_line_2: string
  town: string
  post_code: string
}): Omit<AddressFields, 'selected_user_address_id' | 'first_name' | 'last_name'> => ({
  address_1: suggestion.formatted_address.split(',')[0]!.trim(),
  address_2: suggestion.address_line_2,
  town: suggestion.town,
  postcode: suggestion.post_code,
  country: UNITED_KINGDOM,
  state: '',
})
