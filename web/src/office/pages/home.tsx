import { fill } from '@foyer/contract/fill.ts'
import { home as t } from '@foyer/contract/office/messages.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import type { OfficePages } from '../page.ts'
import { eventPathIn, orderPathIn, pathIn } from '../paths.ts'

type Props = { data: OfficePageData['home']; shell: OfficeShell }

export function HomePage({ data, shell }: Props) {
  const { organiser, organiser_url, may_create, has_events } = data
  return (
    <>
      <div className="office-head">
        <h1>{t.title}</h1>
        {may_create && has_events && <ButtonLink href={pathIn('new_event', shell.organiser_id)}>{t.new}</ButtonLink>}
      </div>
      {!has_events && may_create ? (
        <section className="office-box">
          <h2>{t.first}</h2>
          <p>{t['first.lead']}</p>
          <ButtonLink href={pathIn('new_event', shell.organiser_id)}>{t.new}</ButtonLink>
        </section>
      ) : (
        <>
          <Today data={data} />
          <Needs data={data} shell={shell} />
          <Dates data={data} shell={shell} />
        </>
      )}
      <p>
        <a href={organiser_url}>{fill(t.page, { organiser })}</a>
      </p>
      {shell.may.orders && (
        <p>
          <a href={pathIn('feedback', shell.organiser_id)}>{t.feedback}</a>
        </p>
      )}
    </>
  )
}

function Today({ data }: Pick<Props, 'data'>) {
  const { sold_today, sold_before, today, weekday } = data
  return (
    <dl className="office-numbers">
      <div>
        <dt>{t.today}</dt>
        <dd>
          {sold_today}
          <span className="office-quiet"> {fill(t['today.before'], { weekday, before: sold_before })}</span>
        </dd>
      </div>
      {today.map(({ now, before }) => (
        <div key={now + before}>
          <dt>{t.takings}</dt>
          <dd>
            {now}
            <span className="office-quiet"> {fill(t['today.before'], { weekday, before })}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const NEEDS = {
  payments: t['need.payments'],
  disputes: t['need.disputes'],
  refunds: t['need.refunds'],
  cancelled: t['need.cancelled'],
  emails: t['need.emails'],
  plans: t['need.plans'],
  long_plans: t['need.long_plans'],
  waivers: t['need.waivers'],
  waiting: t['need.waiting'],
  gift_aid: t['need.gift_aid'],
  low_stock: t['need.low_stock'],
} as const

function Needs({ data, shell }: Props) {
  if (data.needs.length === 0) return null
  return (
    <section className="office-box" aria-labelledby="needs">
      <h2 id="needs">{t.needs}</h2>
      <ul>
        {data.needs.map(({ kind, n, orders, links }) => (
          <li key={kind}>
            {fill(NEEDS[kind], { n })}
            {orders.length > 0 && (
              <p className="office-quiet office-row">
                {t['needs.orders']}
                {orders.map(({ order_id, number, note }) =>
                  shell.may.orders ? (
                    <span key={order_id}>
                      <a href={orderPathIn(shell.organiser_id, order_id)}>{number}</a>
                      {note && ` ${note}`}
                    </span>
                  ) : (
                    <span key={order_id}>{number}</span>
                  ),
                )}
              </p>
            )}
            {links.map(({ label, url }) => (
              <span key={url + label}>
                {' '}
                <a href={url}>{label || t['need.details']}</a>
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Dates({ data, shell }: Props) {
  const { organiser, dates } = data
  if (dates.length === 0) return <p>{t.none}</p>
  return (
    <table className="office-table">
      <caption className="visually-hidden">{fill(t.caption, { organiser })}</caption>
      <thead>
        <tr>
          <th scope="col">{t.event}</th>
          <th scope="col">{t.when}</th>
          <th scope="col">{t.sold}</th>
          <th scope="col">{t.held}</th>
          <th scope="col">{t.left}</th>
        </tr>
      </thead>
      <tbody>
        {dates.map(({ event_id, title, nice_date, is_cancelled, sold, held, capacity, left }) => (
          <tr key={`${event_id} ${nice_date}`}>
            <th scope="row">
              <a href={eventPathIn('event', shell.organiser_id, event_id)}>{title}</a>
            </th>
            <td data-label={t.when}>
              {nice_date} {is_cancelled && <Tag tone="error">{t.cancelled}</Tag>}
            </td>
            <td data-label={t.sold}>{is_cancelled ? '–' : fill(t.of, { sold, capacity })}</td>
            <td data-label={t.held}>{is_cancelled ? '–' : held}</td>
            <td data-label={t.left}>{is_cancelled ? '–' : left}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export const pages: Pick<OfficePages, 'home'> = {
  home: { title: () => t.title, Body: HomePage },
}
