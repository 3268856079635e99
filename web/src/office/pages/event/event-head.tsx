import { door } from '@foyer/contract/office/door/messages.en.ts'
import { codes } from '@foyer/contract/office/events/codes.en.ts'
import { cancelling, previewing, eventPage as t } from '@foyer/contract/office/events/messages.en.ts'
import { pictures } from '@foyer/contract/office/messages.ts'
import { referralsPage } from '@foyer/contract/office/orders/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { queue } from '@foyer/contract/office/queue/messages.en.ts'
import { waiting } from '@foyer/contract/office/waiting-list/messages.en.ts'
import { ButtonLink } from '../../../ui/actions/button-link.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { backIcon } from '../../../ui/display/icons.ts'
import { StateTag } from '../../event-state.tsx'
import { MoreMenu } from '../../more-menu.tsx'
import { eventPathIn, pathIn } from '../../paths.ts'

type Page = { name: string; label: string; href: string }
type Event = Pick<
  OfficePageData['event'],
  'event_id' | 'title' | 'state' | 'when' | 'where' | 'public_path' | 'may_cancel' | 'sections'
>
type Props = { event: Event; shell: OfficeShell; here: string }

/** The tabs of an event, each with its pages: sections of its form, and others, by the `here` of their heads. */
const TABS = [
  [t['tab.page'], ['details', 'venue', 'words', 'picture']],
  [t['tab.tickets'], ['dates', 'tickets', 'queue']],
  [t['tab.checkout'], ['questions', 'selling']],
  [t['tab.promote'], ['codes', 'codes-page', 'emails', 'analytics']],
  [t['tab.guests'], ['door']],
] as const

/** The top of each page of an event: its name, state, date and place, its acts and its tabs, and below them the pages of the tab. */
export function EventHead({ event, shell, here }: Props) {
  const { event_id: eventId, title, state, when, where, public_path, sections } = event
  const mayEdit = sections.length > 0
  return (
    <>
      <header className="office-event">
        <a href={pathIn('events', shell.organiser_id)} title={t.back} aria-label={t.back}>
          <Icon shape={backIcon} size={20} />
        </a>
        <h1 title={title}>{title}</h1>
        <p>
          <StateTag state={state} /> {when || t['head.noDate']} · <bdi>{where || t['head.online']}</bdi>
        </p>
        <div className="office-tools">
          {mayEdit && (
            <ButtonLink
              variant="secondary"
              small
              href={eventPathIn('preview', shell.organiser_id, eventId)}
              className="office-not-phone"
              aria-current={here === 'preview' ? 'page' : undefined}
            >
              {previewing.title}
            </ButtonLink>
          )}
          {public_path && (
            <ButtonLink variant="secondary" small href={public_path} className="office-not-phone">
              {t.publicPage}
            </ButtonLink>
          )}
          <MoreMenu label={t['head.acts']} links={actsOf(event, shell)} />
        </div>
      </header>
      <Tabs event={event} shell={shell} here={here} />
    </>
  )
}

/** The pages about the event that no tab has, as far as the person may open them; those with a button only where it has no room. */
function actsOf({ event_id: eventId, state, public_path, sections, may_cancel }: Event, shell: OfficeShell) {
  const pathTo = (page: Parameters<typeof eventPathIn>[0]) => eventPathIn(page, shell.organiser_id, eventId)
  const listOf = (list: 'orders' | 'people') => `${pathIn(list, shell.organiser_id)}&event_id=${eventId}`
  const acts: [string, string | false, isButton?: true][] = [
    [previewing.title, sections.length > 0 && pathTo('preview'), true],
    [t.publicPage, public_path, true],
    [t['head.orders'], shell.may.orders && listOf('orders')],
    [t['head.people'], shell.may.people && listOf('people')],
    [waiting.title, shell.may.people && pathTo('waiting')],
    [referralsPage.title, shell.may.orders && pathTo('referrals')],
    [t.duplicate, sections.length > 0 && `${pathTo('event')}#duplicate`],
    [state === 'cancelled' ? cancelling.seeFates : cancelling.whole, may_cancel && pathTo('cancel')],
  ]
  return acts.flatMap(([label, href, isButton]) => (href ? [{ label, href, isButton }] : []))
}

function Tabs({ event: { event_id: eventId, sections }, shell, here }: Props) {
  const pathTo = (...page: [Parameters<typeof eventPathIn>[0], section?: string]) =>
    eventPathIn(page[0], shell.organiser_id, eventId, page[1])
  const pages: Page[] = [
    ...sections.map(({ name, label }) => ({ name, label, href: pathTo('event_form', name) })),
    ...(sections.length > 0
      ? [
          { name: 'picture', label: pictures.eventTitle, href: pathTo('event_picture') },
          { name: 'queue', label: queue.title, href: pathTo('queue') },
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
  if (tabs.length === 0) return null
  return (
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
  )
}
