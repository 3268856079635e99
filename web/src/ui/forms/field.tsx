import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../display/icon.tsx'
import { alertIcon } from '../display/icons.ts'
import css from './field.module.css'

/** What every field has, whatever it is typed into. */
export type FieldFrame = {
  label: ReactNode
  /** stays in view while typing */
  hint?: ReactNode
  /** how to put it right; only once it is wrong */
  error?: ReactNode
  /** a quiet word after the label, such as "(optional)" */
  aside?: ReactNode
  /** marks the label with a star (the step says "* Required") and tells screen readers */
  required?: boolean
  /** the label is there for screen readers only: the words beside the field already say it */
  labelHidden?: boolean
  /** stable between loads; error summaries link to it. Made up when left out */
  id?: string
  className?: string
}

/** What the field's control must carry. */
export type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

/** The ids that tie hint and error to a control: error first, so that it is heard first. */
export function useFieldIds(given: string | undefined, hint: ReactNode, error: ReactNode) {
  const made = useId()
  const id = given ?? made
  const errorId = error ? `${id}-error` : undefined
  const hintId = hint ? `${id}-hint` : undefined
  return { id, errorId, hintId, describedBy: cx(errorId, hintId) || undefined }
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={css.error}>
      <Icon shape={alertIcon} size={20} />
      <span>{children}</span>
    </p>
  )
}

/** Label, hint and error around any one control. */
export function Field({
  label,
  hint,
  error,
  aside,
  required,
  labelHidden,
  id: given,
  className,
  children,
}: FieldFrame & { children: (control: ControlProps) => ReactNode }) {
  const { id, errorId, hintId, describedBy } = useFieldIds(given, hint, error)
  return (
    <div className={cx(css.field, className)}>
      <label htmlFor={id} className={cx(css.label, labelHidden && 'visually-hidden')}>
        {label}
        {required && (
          <span className={css.star} aria-hidden="true">
            *
          </span>
        )}
        {aside && <span className={css.aside}> {aside}</span>}
      </label>
      {hint && (
        <p id={hintId} className={css.hint}>
          {hint}
        </p>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {children({
        id,
        'aria-describedby': describedBy,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
    </div>
  )
}
