import { door } from '@foyer/contract/office/door/messages.en.ts'
import { codes, previewing, eventPage as t } from '@foyer/contract/office/events/messages.en.ts'
import { pictures } from '@foyer/contract/office/messages.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { StateTag } from '../../event-state.tsx'
import { eventPathIn, pathIn } from '../../paths.ts'

/** The title of an event with links to its sections, at the top of each of its pages. */
export function EventHead({
  event: { event_id: eventId, title, state, sections },
  shell,
  here,
}: {
  event: Pick<OfficePageData['event'], 'event_id' | 'title' | 'state' | 'sections'>
  shell: OfficeShell
  here: string
}) {
  return (
    <>
      <p>
        <a href={pathIn('events', shell.organiser_id)}>{t.all}</a>
      </p>
      <h1>
        {title} <StateTag state={state} />
      </h1>
      {(sections.length > 0 || shell.may.door) && (
        <nav aria-label={t.sections} className="office-tabs">
          <a href={eventPathIn('event', shell.organiser_id, eventId)} aria-current={here === '' ? 'page' : undefined}>
            {t.overview}
          </a>
          {shell.may.door && (
            <a
              href={eventPathIn('door', shell.organiser_id, eventId)}
              aria-current={here === 'door' ? 'page' : undefined}
            >
              {door.title}
            </a>
          )}
          {sections.map(({ name, label }) => (
            <a
              key={name}
              href={eventPathIn('event_form', shell.organiser_id, eventId, name)}
              aria-current={here === name ? 'page' : undefined}
            >
              {label}
            </a>
          ))}
          {sections.length > 0 && (
            <>
              <a
                href={eventPathIn('codes', shell.organiser_id, eventId)}
                aria-current={here === 'codes-page' ? 'page' : undefined}
              >
                {codes.title}
              </a>
              <a
                href={eventPathIn('event_picture', shell.organiser_id, eventId)}
                aria-current={here === 'picture' ? 'page' : undefined}
              >
                {pictures.eventTitle}
              </a>
              <a
                href={eventPathIn('preview', shell.organiser_id, eventId)}
                aria-current={here === 'preview' ? 'page' : undefined}
              >
                {previewing.title}
              </a>
            </>
          )}
        </nav>
      )}
    </>
  )
}
