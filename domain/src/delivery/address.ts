import { LIMITS } from '../limits.ts'

/** The other countries are in countries.ts, which is not sent to the browser. */
export const UNITED_KINGDOM = '1'
export const USA = '2'

/** A person's name and postal address; country and, in the USA, state by their ids. */
export type PostalAddress = {
  firstName: string
  lastName: string
  address1: string
  address2: string
  town: string
  postcode: string
  country: string
  state: string
}

/** The address form. With the id of a saved address the other fields are ignored; with 'new' they are used. */
export type AddressFields = PostalAddress & { savedId: string }
export type AddressField = keyof AddressFields

export const EMPTY_ADDRESS: AddressFields = {
  savedId: 'new',
  firstName: '',
  lastName: '',
  address1: '',
  address2: '',
  town: '',
  postcode: '',
  country: UNITED_KINGDOM,
  state: '',
}

const REQUIRED = ['firstName', 'lastName', 'address1', 'town', 'postcode', 'country'] as const

export const needsState = (country: string): boolean => country === USA

/** The fields that are still missing, in the order of the form. A saved address has a positive id. */
export function missingAddressFields(address: AddressFields): AddressField[] {
  if (address.savedId !== 'new') return /^[1-9]\d*$/.test(address.savedId) ? [] : ['savedId']
  const required: AddressField[] = needsState(address.country) ? [...REQUIRED, 'state'] : [...REQUIRED]
  return required.filter((field) => address[field].trim() === '')
}

export const isAddress = (address: AddressFields): boolean => missingAddressFields(address).length === 0

type VoucherNames = { vouchers: readonly unknown[]; voucherFrom: string; voucherTo: string }

/** Which names on the gift vouchers are missing, as codes of errors.ts. A sale without gift vouchers needs none. */
export function missingVoucherNames(sale: VoucherNames): ('voucher_from_missing' | 'voucher_to_missing')[] {
  if (sale.vouchers.length === 0) return []
  return [
    ...(sale.voucherFrom.trim() === '' ? (['voucher_from_missing'] as const) : []),
    ...(sale.voucherTo.trim() === '' ? (['voucher_to_missing'] as const) : []),
  ]
}

export const isLookupText = (text: string): boolean => text.trim().length >= LIMITS.addressLookupMinChars

/** The form fields that a suggestion of the address lookup fills in. */
export const fillFromSuggestion = (suggestion: {
  formattedAddress: string
  address2: string
  town: string
  postcode: string
}): Omit<PostalAddress, 'firstName' | 'lastName'> => ({
  address1: suggestion.formattedAddress.split(',')[0]!.trim(),
  address2: suggestion.address2,
  town: suggestion.town,
  postcode: suggestion.postcode,
  country: UNITED_KINGDOM,
  state: '',
})
