import type { ReactNode } from 'react'
import { Spinner } from './spinner.tsx'
import css from './waiting-card.module.css'

type Props = {
  /** the step's own text: "Reserving your tickets" */
  title: ReactNode
  heading?: 'h1' | 'h2' | 'h3'
  /** a line that can change while waiting; announced politely */
  children?: ReactNode
  /** shown at once instead of after 300 ms, for waits that are known to be long */
  atOnce?: boolean
}

/** The card of a step that waits. It never appears for waits shorter than 300 ms. */
export function WaitingCard({ title, heading: Heading = 'h1', children, atOnce = false }: Props) {
  return (
    <div role="status" className={atOnce ? css.card : css.later}>
      <Spinner large />
      <Heading className={css.title}>{title}</Heading>
      {children && <div className={css.words}>{children}</div>}
    </div>
  )
}
