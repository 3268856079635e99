import { checkout as t } from '@foyer/contract/messages.ts'
import type { AddressFields } from '@foyer/domain/delivery/address.ts'
import { bindFields } from '../../../ui/forms/bind-fields.ts'
import { Checkbox } from '../../../ui/forms/fields/checkbox.tsx'
import { FieldError } from '../../../ui/forms/fields/field.tsx'
import { AddressForm, usePlaces } from '../../forms/address-form.tsx'
import css from './payment.module.css'

/** The whole address, for problems that belong to none of its fields. */
export const BILLING_ADDRESS = 'billing_address'
const PREFIX = 'billing_'
export const billingFieldId = (field: string) => `${PREFIX}${field}`

/** `same`: the billing address is the delivery address. */
export type BillingDraft = AddressFields & { same: boolean }

type Props = {
  draft: BillingDraft
  hasDelivery: boolean
  disabled: boolean
  errorOf: (fieldId: string) => string
  onChange: (part: Partial<BillingDraft>) => void
}

/** The card holder's address. The delivery address is used unless the buyer chooses another one. */
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
          {...bindFields(draft, { change: onChange, prefix: PREFIX }).box('same')}
          label={t['payment.sameAsDelivery']}
        />
      )}
      {!(hasDelivery && draft.same) && <Fields draft={draft} errorOf={errorOf} onChange={onChange} />}
    </fieldset>
  )
}

function Fields({ draft, errorOf, onChange }: Pick<Props, 'draft' | 'errorOf' | 'onChange'>) {
  const places = usePlaces()
  return (
    <AddressForm
      address={draft}
      places={places}
      section="billing"
      prefix={PREFIX}
      onChange={onChange}
      errorOf={errorOf}
    />
  )
}
