import { fill } from '@foyer/contract/fill.ts'
import { cancelling, eventStates, moving, eventPage as t } from '@foyer/contract/office/events/messages.en.ts'
import { houseSeats } from '@foyer/contract/office/house-seats/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { waiting } from '@foyer/contract/office/waiting-list/messages.en.ts'
import { ukDay } from '@foyer/domain/format/dates.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { CopyField } from '../../../ui/forms/copy-field.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { SoldOf } from '../../event-state.tsx'
import { isReturned, OfficeForm, sentValue } from '../../form/form.tsx'
import { EventIds } from '../../form/hidden-ids.tsx'
import type { OfficePages } from '../../page.ts'
import { eventPathIn, pathIn } from '../../paths.ts'
import { EventHead } from './event-head.tsx'

type Props = { data: OfficePageData['event']; shell: OfficeShell }
type Data = Props['data']

export function EventPage({ data, shell }: Props) {
  const { event_id, status, may_change, sold, capacity, held, orders, takings } = data
  return (
    <>
      <EventHead event={data} shell={shell} here="" />
      {may_change && status === 'draft' && <OnSale data={data} shell={shell} />}
      <LargeHolder data={data} shell={shell} />
      <dl className="office-numbers">
        <div>
          <dt>{t.sold}</dt>
          <dd>
            <SoldOf sold={sold} capacity={capacity} />
          </dd>
        </div>
        <div>
          <dt>{t.held}</dt>
          <dd>{held}</dd>
        </div>
        <div>
          <dt>{t.orders}</dt>
          <dd>{orders}</dd>
        </div>
        {takings && (
          <div>
            <dt>{t.takings}</dt>
            <dd>{takings}</dd>
          </div>
        )}
      </dl>
      {data.dates.length > 1 && <p className="office-quiet">{t.counted}</p>}
      <Todo data={data} shell={shell} />
      {status !== 'draft' && <PublicLink url={data.url} qr={data.qr} />}
      <SoldByDay days={data.days} />
      {(data.waiting > 0 || data.may_see_waiting) && status !== 'draft' && (
        <p>
          {data.may_see_waiting ? (
            <a href={eventPathIn('waiting', shell.organiser_id, event_id)}>
              {fill(waiting.overview, { n: data.waiting })}
            </a>
          ) : (
            fill(waiting.overview, { n: data.waiting })
          )}
        </p>
      )}
      {data.house_seats > 0 && (
        <p>
          <a href={eventPathIn('house_seats', shell.organiser_id, event_id)}>
            {fill(houseSeats.overview, { n: data.house_seats })}
          </a>
        </p>
      )}
      <Dates data={data} shell={shell} />
      {may_change && status === 'published' && <OnSale data={data} shell={shell} />}
      {may_change && <More data={data} shell={shell} />}
    </>
  )
}

function LargeHolder({ data: { event_id, large_holder, may_change }, shell }: Props) {
  if (large_holder === null) return null
  const { reserved, capacity, nice_date } = large_holder
  return (
    <Alert type="warning" title={fill(t.largeHolder, { n: reserved, m: capacity, date: nice_date })}>
      <p>{t['largeHolder.why']}</p>
      {shell.may.orders && (
        <p>
          <a href={`${pathIn('orders', shell.organiser_id)}&event_id=${event_id}`}>{t['largeHolder.orders']}</a>
        </p>
      )}
      {may_change && (
        <p>
          <a href={eventPathIn('event_form', shell.organiser_id, event_id, 'selling')}>{t['largeHolder.setting']}</a>
        </p>
      )}
    </Alert>
  )
}

function OnSale({ data, shell }: Props) {
  const { status, sold } = data
  const to = status === 'draft' ? 'published' : 'draft'
  return (
    <OfficeForm call="set_event_status" shell={shell} next={shell.page_path} className="office-stack">
      <EventIds eventId={data.event_id} shell={shell} />
      <input type="hidden" name="status" value={to} />
      {to === 'draft' && sold > 0 && <p className="office-quiet">{fill(t['unpublish.lead'], { sold })}</p>}
      <Button type="submit" variant={to === 'draft' ? 'secondary' : 'primary'}>
        {to === 'draft' ? t.unpublish : t.publish}
      </Button>
    </OfficeForm>
  )
}

function Todo({ data, shell }: Props) {
  if (data.todo.length === 0) return null
  const ways = {
    description: [t['todo.description'], 'details'],
    questions: [t['todo.questions'], 'questions'],
    codes: [t['todo.codes'], 'codes'],
    policy: [t['todo.policy'], 'tickets'],
  } as const
  return (
    <section className="office-box" aria-labelledby="todo">
      <h2 id="todo">{t.todo}</h2>
      <ul>
        {data.todo.map((what) => (
          <li key={what}>
            <a href={eventPathIn('event_form', shell.organiser_id, data.event_id, ways[what][1])}>{ways[what][0]}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The lines of HTML that an organiser adds to their own website. */
function snippetOf(url: string): string {
  const { origin, pathname } = new URL(url)
  const slug = pathname.split('/').filter(Boolean).at(-1)
  return `<script src="${origin}/widget.js" async></script> <div data-foyer-event="${slug}"><a href="${url}">${t['embed.link']}</a></div>`
}

function PublicLink({ url, qr }: Pick<Data, 'url' | 'qr'>) {
  return (
    <section className="office-link">
      <div>
        <CopyField label={t.copyLink} value={url} labels={{ copy: t.copy, copied: t.copied }} />
        <p>
          <a href={url}>{t.publicPage}</a>
        </p>
        <details className="office-fold">
          <summary>{t.embed}</summary>
          <p>{t['embed.lead']}</p>
          <CopyField label={t['embed.label']} value={snippetOf(url)} labels={{ copy: t.copy, copied: t.copied }} />
          <p>{fill(t['embed.policy'], { shop: new URL(url).origin })}</p>
        </details>
      </div>
      <svg className="office-qr" viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={t.qr}>
        <path d={`M0 0h${qr.size}v${qr.size}h-${qr.size}z`} />
        <path d={qr.path} />
      </svg>
    </section>
  )
}

/** A bar for each day, with the same figures in words and as a table. */
function SoldByDay({ days }: Pick<Data, 'days'>) {
  const most = Math.max(1, ...days.map(({ sold }) => sold))
  const sum = (some: Data['days']) => some.reduce((all, { sold }) => all + sold, 0)
  const total = sum(days)
  if (total === 0) return null
  const words = fill(t['chart.words'], { total, week: sum(days.slice(-7)) })
  return (
    <figure className="office-chart">
      <h2>{t.chart}</h2>
      <svg viewBox={`0 0 ${days.length * 10} 100`} preserveAspectRatio="none" role="img" aria-label={words}>
        {days.map(({ day, sold }, i) => {
          const height = (sold / most) * 100
          return <rect key={day} x={i * 10 + 1} y={100 - height} width="8" height={height} />
        })}
      </svg>
      <figcaption>{words}</figcaption>
      <details>
        <summary>{t['chart.table']}</summary>
        <table className="office-table">
          <caption className="visually-hidden">{t.chart}</caption>
          <thead>
            <tr>
              <th scope="col">{t['chart.day']}</th>
              <th scope="col">{t.sold}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, sold }) => (
              <tr key={day}>
                <th scope="row">{ukDay(day)}</th>
                <td data-label={t.sold}>{sold}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

function Dates({ data, shell }: Props) {
  return (
    <>
      <h2>{t.dates}</h2>
      <table className="office-table">
        <caption className="visually-hidden">{t.dates}</caption>
        <thead>
          <tr>
            <th scope="col">{t.date}</th>
            <th scope="col">{t.sold}</th>
            <th scope="col">{t.held}</th>
            <th scope="col">{t.left}</th>
            <th scope="col">{t.admitted}</th>
            {data.may_cancel && <td />}
          </tr>
        </thead>
        <tbody>
          {data.dates.map((date) => (
            <tr key={date.date_id}>
              <th scope="row">
                {date.nice_date} {date.is_cancelled && <Tag tone="error">{eventStates.cancelled}</Tag>}
                {date.is_postponed && <Tag tone="error">{eventStates.postponed}</Tag>}
              </th>
              <td data-label={t.sold}>{date.is_cancelled ? '–' : date.sold}</td>
              <td data-label={t.held}>{date.is_cancelled ? '–' : date.held}</td>
              <td data-label={t.left}>{date.is_cancelled ? '–' : date.left}</td>
              <td data-label={t.admitted}>{date.admitted}</td>
              {data.may_cancel && (
                <td>
                  {!date.is_cancelled && (
                    <a href={`${eventPathIn('move', shell.organiser_id, data.event_id)}&date_id=${date.date_id}`}>
                      {moving.link} <span className="visually-hidden">{date.nice_date}</span>
                    </a>
                  )}{' '}
                  {!date.is_cancelled && !date.is_past && (
                    <a href={`${eventPathIn('cancel', shell.organiser_id, data.event_id)}&date_id=${date.date_id}`}>
                      {t.cancelDate} <span className="visually-hidden">{date.nice_date}</span>
                    </a>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function More({ data, shell }: Props) {
  const { copy_title, first_day, is_archived, state } = data
  const mayArchive = is_archived || state === 'draft' || state === 'over' || state === 'cancelled'
  const isCancelled = data.status === 'cancelled' || data.dates.some((date) => date.is_cancelled)
  return (
    <>
      {data.may_cancel && (
        <p>
          <a href={eventPathIn('cancel', shell.organiser_id, data.event_id)}>
            {isCancelled ? cancelling.seeFates : cancelling.whole}
          </a>
        </p>
      )}
      <details className="office-fold" open={isReturned(shell, 'duplicate_event') || undefined}>
        <summary>{t.duplicate}</summary>
        <OfficeForm call="duplicate_event" shell={shell} className="office-stack office-narrow-form">
          {/* Browsers open the fold for a link to what is in it. */}
          <div id="duplicate" />
          <EventIds eventId={data.event_id} shell={shell} />
          <TextField
            label={t['duplicate.title']}
            name="title"
            defaultValue={sentValue(shell, 'duplicate_event', 'title') || copy_title}
            maxLength={LIMITS.text.title}
          />
          <TextField
            label={t['duplicate.first']}
            name="first_day"
            type="date"
            defaultValue={sentValue(shell, 'duplicate_event', 'first_day') || first_day}
          />
          <p className="office-quiet">{t['duplicate.hint']}</p>
          <Button type="submit" variant="secondary">
            {t['duplicate.submit']}
          </Button>
        </OfficeForm>
      </details>
      {mayArchive && (
        <OfficeForm call="archive_event" shell={shell} next={shell.page_path}>
          <EventIds eventId={data.event_id} shell={shell} />
          <input type="hidden" name="archived" value={is_archived ? '0' : '1'} />
          <Button type="submit" variant="quiet" small>
            {is_archived ? t.unarchive : t.archive}
          </Button>
        </OfficeForm>
      )}
    </>
  )
}

export const pages: Pick<OfficePages, 'event'> = {
  event: { title: ({ title }) => title, Body: EventPage },
}
