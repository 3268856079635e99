import { cx } from '../cx.ts'
import css from './spinner.module.css'

/** The turning ring: decoration, the words beside it say what is going on. Pulses when less motion is asked for. */
export function Spinner({ large = false, className }: { large?: boolean; className?: string }) {
  return <span className={cx(css.spinner, large && css.large, className)} aria-hidden="true" />
}
