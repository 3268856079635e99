import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import css from './panel.module.css'

/** A box for content that belongs together. */
export function Panel({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx(css.panel, className)} />
}
