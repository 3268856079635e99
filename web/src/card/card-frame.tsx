import type { Ref } from 'react'
import { cx } from '../ui/cx.ts'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import css from './card-frame.module.css'

type Props = {
  /** the element in which the provider's script renders its fields */
  place: Ref<HTMLDivElement>
  ready: boolean
  loadingText: string
}

/** The container of a card provider's fields, with space reserved while they load. */
export function CardFrame({ place, ready, loadingText }: Props) {
  return (
    <div className={css.card} aria-busy={!ready}>
      {!ready && (
        <div role="status" className={css.loading}>
          <span className="visually-hidden">{loadingText}</span>
          <Skeleton />
        </div>
      )}
      <div ref={place} className={cx(!ready && css.hidden)} />
    </div>
  )
}
