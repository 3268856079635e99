import { checkout as t } from '@foyer/contract/messages.en.ts'
import { TextField } from '../../../ui/TextField.tsx'
import type { ContactNumber } from './payment-state.ts'

/** PAY-17..22 */
export const ContactNumberField = ({ contact, disabled }: { contact: ContactNumber; disabled?: boolean }) => (
  <TextField
    id={contact.id}
    name="contact_number"
    type="tel"
    inputMode="numeric"
    autoComplete="tel"
    label={t['payment.contactNumber']}
    hint={t['hint.contactNumber']}
    required={contact.required}
    disabled={disabled}
    value={contact.value}
    error={contact.error}
    onChange={(event) => contact.type(event.target.value)}
    onBlur={() => {
      if (contact.value.trim() !== '') contact.check()
    }}
  />
)
