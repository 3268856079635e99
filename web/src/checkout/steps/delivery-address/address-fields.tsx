import { common, checkout as t } from '@foyer/contract/messages.en.ts'
import {
  type AddressField,
  type AddressFields,
  fillFromSuggestion,
  needsState,
} from '@foyer/domain/delivery/address.ts'
import type { ReactNode } from 'react'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import css from '../../forms/forms.module.css'
import { AddressLookup } from './address-lookup.tsx'
import own from './delivery-address.module.css'

export type Places = { countries: Record<string, string>; states: Record<string, string> }

type Props = {
  address: AddressFields
  places: Places
  onChange: (part: Partial<AddressFields>) => void
  errorOf: (field: AddressField) => ReactNode
}

export const ADDRESS_LABELS: Record<AddressField, string> = {
  selected_user_address_id: t['delivery.saved'],
  first_name: t['delivery.firstName'],
  last_name: t['delivery.lastName'],
  address_1: t['delivery.address1'],
  address_2: t['delivery.address2'],
  town: t['delivery.town'],
  postcode: t['delivery.postcode'],
  country: t['delivery.country'],
  state: t['delivery.state'],
}

/** What fills each field in by itself. */
const TOKENS = {
  first_name: 'shipping given-name',
  last_name: 'shipping family-name',
  address_1: 'shipping address-line1',
  address_2: 'shipping address-line2',
  town: 'shipping address-level2',
  postcode: 'shipping postal-code',
  country: 'shipping country-name',
  state: 'shipping address-level1',
} as const
type ListName = 'country' | 'state'
type TextName = Exclude<keyof typeof TOKENS, ListName>

/** A new address by lookup or by hand (ADR-04..07). */
export function NewAddress({ address, places, onChange, errorOf }: Props) {
  const text = (name: TextName, more: { short?: boolean; autoCapitalize?: string; aside?: string } = {}) => (
    <TextField
      id={name}
      name={name}
      label={ADDRESS_LABELS[name]}
      autoComplete={TOKENS[name]}
      spellCheck={false}
      {...more}
      value={address[name]}
      error={errorOf(name)}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  )
  const select = (name: ListName, list: Record<string, string>) => (
    <SelectField
      id={name}
      name={name}
      label={ADDRESS_LABELS[name]}
      autoComplete={TOKENS[name]}
      value={address[name]}
      error={errorOf(name)}
      onChange={(event) => onChange({ [name]: event.target.value, ...(name === 'country' && { state: '' }) })}
    >
      <option value="">{t['delivery.choose']}</option>
      {Object.entries(list).map(([id, words]) => (
        <option key={id} value={id}>
          {words}
        </option>
      ))}
    </SelectField>
  )

  return (
    <div className={css.fields}>
      <div className={css.pair}>
        {text('first_name')}
        {text('last_name')}
      </div>
      <div>
        <AddressLookup onChoose={(possible) => onChange(fillFromSuggestion(possible))} />
        <button type="button" className={own.byHand} onClick={() => document.getElementById('address_1')?.focus()}>
          {t['delivery.byHand']}
        </button>
      </div>
      {text('address_1')}
      {text('address_2', { aside: `(${common.optional})` })}
      {text('town')}
      {text('postcode', { short: true, autoCapitalize: 'characters' })}
      {select('country', places.countries)}
      {needsState(address.country) && select('state', places.states)}
    </div>
  )
}
