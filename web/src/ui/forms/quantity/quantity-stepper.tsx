import { Button } from '../../actions/button.tsx'
import { minusIcon, plusIcon } from '../../display/icons.ts'
import { QuantityInput, type QuantityProps } from './quantity-input.tsx'
import css from './quantity-stepper.module.css'

type Props = QuantityProps & {
  labels: {
    /** "Quantity, {ticket}" */
    group: string
    /** "Fewer {ticket}" */
    fewer: string
    /** "More {ticket}" */
    more: string
  }
}

/**
 * Minus, number, plus. At the ends of the range the buttons stay visible and focusable, but pressing them does nothing. A
 * `fieldset` is a group by default, and one attribute disables all three.
 */
export function QuantityStepper({ labels, disabled, ...quantity }: Props) {
  const { value, min = 1, max = Number.POSITIVE_INFINITY, onChange } = quantity
  const buttonProps = (next: number, atLimit: boolean) => ({
    'aria-disabled': atLimit || undefined,
    onClick: () => {
      if (!atLimit) onChange(next)
    },
  })
  return (
    <fieldset className={css.stepper} aria-label={labels.group} disabled={disabled}>
      <Button
        variant="quiet"
        icon={minusIcon}
        iconOnly
        className={css.end}
        aria-label={labels.fewer}
        {...buttonProps(value - 1, value <= min)}
      />
      <QuantityInput {...quantity} label={labels.group} className={css.number} />
      <Button
        variant="quiet"
        icon={plusIcon}
        iconOnly
        className={css.end}
        aria-label={labels.more}
        {...buttonProps(value + 1, value >= max)}
      />
    </fieldset>
  )
}
