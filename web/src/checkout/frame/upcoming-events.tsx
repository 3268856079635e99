import { common } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import type { Organiser } from '@foyer/contract/types.ts'
import { useId } from 'react'
import { cx } from '../../ui/cx.ts'
import css from './upcoming-events.module.css'

type Props = {
  /** "Continue shopping", "Browse more events" */
  title: string
  organisers: readonly Organiser[]
  /** links to all events, even when none of these organisers has another event */
  allEvents?: boolean
}

const MOST = 3

/** Up to three events in all, as many of each organiser as of the others. */
function fewOf(organisers: readonly Organiser[]): Organiser[] {
  const withMore = organisers.filter((organiser) => organiser.upcoming_events.length > 0).slice(0, MOST)
  return withMore.map((organiser, index) => ({
    ...organiser,
    upcoming_events: organiser.upcoming_events.slice(0, Math.ceil((MOST - index) / withMore.length)),
  }))
}

/** Other events of the organisers in this basket. */
export function UpcomingEvents({ title, organisers, allEvents = false }: Props) {
  const id = useId()
  const withMore = fewOf(organisers)
  if (withMore.length === 0 && !allEvents) return null
  return (
    <section className={css.more} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className={css.organisers}>
        {withMore.map((organiser) => (
          <div key={organiser.id} className={css.organiser}>
            <h3 className={css.name}>
              <a href={organiser.full_url}>
                <bdi>{organiser.name}</bdi>
              </a>
            </h3>
            {/* biome-ignore lint/a11y/noRedundantRoles: without markers, Safari does not announce it as a list */}
            <ul role="list" className={css.events}>
              {organiser.upcoming_events.map((event) => (
                <li key={event.url} className={css.event}>
                  <img src={event.thumbnail} alt="" width={72} height={72} loading="lazy" decoding="async" />
                  <div className={css.words}>
                    <span className="event-date">{event.date}</span>
                    <a className={cx('clamp', css.link)} href={event.url}>
                      <bdi>{event.title}</bdi>
                    </a>
                    <bdi>{event.location}</bdi>
                  </div>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {allEvents && (
        <p>
          <a href={PAGES.events}>{common['link.browseEvents']}</a>
        </p>
      )}
    </section>
  )
}
