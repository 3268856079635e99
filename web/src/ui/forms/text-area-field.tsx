import type { ComponentProps } from 'react'
import control from './control.module.css'
import { Field, type FieldFrame } from './field.tsx'

/** Several lines of text. */
export function TextAreaField({
  label,
  hint,
  error,
  aside,
  required,
  labelHidden,
  id,
  className,
  ...area
}: FieldFrame & Omit<ComponentProps<'textarea'>, keyof FieldFrame>) {
  return (
    <Field {...{ label, hint, error, aside, required, labelHidden, id, className }}>
      {(given) => <textarea {...area} {...given} className={control.control} />}
    </Field>
  )
}
