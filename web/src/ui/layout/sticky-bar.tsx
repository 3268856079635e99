import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from './sticky-bar.module.css'

type Props = {
  /** the accessible name of the region: "Your order" */
  label: string
  /** on the left: a total */
  children?: ReactNode
  /** on the right: the main button */
  action: ReactNode
  /** stays on wide screens too; otherwise hidden from 1024 pixels, where a side column has the same content */
  always?: boolean
  className?: string
}

/** The main content of the page within thumb's reach. It takes its own space, so it never covers the end of the page. */
export function StickyBar({ label, children, action, always = false, className }: Props) {
  return (
    <section
      aria-label={label}
      data-sticky="bottom"
      className={cx(css.bar, 'no-print', !always && css.narrow, className)}
    >
      <div className={css.words}>{children}</div>
      {action}
    </section>
  )
}
