import { type ChangeEvent, type KeyboardEvent, useState } from 'react'
import { cx } from '../cx.ts'
import control from './control.module.css'
import css from './quantity-input.module.css'

export type QuantityProps = {
  value: number
  /**
   * Every whole number typed that is not below `min`. One above `max` comes through uncut: cutting it down and
   * saying so is the basket's rule.
   */
  onChange: (value: number) => void
  /** 1 unless said otherwise */
  min?: number
  max?: number
  disabled?: boolean
  id?: string
  /** warnings about this quantity */
  describedBy?: string
  invalid?: boolean
}

const DIGITS = 4

/** What was typed, as digits only: no signs, no points, no exponents. */
const digitsOf = (text: string) => text.replace(/\D/g, '').slice(0, DIGITS)

/** A number of tickets as text, so that no wheel changes it by accident; the up and down keys do, as the role promises. */
export function QuantityInput({
  value,
  onChange,
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
  // half-typed text stays; anything the owner of the number has decided otherwise does not
  const unfinished = draft !== null && (draft === '' || Number(draft) < min)

  const type = (event: ChangeEvent<HTMLInputElement>) => {
    const digits = digitsOf(event.target.value)
    setDraft(digits)
    const number = Number(digits)
    if (digits !== '' && number >= min && number !== value) onChange(number)
  }

  const step = (event: KeyboardEvent) => {
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
      aria-invalid={invalid || undefined}
      disabled={disabled}
      className={cx(control.control, css.quantity, className)}
      value={unfinished ? draft : String(value)}
      onChange={type}
      onKeyDown={step}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => setDraft(null)}
    />
  )
}
