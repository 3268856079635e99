import { cx } from '../cx.ts'
import css from './icon.module.css'

type Props = {
  /** a drawing of icons.ts */
  shape: string
  /** edge in pixels */
  size?: 16 | 20 | 24 | 32 | 48
  className?: string
}

/** A drawing in the colour of the words around it. Never holds meaning alone: the words beside it do. */
export function Icon({ shape, size = 24, className }: Props) {
  return (
    <svg className={cx(css.icon, className)} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shape} />
    </svg>
  )
}
