import { useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/display/icon.tsx'
import * as icons from '../../ui/display/icons.ts'
import { ErrorSummary } from '../../ui/forms/error-summary.tsx'
import { Checkbox } from '../../ui/forms/fields/checkbox.tsx'
import { CodeField } from '../../ui/forms/fields/code-field.tsx'
import { OptionGroup } from '../../ui/forms/fields/option-group.tsx'
import { SelectField } from '../../ui/forms/fields/select-field.tsx'
import { TextAreaField } from '../../ui/forms/fields/text-area-field.tsx'
import { TextField } from '../../ui/forms/fields/text-field.tsx'
import { QuantityInput } from '../../ui/forms/quantity/quantity-input.tsx'
import { QuantityStepper } from '../../ui/forms/quantity/quantity-stepper.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import css from './gallery.module.css'

export function Fields() {
  const [code, setCode] = useState('4071')
  const [country, setCountry] = useState('GB')
  return (
    <>
      <ErrorSummary
        title="There is a problem"
        attempt={0}
        errors={[{ fieldId: 'gallery-email', text: 'Enter an email address such as name@example.com' }]}
      />
      <TextField
        label="Email"
        hint="No account or password needed. We’ll email you a 6-digit code."
        type="email"
        autoComplete="off"
        defaultValue=""
      />
      <TextField
        id="gallery-email"
        label="Email"
        type="email"
        autoComplete="off"
        error="Enter an email address such as name@example.com"
        defaultValue="amina@"
      />
      <CodeField label="Code" hint="Six digits from the email" value={code} onChange={setCode} />
      <div className={css.two}>
        <TextField label="Postcode" short autoComplete="off" defaultValue="LS1 6LW" />
        <TextField label="Other amount" prefix="£" inputMode="decimal" aside="(optional)" defaultValue="12.50" />
        <SelectField label="Country" value={country} onChange={(event) => setCountry(event.target.value)}>
          <option value="GB">United Kingdom</option>
          <option value="US">United States</option>
        </SelectField>
        <TextField label="Reference" disabled defaultValue="FY-20418" />
      </div>
      <TextAreaField label="Your answer" required hint="Anything the venue should know." />
    </>
  )
}

export function Choices() {
  const [method, setMethod] = useState('card')
  const [amount, setAmount] = useState<string | null>('5')
  const [protect, setProtect] = useState<string | null>(null)
  return (
    <>
      <OptionGroup
        legend="How would you like to pay?"
        value={method}
        onChange={setMethod}
        options={[
          {
            value: 'card',
            label: 'Card',
            aside: <Icon shape={icons.cardIcon} />,
            panel: <TextField label="Name on card" autoComplete="off" />,
          },
          {
            value: 'bank',
            label: 'Pay by bank',
            hint: 'You confirm in your own bank’s app.',
            aside: <Icon shape={icons.bankIcon} />,
          },
          { value: 'plan', label: 'Instalments', hint: 'Not for this order', disabled: true },
        ]}
      />
      <OptionGroup
        legend="Choose an amount"
        layout="row"
        value={amount}
        onChange={setAmount}
        options={['2', '5', '10', '20'].map((pounds) => ({ value: pounds, label: `£${pounds}.00` }))}
      />
      <OptionGroup
        legend="Refund protection"
        layout="plain"
        value={protect}
        onChange={setProtect}
        error="Choose whether to add refund protection"
        options={[
          { value: 'yes', label: 'Protect my order', aside: '£3.10' },
          { value: 'no', label: 'No, thank you' },
        ]}
      />
      <div>
        <Checkbox label="City Varieties may email me about events like this one" />
        <Checkbox label="I am a UK taxpayer" defaultChecked hint="£20.00 becomes £25.00" />
        <Checkbox label="I confirm the three statements" error="Tick the box to claim Gift Aid" required />
        <Checkbox label="Same as delivery" disabled />
      </div>
    </>
  )
}

export function Quantities() {
  const [stalls, setStalls] = useState(2)
  const [balcony, setBalcony] = useState(0)
  const [lounge, setLounge] = useState(6)
  const labels = (ticket: string) => ({
    group: `Quantity, ${ticket}`,
    fewer: `Fewer ${ticket}`,
    more: `More ${ticket}`,
  })
  return (
    <Panel className={css.stack}>
      <div className={cx(css.row, css.line)}>
        <span>Stalls, adult</span>
        <QuantityStepper labels={labels('stalls')} value={stalls} onChange={setStalls} min={0} max={6} />
      </div>
      <div className={cx(css.row, css.line)}>
        <span>Balcony (none yet)</span>
        <QuantityStepper labels={labels('balcony')} value={balcony} onChange={setBalcony} min={0} max={6} />
      </div>
      <div className={cx(css.row, css.line)}>
        <span>Lounge (all six)</span>
        <QuantityStepper
          labels={labels('lounge')}
          value={lounge}
          onChange={(next) => setLounge(Math.min(6, next))}
          min={1}
          max={6}
        />
      </div>
      <div className={cx(css.row, css.line)}>
        <span>Saving</span>
        <QuantityStepper labels={labels('saving')} value={2} onChange={setStalls} disabled />
      </div>
      <div className={cx(css.row, css.line)}>
        <span>Bare input</span>
        <QuantityInput label="Quantity, programme" value={stalls} onChange={setStalls} />
      </div>
    </Panel>
  )
}
