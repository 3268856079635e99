import { codeDigits } from '@foyer/domain/people/one-time-code.ts'
import type { ComponentProps } from 'react'
import { cx } from '../../cx.ts'
import css from './code-field.module.css'
import control from './control.module.css'
import { Field, type FieldFrame, splitField } from './field.tsx'

type Props = FieldFrame &
  Omit<ComponentProps<'input'>, keyof FieldFrame | 'value' | 'onChange' | 'maxLength'> & {
    value: string
    /** the code has more digits than usual */
    isLong?: boolean
    /** the digits typed or pasted so far, at most as many as the code has */
    onChange: (digits: string) => void
  }

/**
 * The code from the email, in one input so that paste and autofill work everywhere. It has no maxlength, which would cut a
 * pasted "123 456" before the space is removed, and it never submits the form automatically.
 */
export function CodeField(props: Props) {
  const { frame, control: rest } = splitField(props)
  const { value, isLong = false, onChange, ...input } = rest
  return (
    <Field {...frame}>
      {(fieldProps) => (
        <input
          name="code"
          autoComplete="one-time-code"
          enterKeyHint="done"
          {...input}
          {...fieldProps}
          type="text"
          inputMode="numeric"
          className={cx(control.control, css.code, isLong && css.long)}
          value={value}
          onChange={(event) => onChange(codeDigits(event.target.value, isLong))}
        />
      )}
    </Field>
  )
}
