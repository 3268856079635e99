import type { ReactNode } from 'react'
import css from './empty-state.module.css'

type Props = {
  title?: ReactNode
  heading?: 'h1' | 'h2' | 'h3'
  /** one sentence */
  children: ReactNode
  /** one action */
  action?: ReactNode
}

/** A placeholder for an empty list: a drawing, one sentence, one action. */
export function EmptyState({ title, heading: Heading = 'h2', children, action }: Props) {
  return (
    <div className={css.empty}>
      <svg className={css.drawing} width={112} height={112} viewBox="0 0 112 112" aria-hidden="true">
        <path className={css.soft} d="M0 54V14A14 14 0 0 1 14 0h40v54Z" />
        <path className={css.accent} d="M0 54A54 54 0 0 1 54 0v54Z" />
        <path className={css.brassSoft} d="M58 0h40a14 14 0 0 1 14 14v40H58Z" />
        <circle className={css.glow} cx="85" cy="27" r="15" />
        <path className={css.brassSoft} d="M0 58h54v54H14A14 14 0 0 1 0 98Z" />
        <path className={css.brass} d="M0 85a27 27 0 0 1 54 0Zm0 27a27 27 0 0 1 54 0Z" />
        <path className={css.soft} d="M58 58h54v40a14 14 0 0 1-14 14H58Z" />
        <path className={css.accent} d="M70 112V85a15 15 0 0 1 30 0v26.9A14 14 0 0 1 98 112Z" />
      </svg>
      {title && <Heading className={css.title}>{title}</Heading>}
      <p className={css.words}>{children}</p>
      {action}
    </div>
  )
}
