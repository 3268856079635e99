import { fill } from '@foyer/contract/fill.ts'
import { common, checkout as t } from '@foyer/contract/messages.ts'
import { type AddressField, type AddressFields, needsState } from '@foyer/domain/delivery/address.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { bindFields } from '../../ui/forms/bind-fields.ts'
import { SelectField } from '../../ui/forms/fields/select-field.tsx'
import { TextField } from '../../ui/forms/fields/text-field.tsx'
import { useStore } from '../state/context.tsx'
import css from './forms.module.css'

const ADDRESS_LABELS: Record<AddressField, string> = {
  savedId: t['delivery.saved'],
  firstName: t['delivery.firstName'],
  lastName: t['delivery.lastName'],
  address1: t['delivery.address1'],
  address2: t['delivery.address2'],
  town: t['delivery.town'],
  postcode: t['delivery.postcode'],
  country: t['delivery.country'],
  state: t['delivery.state'],
}

/** The error for a required field that was left empty. */
export function missingField(field: AddressField): string {
  const label = ADDRESS_LABELS[field]
  return fill(t['delivery.missing'], { field: label.charAt(0).toLowerCase() + label.slice(1) })
}

/** The browser's names for autofill, after "shipping" or "billing". */
const AUTOFILL = {
  firstName: 'given-name',
  lastName: 'family-name',
  address1: 'address-line1',
  address2: 'address-line2',
  town: 'address-level2',
  postcode: 'postal-code',
  country: 'country-name',
  state: 'address-level1',
} as const
type ListName = 'country' | 'state'
type TextName = Exclude<keyof typeof AUTOFILL, ListName>

type Lists = { countries: Record<string, string>; states: Record<string, string> }
export type Places = { lists: Lists | 'loading' | 'failed'; load: () => Promise<void> }

/** The countries and states to choose from, fetched once per visit. */
export function usePlaces(onFailed?: (error: string) => void): Places {
  const store = useStore()
  const [lists, setLists] = useState<Places['lists']>('loading')

  const load = async () => {
    setLists('loading')
    const answer = await store.call('get_address_all_countries_states')
    if (!answer.ok) onFailed?.(answer.error)
    setLists(answer.ok ? answer.reply : 'failed')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per visit
  useEffect(() => {
    void load()
  }, [])

  return { lists, load }
}

type Props = {
  address: AddressFields
  places: Places
  section: 'shipping' | 'billing'
  onChange: (part: Partial<AddressFields>) => void
  errorOf: (fieldId: string) => ReactNode
  /** put before the fields' ids and names */
  prefix?: string
  /** between the names and the first line of the address */
  lookup?: ReactNode
}

/** A name and a postal address, for delivery and for billing. */
export function AddressForm({ places, ...props }: Props) {
  if (places.lists === 'loading')
    return (
      <div aria-busy="true">
        <Skeleton count={3} />
      </div>
    )
  if (places.lists === 'failed')
    return (
      <Alert
        type="error"
        live
        action={
          <Button variant="secondary" onClick={places.load}>
            {common.tryAgain}
          </Button>
        }
      >
        <p>{common['error.unknown']}</p>
      </Alert>
    )
  return <Fields {...props} lists={places.lists} />
}

function Fields({
  address,
  lists,
  section,
  onChange,
  errorOf,
  prefix,
  lookup,
}: Omit<Props, 'places'> & { lists: Lists }) {
  const change = (part: Partial<AddressFields>) => onChange('country' in part ? { ...part, state: '' } : part)
  const bound = bindFields(address, { change, errorOf, prefix })
  const field = (name: TextName | ListName) => ({
    ...bound.text(name),
    label: ADDRESS_LABELS[name],
    autoComplete: `${section} ${AUTOFILL[name]}`,
  })
  const text = (name: TextName, options: { short?: boolean; autoCapitalize?: string; aside?: string } = {}) => (
    <TextField {...field(name)} spellCheck={false} {...options} />
  )
  const select = (name: ListName, list: Record<string, string>) => (
    <SelectField {...field(name)}>
      <option value="">{t['delivery.choose']}</option>
      {Object.entries(list).map(([id, label]) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </SelectField>
  )
  return (
    <div className={css.fields}>
      <div className={css.pair}>
        {text('firstName')}
        {text('lastName')}
      </div>
      {lookup}
      {text('address1')}
      {text('address2', { aside: `(${common.optional})` })}
      <div className={css.pair}>
        {text('town')}
        {text('postcode', { short: true, autoCapitalize: 'characters' })}
      </div>
      {select('country', lists.countries)}
      {needsState(address.country) && select('state', lists.states)}
    </div>
  )
}
