import { type ReactNode, useId } from 'react'
import { cx } from '../../cx.ts'
import { FieldError, useFieldIds } from './field.tsx'
import css from './option-group.module.css'

export type Option = {
  value: string
  label: ReactNode
  hint?: ReactNode
  /** on the right: a price, a logo */
  aside?: ReactNode
  disabled?: boolean
  /** a sub-form, shown below the option while it is selected */
  panel?: ReactNode
}

type Props = {
  /** the question that the options answer */
  legend: ReactNode
  legendHidden?: boolean
  options: readonly Option[]
  /** null: nothing is selected yet */
  value: string | null
  onChange: (value: string) => void
  /** shared by the radios; generated when absent */
  name?: string
  /** stacked cards with shared borders, tiles in a row (amounts), or plain radios */
  layout?: 'stack' | 'row' | 'plain'
  hint?: ReactNode
  error?: ReactNode
  disabled?: boolean
  /** stable, because error summaries link to it; the id of the first radio */
  id?: string
  className?: string
}

/** A choice between a few options, as real radios, so that arrow keys, forms and screen readers work. */
export function OptionGroup({
  legend,
  legendHidden,
  options,
  value,
  onChange,
  name,
  layout = 'stack',
  hint,
  error,
  disabled,
  id: ownId,
  className,
}: Props) {
  const group = useId()
  const { id, errorId, hintId, describedBy } = useFieldIds(ownId, hint, error)
  return (
    <fieldset
      className={cx(css.group, className)}
      disabled={disabled}
      aria-describedby={describedBy}
      aria-invalid={error ? true : undefined}
    >
      <legend className={cx(css.legend, legendHidden && 'visually-hidden')}>{legend}</legend>
      {hint && (
        <p id={hintId} className={css.groupHint}>
          {hint}
        </p>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      <div className={cx(css[layout], layout !== 'plain' && css.boxed)}>
        {options.map((option, index) => {
          const chosen = option.value === value
          const optionId = index === 0 ? id : `${id}-${index}`
          const optionHint = option.hint ? `${optionId}-about` : undefined
          return (
            <div key={option.value} className={css.option}>
              <label className={css.line}>
                <input
                  id={optionId}
                  type="radio"
                  name={name ?? group}
                  value={option.value}
                  checked={chosen}
                  disabled={option.disabled}
                  aria-describedby={optionHint}
                  className={css.radio}
                  onChange={() => onChange(option.value)}
                />
                <span className={css.label}>{option.label}</span>
                {option.aside && <span className={css.aside}>{option.aside}</span>}
                {option.hint && (
                  <span id={optionHint} className={css.hint}>
                    {option.hint}
                  </span>
                )}
              </label>
              {chosen && option.panel && <div className={css.panel}>{option.panel}</div>}
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}
