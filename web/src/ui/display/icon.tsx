import { cx } from '../cx.ts'
import css from './icon.module.css'

type Props = {
  /** an icon from icons.ts */
  shape: string
  /** size in pixels */
  size?: 16 | 20 | 24 | 32 | 48
  className?: string
}

/** An icon in the colour of the surrounding text. It never carries meaning alone, because text beside it does. */
export function Icon({ shape, size = 24, className }: Props) {
  return (
    <svg className={cx(css.icon, className)} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shape} />
    </svg>
  )
}
