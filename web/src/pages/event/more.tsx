import { fill } from '@foyer/contract/fill.ts'
import { shop } from '@foyer/contract/messages.ts'
import type { EventPageData } from '@foyer/contract/types.ts'
import { EventCard } from '../../ui/display/event-card.tsx'
import { PriceTag } from '../../ui/display/price-tag.tsx'
import browse from '../browse/browse.module.css'
import css from './event.module.css'

/** Other events of this organiser. */
export function More({ data: { event, more } }: { data: EventPageData }) {
  if (more.length === 0) return null
  return (
    <section className={css.more}>
      <h2>{fill(shop['event.more'], { organiser: event.organiser })}</h2>
      <ul className={browse.grid}>
        {more.map(({ url, title, date, location, thumbnail, price }) => (
          <li key={url}>
            <EventCard
              href={url}
              title={title}
              date={date}
              place={location}
              price={price && <PriceTag text={price} />}
              posterSrc={thumbnail}
              heading="h3"
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
