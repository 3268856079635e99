import { fill } from '@foyer/contract/fill.ts'
import { completed as t } from '@foyer/contract/messages.en.ts'
import { adultsFor, locatedEvents } from '@foyer/domain/after-sale/tiles.ts'
import { type MouseEvent, useState } from 'react'
import { ButtonLink } from '../../../ui/ButtonLink.tsx'
import { ChipLink } from '../../../ui/Chip.tsx'
import { externalIcon } from '../../../ui/icons.ts'
import { useCheckout } from '../../context.tsx'
import css from './order-completed.module.css'
import type { ViewProps } from './order-completed.tsx'
import { addressOf, plainMapLink, stayMapLink } from './place-links.ts'
import { ViewTitle } from './view-title.tsx'

/** Beds near a venue (DONE-33..36): a map of somebody else's in a frame, and the same as a plain link besides. */
export function FindAPlace({ go }: ViewProps) {
  const { events, tickets, stay_map_url: map } = useCheckout()
  const located = locatedEvents(events)
  const [chosen, setChosen] = useState(located[0]?.id)
  const event = located.find(({ id }) => id === chosen) ?? located[0]
  const linkOf = ({ id, venue }: (typeof located)[number]) =>
    map ? stayMapLink(map, venue!, adultsFor(id, tickets)) : plainMapLink(venue!)

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
      {event?.venue && (
        <>
          <p className={css.words}>{fill(t['place.lead'], { address: addressOf(event.venue) })}</p>
          {map && (
            <iframe
              key={event.id}
              className={css.map}
              src={linkOf(event)}
              title={fill(t['place.map'], { venue: addressOf(event.venue) })}
              referrerPolicy="no-referrer"
              sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
            />
          )}
          <ButtonLink
            variant="secondary"
            icon={externalIcon}
            className={css.open}
            href={linkOf(event)}
            target="_blank"
            rel="noopener noreferrer"
          >
            {t['place.open']}
          </ButtonLink>
        </>
      )}
    </div>
  )
}
