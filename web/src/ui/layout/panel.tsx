import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import css from './panel.module.css'

/** A sheet of paper on the page: what belongs together. */
export function Panel({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx(css.panel, className)} />
}
