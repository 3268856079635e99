import { cx } from '../cx.ts'
import css from './price-tag.module.css'

type Props = {
  /** the price in minor units: 0 or less is free */
  priceMinor: number
  /** the formatted price: "£27.50" or "From £27.50" */
  text: string
  /** "FREE" */
  freeText: string
  className?: string
}

/** The price of an item. */
export function PriceTag({ priceMinor, text, freeText, className }: Props) {
  const free = priceMinor <= 0
  return (
    <span className={cx(css.price, className)}>
      <span className={css.amount}>{free ? freeText : text}</span>
    </span>
  )
}
