import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../../cx.ts'
import control from './control.module.css'
import { Field, type FieldFrame, splitField } from './field.tsx'

type Props = FieldFrame &
  Omit<ComponentProps<'input'>, keyof FieldFrame | 'prefix'> & {
    /** before the input: a currency sign */
    prefix?: ReactNode
    /** after the input: a unit or a button */
    suffix?: ReactNode
    /** as wide as a postcode */
    short?: boolean
  }

/** One line of text. All input attributes (`type`, `autoComplete`, `inputMode` ...) are passed through. */
export function TextField(props: Props) {
  const { frame, control: rest } = splitField(props)
  const { prefix, suffix, short, ...input } = rest
  return (
    <Field {...frame}>
      {(fieldProps) => {
        const element = <input {...input} {...fieldProps} className={cx(control.control, short && control.short)} />
        if (!prefix && !suffix) return element
        return (
          <div className={control.joined}>
            {prefix && <span className={control.affix}>{prefix}</span>}
            {element}
            {suffix && <span className={control.affix}>{suffix}</span>}
          </div>
        )
      }}
    </Field>
  )
}
