import { common, checkout as t } from '@foyer/contract/messages.en.ts'
import { type AddressFields, needsState } from '@foyer/domain/delivery/address.ts'
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { FieldError } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import forms from '../../forms/forms.module.css'
import { useStore } from '../../state/context.tsx'
import css from './payment.module.css'

/** The whole of it, for what is wrong with no field of its own. */
export const BILLING_ADDRESS = 'billing_address'
export const billingFieldId = (field: string) => `billing_${field}`

/** `same`: it is the delivery address. */
export type BillingDraft = AddressFields & { same: boolean }
type Places = { countries: Record<string, string>; states: Record<string, string> }

const TEXTS = {
  first_name: [t['delivery.firstName'], 'given-name'],
  last_name: [t['delivery.lastName'], 'family-name'],
  address_1: [t['delivery.address1'], 'address-line1'],
  address_2: [t['delivery.address2'], 'address-line2'],
  town: [t['delivery.town'], 'address-level2'],
  postcode: [t['delivery.postcode'], 'postal-code'],
} as const
const LISTS = {
  country: [t['delivery.country'], 'country-name'],
  state: [t['delivery.state'], 'address-level1'],
} as const

type Props = {
  draft: BillingDraft
  hasDelivery: boolean
  disabled: boolean
  errorOf: (fieldId: string) => string
  onChange: (part: Partial<BillingDraft>) => void
}

/** Where the card holder lives (OPEN-74); the delivery address, unless it is another (nothing is asked twice). */
export function BillingAddress({ draft, hasDelivery, disabled, errorOf, onChange }: Props) {
  const wrong = errorOf(BILLING_ADDRESS)
  return (
    <fieldset
      id={BILLING_ADDRESS}
      tabIndex={-1}
      disabled={disabled}
      className={css.form}
      aria-describedby={wrong ? `${BILLING_ADDRESS}-error` : undefined}
    >
      <legend className={css.legend}>{t['payment.billingAddress']}</legend>
      {wrong && <FieldError id={`${BILLING_ADDRESS}-error`}>{wrong}</FieldError>}
      {hasDelivery && (
        <Checkbox
          id="billing_same"
          name="billing_same"
          label={t['payment.sameAsDelivery']}
          checked={draft.same}
          onChange={(event) => onChange({ same: event.target.checked })}
        />
      )}
      {!(hasDelivery && draft.same) && <Fields draft={draft} errorOf={errorOf} onChange={onChange} />}
    </fieldset>
  )
}

function Fields({ draft, errorOf, onChange }: Pick<Props, 'draft' | 'errorOf' | 'onChange'>) {
  const store = useStore()
  const [places, setPlaces] = useState<Places | 'loading' | 'failed'>('loading')

  const load = async () => {
    setPlaces('loading')
    const answer = await store.call('get_address_all_countries_states')
    setPlaces(answer.ok ? answer.reply : 'failed')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per visit
  useEffect(() => {
    void load()
  }, [])

  if (places === 'loading') return <Skeleton shape="block" count={2} />
  if (places === 'failed')
    return (
      <Alert
        type="error"
        live
        action={
          <Button variant="secondary" onClick={load}>
            {common.tryAgain}
          </Button>
        }
      >
        <p>{common['error.unknown']}</p>
      </Alert>
    )

  const frame = (name: keyof typeof TEXTS | keyof typeof LISTS, [label, token]: readonly [string, string]) => ({
    id: billingFieldId(name),
    name: billingFieldId(name),
    label,
    autoComplete: `billing ${token}`,
    value: draft[name],
    error: errorOf(billingFieldId(name)),
  })
  const text = (name: keyof typeof TEXTS, more: { short?: boolean; autoCapitalize?: string; aside?: string } = {}) => (
    <TextField
      {...frame(name, TEXTS[name])}
      spellCheck={false}
      {...more}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  )
  const list = (name: keyof typeof LISTS, options: Record<string, string>) => (
    <SelectField
      {...frame(name, LISTS[name])}
      onChange={(event) => onChange({ [name]: event.target.value, ...(name === 'country' && { state: '' }) })}
    >
      <option value="">{t['delivery.choose']}</option>
      {Object.entries(options).map(([id, words]) => (
        <option key={id} value={id}>
          {words}
        </option>
      ))}
    </SelectField>
  )
  return (
    <>
      <div className={forms.pair}>
        {text('first_name')}
        {text('last_name')}
      </div>
      {text('address_1')}
      {text('address_2', { aside: `(${common.optional})` })}
      {text('town')}
      {text('postcode', { short: true, autoCapitalize: 'characters' })}
      {list('country', places.countries)}
      {needsState(draft.country) && list('state', places.states)}
    </>
  )
}
