import { common, checkout as t } from '@foyer/contract/messages.en.ts'
import {
  type AddressField,
  type AddressFields,
  fillFromSuggestion,
  needsState,
} from '@foyer/domain/delivery/address.ts'
import type { ReactNode } from 'react'
import { SelectField } from '../../../ui/SelectField.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import css from '../forms.module.css'
import { AddressLookup } from './address-lookup.tsx'
import own from './delivery-address.module.css'

export type Places = { countries: Record<string, string>; states: Record<string, string> }

type Props = {
  address: AddressFields
  places: Places
  onChange: (part: Partial<AddressFields>) => void
  errorOf: (field: AddressField) => ReactNode
}

const TEXTS = {
  first_name: { label: t['delivery.firstName'], autoComplete: 'shipping given-name' },
  last_name: { label: t['delivery.lastName'], autoComplete: 'shipping family-name' },
  address_1: { label: t['delivery.address1'], autoComplete: 'shipping address-line1' },
  address_2: { label: t['delivery.address2'], autoComplete: 'shipping address-line2' },
  town: { label: t['delivery.town'], autoComplete: 'shipping address-level2' },
  postcode: { label: t['delivery.postcode'], autoComplete: 'shipping postal-code' },
} as const

/** A new address by lookup or by hand (ADR-04..07). */
export function NewAddress({ address, places, onChange, errorOf }: Props) {
  const text = (name: keyof typeof TEXTS, more: { short?: boolean; autoCapitalize?: string; aside?: string } = {}) => (
    <TextField
      id={name}
      name={name}
      {...TEXTS[name]}
      spellCheck={false}
      {...more}
      value={address[name]}
      error={errorOf(name)}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  )
  const select = (name: 'country' | 'state', label: string, list: Record<string, string>, autoComplete: string) => (
    <SelectField
      id={name}
      name={name}
      label={label}
      autoComplete={autoComplete}
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
      {select('country', t['delivery.country'], places.countries, 'shipping country-name')}
      {needsState(address.country) && select('state', t['delivery.state'], places.states, 'shipping address-level1')}
    </div>
  )
}
