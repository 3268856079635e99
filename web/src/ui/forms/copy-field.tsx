import type { ReactNode } from 'react'
import { Button } from '../actions/button.tsx'
import { cx } from '../cx.ts'
import { copyIcon, tickIcon } from '../display/icons.ts'
import { announce } from '../feedback/announce.ts'
import { useCopy } from '../hooks/use-copy.ts'
import css from './copy-field.module.css'
import control from './fields/control.module.css'
import { Field } from './fields/field.tsx'

type Props = {
  label: ReactNode
  value: string
  labels: {
    /** the button's label: "Copy link" */
    copy: string
    /** the button's label for two seconds after copying, also announced: "Copied" */
    copied: string
  }
  hint?: ReactNode
  /** more than one row, for a text to share */
  rows?: number
  /** a reference or code: uses a monospaced font */
  code?: boolean
  id?: string
  className?: string
}

/** A read-only text to copy: selected on focus, with a copy button. */
export function CopyField({ label, value, labels, hint, rows, code, id, className }: Props) {
  const { copied, copy } = useCopy()

  const copyValue = async () => {
    if (await copy(value)) announce(labels.copied)
  }

  return (
    <Field label={label} hint={hint} id={id} className={className}>
      {(fieldProps) => {
        const inputProps = {
          ...fieldProps,
          value,
          readOnly: true,
          spellCheck: false,
          className: cx(control.control, code && control.code, code && css.code),
          onFocus: (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => event.currentTarget.select(),
        }
        return (
          <div className={cx(css.line, rows !== undefined && css.column)}>
            {rows ? <textarea rows={rows} {...inputProps} /> : <input type="text" {...inputProps} />}
            <Button variant="secondary" icon={copied ? tickIcon : copyIcon} className={css.button} onClick={copyValue}>
              {copied ? labels.copied : labels.copy}
            </Button>
          </div>
        )
      }}
    </Field>
  )
}
