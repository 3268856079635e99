import { common, checkout as t } from '@foyer/contract/messages.ts'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { PAYMENT_FORM, type Payment } from './payment-state.ts'
import { useDetail } from './use-detail.ts'

export function ContactNumberField({ payment }: { payment: Payment }) {
  const { phoneRequired } = payment.details
  return (
    <TextField
      {...useDetail('contactNumber', payment)}
      form={PAYMENT_FORM}
      type="tel"
      inputMode="numeric"
      autoComplete="tel"
      label={t['payment.contactNumber']}
      aside={phoneRequired ? undefined : `(${common.optional})`}
      hint={t['hint.contactNumber']}
      required={phoneRequired}
    />
  )
}
