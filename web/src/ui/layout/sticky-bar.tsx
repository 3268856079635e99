import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from './sticky-bar.module.css'

type Props = {
  /** names the region: "Your order" */
  label: string
  /** left: a total */
  children?: ReactNode
  /** right: the main button */
  action: ReactNode
  /** stays on wide screens too; otherwise it goes from 1024, where a side column holds the same */
  always?: boolean
  className?: string
}

/** What the page is about, in reach of the thumb. It takes its own room, so it never lies over the page's end. */
export function StickyBar({ label, children, action, always = false, className }: Props) {
  return (
    <section aria-label={label} data-sticky="bottom" className={cx(css.bar, !always && css.narrow, className)}>
      <div className={css.words}>{children}</div>
      {action}
    </section>
  )
}
