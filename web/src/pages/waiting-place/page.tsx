import { fill } from '@foyer/contract/fill.ts'
import { waitingList as t } from '@foyer/contract/messages.ts'
import { eventPath, PAGES, type PageData } from '@foyer/contract/pages.ts'
import { choiceOf } from '@foyer/domain/format/words.ts'
import type { Page } from '../../page.ts'
import { buttonClass } from '../../ui/actions/button.tsx'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { EventHead } from '../../ui/display/event-head.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import narrow from '../narrow.module.css'

type Place = NonNullable<PageData['waiting_place']>

type ActionProps = { act: 'confirm' | 'take' | 'leave'; label: string; quiet?: boolean }

/** A plain form: it works without a script, and programs that follow links press no buttons. */
const ActionForm = ({ act, label, quiet = false }: ActionProps) => (
  <form method="post" action={PAGES.waiting_place} className={narrow.form}>
    <button
      type="submit"
      name="act"
      value={act}
      className={buttonClass({ ...(quiet && { variant: 'secondary' as const }) })}
    >
      {label}
    </button>
  </form>
)

function Confirm({ kind }: Place) {
  const isPlace = kind === 'place'
  return (
    <>
      <p>{isPlace ? t['confirm.lead'] : t['confirmReminder.lead']}</p>
      <ActionForm act="confirm" label={isPlace ? t['confirm.button'] : t['confirmReminder.button']} />
    </>
  )
}

function Waiting({ kind, place }: Place) {
  if (kind === 'reminder')
    return (
      <>
        <Alert type="success">{t['reminder.lead']}</Alert>
        <ActionForm act="leave" label={t.leaveReminder} quiet />
      </>
    )
  return (
    <>
      <Alert type="success">{fill(t['waiting.lead'], { place })}</Alert>
      <p>{t['waiting.note']}</p>
      <p>{t.passedOver}</p>
      <ActionForm act="leave" label={t.leave} quiet />
    </>
  )
}

const Offered = ({ nice_until, leaves }: Place) => (
  <>
    <Alert type="success">{fill(t['offered.lead'], { until: nice_until })}</Alert>
    {leaves && <p>{t['offered.leaves']}</p>}
    <ActionForm act="take" label={t['offered.button']} />
    <ActionForm act="leave" label={t['offered.leave']} quiet />
  </>
)

function PlaceState(place: Place) {
  switch (place.state) {
    case 'confirm':
      return <Confirm {...place} />
    case 'waiting':
      return <Waiting {...place} />
    case 'offered':
      return <Offered {...place} />
    case 'bought':
      return <Alert type="success">{t.bought}</Alert>
    case 'missed':
      return <Alert type="info">{t.missed}</Alert>
    case 'left':
      return <Alert type="info">{t.left}</Alert>
    case 'available':
      return <Alert type="info">{t.available}</Alert>
    default:
      return <Alert type="info">{t.over}</Alert>
  }
}

/** The page that the emails link to: it confirms a place, shows it in line, or offers the tickets. */
function WaitingPlace({ data: place }: { data: PageData['waiting_place'] }) {
  if (place === null)
    return (
      <div className={`page ${narrow.narrow}`}>
        <h1>{t.title}</h1>
        <Alert
          type="info"
          action={
            <ButtonLink href={PAGES.events} small>
              {t.toEvents}
            </ButtonLink>
          }
        >
          {t.expired}
        </Alert>
      </div>
    )
  return (
    <div className={`page ${narrow.narrow}`}>
      <h1>{headingOf(place)}</h1>
      <Panel className={narrow.form}>
        <EventHead thumbnail={place.thumbnail} title={place.title} url={eventPath(place.slug)} date={place.nice_date}>
          {place.where && <p>{place.where}</p>}
          {place.kind === 'place' && <p>{requestText(place)}</p>}
        </EventHead>
        {place.error && <Alert type="error">{place.error}</Alert>}
        <PlaceState {...place} />
      </Panel>
      <p>
        <a href={eventPath(place.slug)}>{t.toEvent}</a>
      </p>
    </div>
  )
}

const requestText = ({ qty, tickets, price }: Place): string => {
  const text = fill(t.wants, { n: qty, tickets: choiceOf(tickets) })
  return price === '' ? text : `${text} · ${price}`
}

const headingOf = ({ state, kind }: Place): string => {
  if (state === 'offered') return t['title.offered']
  return kind === 'reminder' ? t['title.reminder'] : t.title
}

const titleOf = (place: PageData['waiting_place']): string =>
  place === null
    ? t.title
    : fill(place.kind === 'reminder' ? t['title.remind'] : t['title.join'], { event: place.title })

export const page: Page<'waiting_place'> = { title: titleOf, frame: 'shop', Body: WaitingPlace }
