import { cx } from '../cx.ts'
import css from './skeleton.module.css'

type Props = {
  /** how many, stacked */
  count?: number
  className?: string
}

/** A placeholder for content that is loading. Put it in a container with `aria-busy`. */
export function Skeleton({ count = 1, className }: Props) {
  return (
    <div className={cx(css.skeleton, className)} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={index} className={css.bone} />
      ))}
    </div>
  )
}
