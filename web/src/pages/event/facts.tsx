import { fill } from '@foyer/contract/fill.ts'
import { shop } from '@foyer/contract/messages.ts'
import type { EventPageData } from '@foyer/contract/types.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import type { ReactNode } from 'react'
import { DateTile } from '../../ui/display/date-tile.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { calendarIcon, heartIcon, pinIcon, playIcon, shieldIcon } from '../../ui/display/icons.ts'
import { Alert } from '../../ui/feedback/alert.tsx'
import css from './event.module.css'

/** What, who, when and where. */
export function Facts({ data: { event, dates } }: { data: EventPageData }) {
  const next = dates.find((date) => !date.past && !date.cancelled && !date.postponed) ?? dates[0]
  const { venue } = event
  return (
    <header className={css.facts}>
      {event.cancelled && <Alert type="error">{shop['event.cancelled']}</Alert>}
      <div className={css.title}>
        {next && !next.postponed && <NextDate startsAt={next.starts_at} zone={event.timezone} />}
        <div>
          <h1 className={event.title.length > LONG_TITLE ? css.long : undefined}>
            <bdi>{event.title}</bdi>
          </h1>
          {event.organiser !== event.title && (
            <p className={css.by}>
              <a href={event.organiser_url}>
                <bdi>{event.organiser}</bdi>
              </a>
            </p>
          )}
        </div>
      </div>
      <dl className={css.rows}>
        <Row icon={calendarIcon} label={shop['event.when']}>
          <ul className={css.plain}>
            {dates.slice(0, MAX_LISTED_DATES).map((date) => (
              <li key={date.date_id} className={css.date}>
                <time dateTime={date.starts_at}>{date.nice_date}</time>
                {date.nice_doors && (
                  <span className={css.quiet}>{fill(shop['dates.doors'], { time: date.nice_doors })}</span>
                )}
              </li>
            ))}
            {dates.length > MAX_LISTED_DATES && (
              <li className={css.quiet}>
                {fill(shop['dates.more'], {
                  n: dates.length - MAX_LISTED_DATES,
                })}
              </li>
            )}
          </ul>
        </Row>
        <Row icon={pinIcon} label={shop['event.where']}>
          {venue ? (
            <>
              <bdi>{venue.name}</bdi>
              {venue.full_address && <bdi className={css.address}>{venue.full_address}</bdi>}
            </>
          ) : (
            shop['event.online']
          )}
        </Row>
      </dl>
      <ul className={css.notes}>
        {event.charity && <Note icon={heartIcon}>{fill(shop['event.charity'], { charity: event.charity })}</Note>}
        {event.has_livestream && <Note icon={playIcon}>{shop['event.livestream']}</Note>}
        {event.refund_protection && <Note icon={shieldIcon}>{shop['event.refundProtection']}</Note>}
      </ul>
    </header>
  )
}

/** A title of more letters than this is set smaller, so that the date and the tickets stay in sight on a phone. */
const LONG_TITLE = 60

/** More dates than this are only listed in the date chooser. */
const MAX_LISTED_DATES = 4

function NextDate({ startsAt, zone }: { startsAt: string; zone: string }) {
  const [weekday = '', day = '', month = ''] = niceDate(startsAt, zone, { allDay: true }).split(' ')
  return <DateTile dateTime={startsAt} weekday={weekday} day={day} month={month} />
}

function Row({ icon, label, children }: { icon: string; label: string; children: ReactNode }) {
  return (
    <div className={css.row}>
      <Icon shape={icon} className={css.rowIcon} />
      <dt className={css.rowLabel}>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Note({ icon, children }: { icon: string; children: ReactNode }) {
  return (
    <li className={css.note}>
      <Icon shape={icon} size={20} />
      <span>{children}</span>
    </li>
  )
}
