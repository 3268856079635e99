import type { ComponentProps } from 'react'
import { cx } from '../../cx.ts'
import css from './checkbox.module.css'
import { FieldError, type FieldFrame, useFieldIds } from './field.tsx'

/** A checkbox with its label, which is part of the click target. */
export function Checkbox({
  label,
  hint,
  error,
  aside,
  required,
  labelHidden,
  id: ownId,
  className,
  ...box
}: FieldFrame & Omit<ComponentProps<'input'>, keyof FieldFrame | 'type'>) {
  const { id, errorId, hintId, describedBy } = useFieldIds(ownId, hint, error)
  return (
    <div className={className}>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      <label className={css.line}>
        <input
          {...box}
          id={id}
          type="checkbox"
          className={css.box}
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
          aria-required={required || undefined}
        />
        <span className={cx(css.words, labelHidden && 'visually-hidden')}>
          {label}
          {required && (
            <span className={css.star} aria-hidden="true">
              *
            </span>
          )}
          {aside && <span className={css.aside}> {aside}</span>}
        </span>
      </label>
      {hint && (
        <p id={hintId} className={css.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
