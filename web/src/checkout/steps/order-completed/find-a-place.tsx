import { fill } from '@foyer/contract/fill.ts'
import { completed as t } from '@foyer/contract/messages.ts'
import { adultsFor, locatedEvents } from '@foyer/domain/after-sale/tiles.ts'
import { niceDay } from '@foyer/domain/format/dates.ts'
import { type MouseEvent, useState } from 'react'
import { ButtonLink } from '../../../ui/actions/button-link.tsx'
import { ChipLink } from '../../../ui/actions/chip.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { bedIcon, externalIcon } from '../../../ui/display/icons.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { useCheckout, useSale } from '../../state/context.tsx'
import css from './order-completed.module.css'
import { addressOf, plainMapLink, stayMapLink, type Venue } from './place-links.ts'
import type { ViewProps } from './view.ts'
import { ViewTitle } from './view-title.tsx'

/** Accommodation near a venue: another site's map in a frame, and a plain link to it. */
export function FindAPlace({ go }: ViewProps) {
  const { events, stay_map_url: map } = useCheckout()
  const sale = useSale()
  const located = events.filter(({ id }) => locatedEvents(sale.events).some((event) => event.id === id))
  const [chosen, setChosen] = useState(located[0]?.id)
  const event = located.find(({ id }) => id === chosen) ?? located[0]
  const linkOf = ({ id, venue }: (typeof located)[number]) =>
    map ? stayMapLink(map, venue!, adultsFor(id, sale.lines)) : plainMapLink(venue!)

  const choose = (id: number) => (click: MouseEvent) => {
    click.preventDefault()
    setChosen(id)
  }

  return (
    <div className={css.view}>
      <ViewTitle title={t['link.findPlaceToStay']} go={go} />
      {located.length > 1 && (
        <nav aria-label={t['place.events']} className={css.venues}>
          {located.map((each) => (
            <ChipLink key={each.id} href={linkOf(each)} selected={each === event} onClick={choose(each.id)}>
              {fill(t['link.findPlaceToStayNearEvent'], { 'event title': each.title })}
            </ChipLink>
          ))}
        </nav>
      )}
      {event?.venue && map && (
        <iframe
          key={event.id}
          className={css.map}
          src={linkOf(event)}
          title={fill(t['place.map'], { venue: addressOf(event.venue) })}
          referrerPolicy="no-referrer"
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
        />
      )}
      {event?.venue && (
        <Panel className={css.success}>
          <Icon shape={bedIcon} size={48} />
          <h2>{fill(t['place.lead'], { address: addressOf(event.venue) })}</h2>
          <p className={css.words}>{stayOf(event.venue, adultsFor(event.id, sale.lines))}</p>
          <ButtonLink
            variant="secondary"
            icon={externalIcon}
            href={linkOf(event)}
            target="_blank"
            rel="noopener noreferrer"
          >
            {t['place.open']}
          </ButtonLink>
        </Panel>
      )}
    </div>
  )
}

/** "For 2 adults, from Wed 9 Dec 2026" */
function stayOf({ map_checkin: day }: Venue, adults: number): string {
  const values = { n: adults }
  return day ? fill(t['place.stayFrom'], { ...values, date: niceDay(day) }) : fill(t['place.stay'], values)
}
