import type { MouseEvent, ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from './event-card.module.css'

type Props = {
  href: string
  title: ReactNode
  /** "Fri 1 Oct, 7:00pm" */
  date: string
  /** machine form of the date, where there is one */
  dateTime?: string
  place?: ReactNode
  /** a PriceTag, or words such as "Sold out" */
  price?: ReactNode
  /** a Tag over the poster */
  tag?: ReactNode
  posterSrc: string
  /** the first row of a page: drawn at once instead of when scrolled to */
  eager?: boolean
  heading?: 'h2' | 'h3'
  className?: string
}

/** The name by which the poster of a card becomes the poster of its page; the event page carries it too. */
export const POSTER_TRANSITION = 'poster'

let lastPoster: HTMLElement | undefined

/** Names the poster on its way out only: a name may stand once in a page, and a list has many. */
function namePoster(event: MouseEvent<HTMLElement>) {
  const poster = event.currentTarget.closest('article')?.querySelector('img')
  if (!poster) return
  lastPoster?.style.removeProperty('view-transition-name')
  poster.style.setProperty('view-transition-name', POSTER_TRANSITION)
  lastPoster = poster
}

/** One event of a list: a row on a phone, a poster card from 600. All of it leads where the title leads. */
export function EventCard({
  href,
  title,
  date,
  dateTime,
  place,
  price,
  tag,
  posterSrc,
  eager = false,
  heading: Heading = 'h2',
  className,
}: Props) {
  return (
    <article className={cx(css.card, className)}>
      <div className={css.frame}>
        <img
          className={css.poster}
          src={posterSrc}
          alt=""
          width={400}
          height={300}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
        />
        {tag && <div className={css.tag}>{tag}</div>}
      </div>
      <div className={css.words}>
        {dateTime ? (
          <time className={css.date} dateTime={dateTime}>
            {date}
          </time>
        ) : (
          <p className={css.date}>{date}</p>
        )}
        <Heading className={css.title}>
          <a className={css.link} href={href} onClick={namePoster}>
            {title}
          </a>
        </Heading>
        {place && <p className={css.place}>{place}</p>}
        {price && <div className={css.price}>{price}</div>}
      </div>
    </article>
  )
}
