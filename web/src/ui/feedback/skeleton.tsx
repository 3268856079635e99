import { cx } from '../cx.ts'
import css from './skeleton.module.css'

type Props = {
  /** the shape of what is coming: a line of text, a heading, a poster, a whole block */
  shape?: 'text' | 'title' | 'poster' | 'block'
  /** how many of them, under each other */
  count?: number
  className?: string
}

/** Holds the place of what is still on its way. Put it in a container with `aria-busy`. */
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
