import { type ReactNode, useId } from 'react'
import { cx } from '../../cx.ts'
import { Icon } from '../../display/icon.tsx'
import { alertIcon } from '../../display/icons.ts'
import css from './field.module.css'

/** The properties every field has, whatever its control. */
export type FieldFrame = {
  label: ReactNode
  /** stays visible while typing */
  hint?: ReactNode
  /** how to correct the value; only when it is invalid */
  error?: ReactNode
  /** secondary text after the label, such as "(optional)" */
  aside?: ReactNode
  /** marks the label with a star (the step says "* Required") and informs screen readers */
  required?: boolean
  /** the label is only for screen readers, because visible text beside the field already says it */
  labelHidden?: boolean
  /** stable between loads, because error summaries link to it; generated when absent */
  id?: string
  className?: string
}

/** Separates the properties of the frame from those of the control. */
export function splitField<P extends FieldFrame>(props: P) {
  const { label, hint, error, aside, required, labelHidden, id, className, ...control } = props
  return { frame: { label, hint, error, aside, required, labelHidden, id, className }, control }
}

/** The attributes that the field's control must have. */
export type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

/** The ids that connect hint and error to a control: error first, so that it is read out first. */
export function useFieldIds(ownId: string | undefined, hint: ReactNode, error: ReactNode) {
  const generatedId = useId()
  const id = ownId ?? generatedId
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

/** Label, hint and error around any control. */
export function Field({
  label,
  hint,
  error,
  aside,
  required,
  labelHidden,
  id: ownId,
  className,
  children,
}: FieldFrame & { children: (control: ControlProps) => ReactNode }) {
  const { id, errorId, hintId, describedBy } = useFieldIds(ownId, hint, error)
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
