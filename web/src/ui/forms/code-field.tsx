import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import css from './code-field.module.css'
import control from './control.module.css'
import { Field, type FieldFrame } from './field.tsx'

export const CODE_LENGTH = 6

/** "123-456 " becomes "123456": only the digits count, however the code was copied. */
export const codeDigits = (text: string): string => text.replace(/\D/g, '').slice(0, CODE_LENGTH)

type Props = FieldFrame &
  Omit<ComponentProps<'input'>, keyof FieldFrame | 'value' | 'onChange' | 'maxLength'> & {
    value: string
    /** the digits typed or pasted so far, six at most */
    onChange: (digits: string) => void
  }

/**
 * The code from the email, in one input so that paste and autofill work everywhere. It has no maxlength, which would cut a
 * pasted "123 456" before the space is removed, and it never submits the form automatically.
 */
export function CodeField({
  label,
  hint,
  error,
  aside,
  required,
  labelHidden,
  id,
  className,
  value,
  onChange,
  ...input
}: Props) {
  return (
    <Field {...{ label, hint, error, aside, required, labelHidden, id, className }}>
      {(given) => (
        <input
          name="code"
          autoComplete="one-time-code"
          enterKeyHint="done"
          {...input}
          {...given}
          type="text"
          inputMode="numeric"
          className={cx(control.control, css.code)}
          value={value}
          onChange={(event) => onChange(codeDigits(event.target.value))}
        />
      )}
    </Field>
  )
}
