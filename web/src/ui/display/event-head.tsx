import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from './event-head.module.css'

type Props = {
  thumbnail: string
  title: string
  /** the event's page */
  url?: string
  /** the date as it is shown */
  date: string
  dateTime?: string
  heading?: 'h2' | 'h3'
  className?: string
  /** further details: the place, the tickets, their price */
  children?: ReactNode
}

/** The event that a card or a page is about: its picture, date and title. */
export const EventHead = ({
  thumbnail,
  title,
  url,
  date,
  dateTime,
  heading: Heading = 'h2',
  className,
  children,
}: Props) => (
  <header className={cx(css.head, className)}>
    <img src={thumbnail} alt="" width={400} height={300} decoding="async" />
    <div>
      <time className="event-date" dateTime={dateTime}>
        {date}
      </time>
      <Heading>
        {url ? (
          <a href={url} className="clamp">
            <bdi>{title}</bdi>
          </a>
        ) : (
          <bdi>{title}</bdi>
        )}
      </Heading>
      <div className={css.more}>{children}</div>
    </div>
  </header>
)
