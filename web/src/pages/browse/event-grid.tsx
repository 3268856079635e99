import { fill } from '@foyer/contract/fill.ts'
import { shop } from '@foyer/contract/messages.ts'
import { fromTextOf } from '@foyer/contract/price-text.ts'
import type { EventCardData } from '@foyer/contract/types.ts'
import { EventCard } from '../../ui/display/event-card.tsx'
import { PriceTag } from '../../ui/display/price-tag.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import css from './browse.module.css'

/** The number of events above the fold on any screen; their posters load at once. */
const FIRST_ROW = 3

type Props = {
  events: EventCardData[]
  heading: 'h2' | 'h3'
  /** shows the first one larger */
  featured?: boolean
}

export function EventGrid({ events, heading, featured }: Props) {
  return (
    <ul className={css.grid}>
      {events.map((event, index) => (
        <li key={event.slug} className={featured && index === 0 ? css.featured : undefined}>
          <EventCard
            href={event.url}
            title={event.title}
            date={dateText(event)}
            dateTime={event.starts_at}
            place={placeText(event)}
            by={[event.title, event.place].includes(event.organiser) ? undefined : event.organiser}
            price={<Price event={event} />}
            tag={<State event={event} />}
            posterSrc={event.thumbnail}
            eager={index < FIRST_ROW}
            heading={heading}
          />
        </li>
      ))}
    </ul>
  )
}

const dateText = ({ nice_date, more_dates }: EventCardData) =>
  more_dates > 0 ? `${nice_date} ${fill(shop['dates.moreShort'], { n: more_dates })}` : nice_date

const placeText = ({ place, town }: EventCardData) =>
  place.includes(town) ? place : [place, town].filter(Boolean).join(', ')

function State({ event: { cancelled, postponed, sold_out, on_sale_from } }: { event: EventCardData }) {
  if (cancelled) return <Tag tone="error">{shop['price.cancelled']}</Tag>
  if (postponed) return <Tag tone="brass">{shop['price.postponed']}</Tag>
  if (sold_out) return <Tag>{shop['price.soldOut']}</Tag>
  if (on_sale_from) return <Tag tone="brass">{shop['price.soon']}</Tag>
  return null
}

/** The least that a buyer can pay in all, or why there is no price. */
function Price({ event }: { event: EventCardData }) {
  const { cancelled, postponed, sold_out, nice_on_sale_from, from_price } = event
  if (cancelled) return <span className={css.muted}>{shop['price.cancelled']}</span>
  if (postponed) return <span className={css.muted}>{shop['price.postponed']}</span>
  if (sold_out) return <span className={css.muted}>{shop['price.soldOut']}</span>
  if (nice_on_sale_from !== '')
    return <span className={css.muted}>{fill(shop['price.notYet'], { date: nice_on_sale_from })}</span>
  if (from_price === null) return <span className={css.muted}>{shop['price.none']}</span>
  return <PriceTag text={fromTextOf(event, from_price)} />
}
