import { shiftPage as t } from '@foyer/contract/office/counter/messages.en.ts'
import type { OfficeShell } from '@foyer/contract/office/pages.ts'
import type { Currency } from '@foyer/domain/money/money.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { SelectField } from '../../../ui/forms/fields/select-field.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { sentValue } from '../../form/form.tsx'
import { PlainForm } from '../../form/plain-form.tsx'

type Props = {
  formKey: string
  shell: OfficeShell
  currency: Currency
  /** to choose from, before the shift is open */
  currencies?: string[]
  isOpen: boolean
}

/** The cash that a shift begins with: opens one, or is counted while it is open. Nobody has to. */
export function OpeningFloat({ formKey, shell, currency, currencies = [], isOpen }: Props) {
  const isSettled = isOpen || currencies.length < 2
  return (
    <PlainForm
      call="open_shift"
      shell={shell}
      sends={{ form_key: `${formKey}-float` }}
      className="office-row"
      id="float"
    >
      {isSettled ? (
        <input type="hidden" name="currency" value={currency.code} />
      ) : (
        <SelectField
          label={t.currency}
          name="currency"
          defaultValue={sentValue(shell, 'open_shift', 'currency') || currency.code}
        >
          {currencies.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </SelectField>
      )}
      <TextField
        label={t.float}
        hint={t['float.hint']}
        name="float"
        inputMode="decimal"
        autoComplete="off"
        short
        prefix={isSettled && currency.symbol}
        defaultValue={sentValue(shell, 'open_shift', 'float')}
      />
      <Button type="submit" variant="secondary">
        {isOpen ? t['float.button'] : t['open.button']}
      </Button>
    </PlainForm>
  )
}
