import { cx } from '../cx.ts'
import css from './skeleton.module.css'

type Props = {
  /** the shape of the content to come: a line of text, a heading, a poster, a whole block */
  shape?: 'text' | 'title' | 'poster' | 'block'
  /** how many, stacked */
  count?: number
  className?: string
}

/** A placeholder for content that is loading. Put it in a container with `aria-busy`. */
export function Skeleton({ shape = 'text', count = 1, className }: Props) {
  return (
    <div className={cx(css.skeleton, className)} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={index} className={cx(css.bone, css[shape])} />
      ))}
    </div>
  )
}
