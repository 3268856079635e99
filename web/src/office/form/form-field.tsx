import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { Checkbox } from '../../ui/forms/fields/checkbox.tsx'
import { FieldError } from '../../ui/forms/fields/field.tsx'
import { SelectField } from '../../ui/forms/fields/select-field.tsx'
import { TextAreaField } from '../../ui/forms/fields/text-area-field.tsx'
import { TextField } from '../../ui/forms/fields/text-field.tsx'
import { idOf } from './page-form.tsx'

type Field = OfficePageData['event_form']['parts'][number]['rows'][number]['fields'][number]
type Props = { field: Field; name: string; shell: OfficeShell }

/** The calls that send such fields. */
const WITH_FIELDS = ['save_event', 'save_settings', 'save_shop']

/** A field as the server describes it. The input of a refused form takes precedence over the saved value. */
export function FormField({ field, name, shell }: Props) {
  const { control, label, effect, options, prefix, required } = field
  const sent = shell.failed && WITH_FIELDS.includes(shell.failed.call) ? shell.failed.sent : {}
  const value = sent[`${name}[]`] ?? sent[name] ?? field.value
  const hint =
    field.hint || effect ? (
      <>
        {field.hint} {effect && <strong className="office-effect">{effect}</strong>}
      </>
    ) : undefined
  const frame = { label, hint, required, id: idOf(name), error: shell.failed?.problems[name] }
  switch (control) {
    case 'flag':
      return (
        <div>
          {/* An unchecked box sends nothing; this distinguishes it from a field that the form doesn't have. */}
          <input type="hidden" name={name} value="0" />
          <Checkbox {...frame} name={name} value="1" defaultChecked={value.endsWith('1')} />
        </div>
      )
    case 'long':
      return <TextAreaField {...frame} name={name} defaultValue={value} rows={value.length > 200 ? 10 : 3} />
    case 'choice':
      return (
        <SelectField {...frame} name={name} defaultValue={value}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </SelectField>
      )
    case 'many': {
      if (options.length === 0) return null
      const chosen = value.split('\n')
      return (
        <fieldset id={frame.id} tabIndex={-1} className="office-checks">
          <legend className="office-legend">{label}</legend>
          {frame.error && <FieldError id={`${frame.id}-error`}>{frame.error}</FieldError>}
          <input type="hidden" name={`${name}[]`} value="" />
          {options.map((option) => (
            <Checkbox
              key={option.value}
              label={option.label}
              name={`${name}[]`}
              value={option.value}
              defaultChecked={chosen.includes(option.value)}
            />
          ))}
        </fieldset>
      )
    }
    case 'moment':
      return <TextField {...frame} name={name} type="datetime-local" defaultValue={value} />
    case 'amount':
      return <TextField {...frame} name={name} prefix={prefix} inputMode="decimal" defaultValue={value} />
    case 'percent':
      return <TextField {...frame} name={name} suffix="%" inputMode="decimal" defaultValue={value} />
    case 'number':
      return <TextField {...frame} name={name} inputMode="numeric" short defaultValue={value} />
    default:
      return <TextField {...frame} name={name} defaultValue={value} />
  }
}
