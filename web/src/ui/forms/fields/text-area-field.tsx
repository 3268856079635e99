import type { ComponentProps } from 'react'
import control from './control.module.css'
import { Field, type FieldFrame, splitField } from './field.tsx'

/** Several lines of text. */
export function TextAreaField(props: FieldFrame & Omit<ComponentProps<'textarea'>, keyof FieldFrame>) {
  const { frame, control: area } = splitField(props)
  return <Field {...frame}>{(fieldProps) => <textarea {...area} {...fieldProps} className={control.control} />}</Field>
}
