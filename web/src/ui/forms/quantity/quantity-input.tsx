import { type ChangeEvent, type KeyboardEvent, useState } from 'react'
import { cx } from '../../cx.ts'
import control from '../fields/control.module.css'
import css from './quantity-input.module.css'

export type QuantityProps = {
  value: number
  /**
   * Called with every whole number typed that is not below `min`. One above `max` is passed on unchanged: the basket limits it
   * and shows why.
   */
  onChange: (value: number) => void
  /** The field's text is not a quantity: it is empty, too small, or not a whole number. */
  onUnfinished?: () => void
  /** 1 by default */
  min?: number
  max?: number
  disabled?: boolean
  id?: string
  /** warnings about this quantity */
  describedBy?: string
  invalid?: boolean
}

const DIGITS = 4

const quantityOf = (text: string, min: number): number | null =>
  /^\d+$/.test(text) && Number(text) >= min ? Number(text) : null

/**
 * A number of tickets as a text input, so that a mouse wheel does not change it; the up and down keys do. Any other text stays
 * until the field loses focus, and then the last valid number returns.
 */
export function QuantityInput({
  value,
  onChange,
  onUnfinished,
  min = 1,
  max,
  disabled,
  id,
  describedBy,
  invalid,
  label,
  className,
}: QuantityProps & { /** "Quantity, {ticket}" */ label: string; className?: string }) {
  const [draft, setDraft] = useState<string | null>(null)
  const unfinished = draft !== null && quantityOf(draft, min) === null

  const onType = (event: ChangeEvent<HTMLInputElement>) => {
    const text = event.target.value.trim()
    const quantity = quantityOf(text, min)
    setDraft(text)
    if (quantity === null) onUnfinished?.()
    else if (quantity !== value || unfinished) onChange(quantity)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const next = value + by
    setDraft(null)
    if (next >= min && next <= (max ?? next)) onChange(next)
  }

  return (
    <input
      id={id}
      type="text"
      inputMode="numeric"
      role="spinbutton"
      autoComplete="off"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-describedby={describedBy}
      aria-invalid={invalid || (unfinished && draft !== '') || undefined}
      disabled={disabled}
      maxLength={DIGITS}
      className={cx(control.control, css.quantity, className)}
      value={unfinished ? draft : String(value)}
      onChange={onType}
      onKeyDown={onKeyDown}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => setDraft(null)}
    />
  )
}
