import { pictureSrcSet } from '@foyer/contract/pages.ts'
import type { MouseEvent, ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from './event-card.module.css'

type Props = {
  href: string
  title: ReactNode
  /** "Fri 1 Oct, 7:00pm" */
  date: string
  /** machine-readable form of the date, if any */
  dateTime?: string
  place?: ReactNode
  /** who puts it on */
  by?: ReactNode
  /** a PriceTag, or text such as "Sold out" */
  price?: ReactNode
  /** a Tag over the poster */
  tag?: ReactNode
  posterSrc: string
  /** in the first row of a page: its image loads at once instead of when scrolled to */
  eager?: boolean
  heading?: 'h2' | 'h3'
}

/** The view transition name that turns a card's poster into its page's poster; the event page uses it too. */
export const POSTER_TRANSITION = 'poster'

let lastPoster: HTMLElement | undefined

/** Names the poster only when the card is clicked: a name must be unique in a page, and a list has many cards. */
function namePoster(event: MouseEvent<HTMLElement>) {
  const poster = event.currentTarget.closest('article')?.querySelector('img')
  if (!poster) return
  lastPoster?.style.removeProperty('view-transition-name')
  poster.style.setProperty('view-transition-name', POSTER_TRANSITION)
  lastPoster = poster
}

/** One event of a list: a row on a phone, a poster card from 600 pixels. The whole card links to the title's target. */
export function EventCard({
  href,
  title,
  date,
  dateTime,
  place,
  by,
  price,
  tag,
  posterSrc,
  eager = false,
  heading: Heading = 'h2',
}: Props) {
  return (
    <article className={css.card}>
      <div className={css.frame}>
        <img
          className={css.poster}
          src={posterSrc}
          srcSet={pictureSrcSet(posterSrc)}
          sizes="(min-width: 600px) 400px, 104px"
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
          <time className="event-date" dateTime={dateTime}>
            {date}
          </time>
        ) : (
          <p className="event-date">{date}</p>
        )}
        <Heading className={css.title}>
          <a className={cx('clamp', css.link)} href={href} onClick={namePoster}>
            <bdi>{title}</bdi>
          </a>
        </Heading>
        {place && (
          <p className={css.place}>
            <bdi>{place}</bdi>
          </p>
        )}
        {by && <p className={css.place}>{by}</p>}
        {price && <div className={css.price}>{price}</div>}
      </div>
    </article>
  )
}
