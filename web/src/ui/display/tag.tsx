import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from './tag.module.css'

export type TagTone = 'plain' | 'brass' | 'success' | 'warning' | 'error' | 'info'

/** A short label: "Sold out", "Non-refundable". Not a control. */
export function Tag({ tone = 'plain', children }: { tone?: TagTone; children: ReactNode }) {
  return <span className={cx(css.tag, css[tone])}>{children}</span>
}
