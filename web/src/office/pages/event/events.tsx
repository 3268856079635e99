import { fill } from '@foyer/contract/fill.ts'
import { events as t } from '@foyer/contract/office/events/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ButtonLink } from '../../../ui/actions/button-link.tsx'
import { SoldOf, StateTag } from '../../event-state.tsx'
import { shownAmount } from '../../figures-table.tsx'
import { PlainForm } from '../../form/plain-form.tsx'
import type { OfficePages } from '../../page.ts'
import { eventPathIn, pathIn } from '../../paths.ts'

type Props = { data: OfficePageData['events']; shell: OfficeShell }

const SHOWN = [
  ['current', t['show.current']],
  ['past', t['show.past']],
  ['archived', t['show.archived']],
] as const

export function EventsPage({ data, shell }: Props) {
  const { events, filter, may_change, may_export } = data
  const isPlain = filter.q === '' && filter.show === 'current'
  return (
    <>
      <div className="office-head">
        <h1>{t.title}</h1>
        {may_change && <ButtonLink href={pathIn('new_event', shell.organiser_id)}>{t.new}</ButtonLink>}
      </div>
      <nav className="office-chips" aria-label={t.filter}>
        {SHOWN.map(([show, label]) => (
          <a
            key={show}
            href={`${pathIn('events', shell.organiser_id)}&${new URLSearchParams({ show, ...(filter.q && { q: filter.q }) })}`}
            aria-current={show === filter.show ? 'true' : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      {events.length === 0 ? (
        <p>{isPlain && may_change ? t.noneFirst : t.none}</p>
      ) : (
        <table className="office-table">
          <caption className="visually-hidden">{t.title}</caption>
          <thead>
            <tr>
              <th scope="col">{t.event}</th>
              <th scope="col">{t.next}</th>
              <th scope="col">{t.sold}</th>
              <th scope="col" className="office-figure">
                {t.takings}
              </th>
            </tr>
          </thead>
          <tbody>
            {events.map(({ event_id, title, state, nice_next, dates, sold, capacity, takings }) => (
              <tr key={event_id}>
                <th scope="row">
                  <a href={eventPathIn('event', shell.organiser_id, event_id)}>{title}</a> <StateTag state={state} />
                </th>
                <td data-label={t.next}>
                  {nice_next}
                  {dates > 1 && <span className="office-quiet"> · {fill(t.dates, { n: dates })}</span>}
                </td>
                <td data-label={t.sold}>
                  <SoldOf sold={sold} capacity={capacity} />
                </td>
                <td data-label={t.takings} className="office-figure">
                  {shownAmount(takings)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {events.length > 0 && <p className="office-quiet">{t.counted}</p>}
      {may_export && (
        <PlainForm call="export_catalogue" shell={shell} className="office-stack">
          <p className="office-quiet">{t['export.lead']}</p>
          <Button type="submit" variant="secondary" small>
            {t.export}
          </Button>
        </PlainForm>
      )}
    </>
  )
}

export const pages: Pick<OfficePages, 'events'> = {
  events: { title: () => t.title, Body: EventsPage },
}
