import type { Catalogue, CatalogueInput } from '../format/format.ts'
import { amount, amounts, flag, html, partOf, percent, policy, text } from './part.ts'

type Read<List extends 'charities' | 'organisers' | 'gift_vouchers'> = Catalogue[List][number]
type Written<List extends 'charities' | 'organisers' | 'gift_vouchers'> = NonNullable<CatalogueInput[List]>[number]

/** The fields of an organiser. Its address, pictures, charity and tax are written beside them. */
export const ORGANISER = partOf<Read<'organisers'>, Written<'organisers'>>()({
  name: text,
  about_html: html,
  is_saas: flag,
  payment_provider: text,
  small_total: text,
  refund_policy: policy,
  contact_email: text,
  counter_fee: flag,
  ga_ua_property: text,
  questions_intro_html: html,
})

type Tax = NonNullable<Read<'organisers'>['tax']>

/** The tax of an organiser. */
export const TAX = partOf<Omit<Tax, 'number'> & { number: string | null }, NonNullable<Written<'organisers'>['tax']>>()(
  {
    number: ['tax_number', text],
    address: ['tax_address', text],
    percent: ['tax_bp', percent],
    booking_fee_percent: ['fee_tax_bp', percent],
    delivery_percent: ['delivery_tax_bp', percent],
    protection_percent: ['protection_tax_bp', percent],
  },
)

type Legal = NonNullable<Read<'organisers'>['legal']>

/** Who an organiser is by law. */
export const LEGAL = partOf<Legal, NonNullable<Written<'organisers'>['legal']>>()({
  kind: ['legal_kind', text],
  name: ['legal_name', text],
  address: ['legal_address', text],
  country: ['legal_country', text],
  register: ['legal_register', text],
  number: ['legal_number', text],
  part: ['legal_part', text],
  charity_number: ['legal_charity_number', text],
  phone: ['legal_phone', text],
  mediator: ['legal_mediator', text],
})

/** Without legal details. */
export const NO_LEGAL: Legal = {
  kind: null,
  name: '',
  address: '',
  country: '',
  register: '',
  number: '',
  part: null,
  charity_number: '',
  phone: '',
  mediator: '',
}

export const CHARITY = partOf<Read<'charities'>, Written<'charities'>>()({
  name: text,
  logo: text,
  description_html: html,
  donation_checkout_title: text,
  currency: text,
  donation_options: ['donation_options_minor', amounts],
  base_fee: ['base_fee_minor', amount],
  booking_fee_percent: ['booking_fee_bp', percent],
  booking_fee_includes_vat: flag,
  booking_fee_vat_percent: ['booking_fee_vat_bp', percent],
  booking_fee_cap: ['booking_fee_cap_minor', amount],
  hmrc_reference: text,
  gift_aid_wording: text,
})
