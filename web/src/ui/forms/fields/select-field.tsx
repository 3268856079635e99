import type { ComponentProps } from 'react'
import { Icon } from '../../display/icon.tsx'
import { chevronIcon } from '../../display/icons.ts'
import control from './control.module.css'
import { Field, type FieldFrame, splitField } from './field.tsx'

/** The native select with `option` children, which works with every phone, keyboard and autofill. */
export function SelectField(props: FieldFrame & Omit<ComponentProps<'select'>, keyof FieldFrame>) {
  const { frame, control: select } = splitField(props)
  return (
    <Field {...frame}>
      {(fieldProps) => (
        <div className={control.select}>
          <select {...select} {...fieldProps} className={control.control} />
          <Icon shape={chevronIcon} size={20} />
        </div>
      )}
    </Field>
  )
}
