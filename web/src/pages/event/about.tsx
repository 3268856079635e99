import { fill } from '@foyer/contract/fill.ts'
import { shop } from '@foyer/contract/messages.ts'
import type { EventPageData } from '@foyer/contract/types.ts'
import { Html } from '../../ui/display/html.tsx'
import css from './event.module.css'

/** The organiser's description. */
export function About({ event }: { event: EventPageData['event'] }) {
  return (
    <div className={css.about}>
      {event.description_html && (
        <section>
          <h2>{shop['event.about']}</h2>
          <Html html={event.description_html} />
        </section>
      )}
      {event.organiser_about_html && (
        <section>
          <h2>{fill(shop['event.organiser'], { organiser: event.organiser })}</h2>
          <Html html={event.organiser_about_html} />
        </section>
      )}
      {event.sold_by && <p>{event.sold_by}</p>}
    </div>
  )
}
