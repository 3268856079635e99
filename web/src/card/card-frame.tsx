import type { Ref } from 'react'
import { cx } from '../ui/cx.ts'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import css from './card-frame.module.css'

type Props = {
  /** where the provider's script draws its fields */
  place: Ref<HTMLDivElement>
  ready: boolean
  loadingText: string
  /** shown instead of waiting, while the provider cannot be asked yet */
  notYet?: string
}

/** The place of a card provider's fields, with the space they will take while they load. */
export function CardFrame({ place, ready, loadingText, notYet }: Props) {
  const loading = !ready && !notYet
  return (
    <div className={css.card} aria-busy={loading}>
      {notYet && <p className={css.note}>{notYet}</p>}
      {loading && (
        <div role="status" className={css.loading}>
          <span className="visually-hidden">{loadingText}</span>
          <Skeleton shape="block" />
        </div>
      )}
      <div ref={place} className={cx(!ready && css.hidden)} />
    </div>
  )
}
