import { door } from '@foyer/contract/office/door/messages.en.ts'
import { codes, previewing, eventPage as t } from '@foyer/contract/office/events/messages.en.ts'
import { pictures } from '@foyer/contract/office/messages.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { StateTag } from '../../event-state.tsx'
import { eventPathIn } from '../../paths.ts'

type Page = { name: string; label: string; href: string }

/** The tabs of an event, each with its pages: sections of its form, and others, by the `here` of their heads. */
const TABS = [
  [t['tab.page'], ['details', 'venue', 'words', 'picture']],
  [t['tab.tickets'], ['dates', 'tickets']],
  [t['tab.checkout'], ['questions', 'selling']],
  [t['tab.promote'], ['codes', 'codes-page', 'emails', 'analytics']],
  [t['tab.guests'], ['door']],
] as const

/** The title of an event with its tabs, at the top of each of its pages, and below them the pages of the tab. */
export function EventHead({
  event: { event_id: eventId, title, state, sections },
  shell,
  here,
}: {
  event: Pick<OfficePageData['event'], 'event_id' | 'title' | 'state' | 'sections'>
  shell: OfficeShell
  here: string
}) {
  const pathTo = (...page: [Parameters<typeof eventPathIn>[0], section?: string]) =>
    eventPathIn(page[0], shell.organiser_id, eventId, page[1])
  const mayEdit = sections.length > 0
  const pages: Page[] = [
    ...sections.map(({ name, label }) => ({ name, label, href: pathTo('event_form', name) })),
    ...(mayEdit
      ? [
          { name: 'picture', label: pictures.eventTitle, href: pathTo('event_picture') },
          { name: 'codes-page', label: codes.title, href: pathTo('codes') },
        ]
      : []),
    ...(shell.may.door ? [{ name: 'door', label: door.title, href: pathTo('door') }] : []),
  ]
  const tabs = TABS.map(([label, names]) => ({
    label,
    pages: names.flatMap((name) => pages.filter((page) => page.name === name)),
  })).filter((tab) => tab.pages.length > 0)
  const open = tabs.find((tab) => tab.pages.some(({ name }) => name === here))
  return (
    <>
      <div className="office-head">
        <h1>
          {title} <StateTag state={state} />
        </h1>
        {mayEdit && (
          <a href={pathTo('preview')} aria-current={here === 'preview' ? 'page' : undefined}>
            {previewing.title}
          </a>
        )}
      </div>
      {tabs.length > 0 && (
        <nav aria-label={t.sections}>
          <div className="office-tabs">
            <a href={pathTo('event')} aria-current={here === '' ? 'page' : undefined}>
              {t.overview}
            </a>
            {tabs.map((tab) => (
              <a key={tab.label} href={tab.pages[0]!.href} aria-current={tab === open ? 'true' : undefined}>
                {tab.label}
              </a>
            ))}
          </div>
          {open !== undefined && open.pages.length > 1 && (
            <div className="office-tabs office-subtabs">
              {open.pages.map(({ name, label, href }) => (
                <a key={name} href={href} aria-current={here === name ? 'page' : undefined}>
                  {label}
                </a>
              ))}
            </div>
          )}
        </nav>
      )}
    </>
  )
}
