import { cx } from '../cx.ts'
import css from './spinner.module.css'

/** A decorative spinner; text beside it says what is happening. With reduced motion it pulses. */
export function Spinner({ large = false, className }: { large?: boolean; className?: string }) {
  return <span className={cx(css.spinner, large && css.large, className)} aria-hidden="true" />
}
