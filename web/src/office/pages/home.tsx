import { fill } from '@foyer/contract/fill.ts'
import { home as t } from '@foyer/contract/office/messages.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { Day } from '../day.tsx'
import { SoldOf } from '../event-state.tsx'
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
        <FirstSteps data={data} shell={shell} />
      ) : (
        <>
          <Next data={data} shell={shell} />
          <Needs data={data} shell={shell} />
          <Today data={data} />
          <Dates data={data} shell={shell} />
          <Orders data={data} shell={shell} />
        </>
      )}
      <p>
        <a href={organiser_url}>{fill(t.page, { organiser })}</a>
      </p>
    </>
  )
}

/** What a new organiser does first; the rest can wait until there is an event. */
function FirstSteps({ data, shell }: Props) {
  const step = (need: 'payments' | 'legal', text: string) =>
    data.needs.filter(({ kind }) => kind === need).map(({ links }) => [links[0]!.url, text] as const)
  const steps = [
    ...step('payments', t['step.payments']),
    ...step('legal', t['step.legal']),
    ...(shell.may.settings ? ([[pathIn('brand', shell.organiser_id), t['step.brand']]] as const) : []),
    ...(shell.may.change_team ? ([[pathIn('team', shell.organiser_id), t['step.team']]] as const) : []),
  ]
  return (
    <section className="office-card">
      <h2>{t.first}</h2>
      <p>{t['first.lead']}</p>
      <p>
        <ButtonLink href={pathIn('new_event', shell.organiser_id)}>{t.new}</ButtonLink>
      </p>
      {steps.length > 0 && (
        <ul>
          {steps.map(([url, text]) => (
            <li key={url}>
              <a href={url}>{text}</a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The date that people come to next. */
function Next({ data, shell }: Props) {
  const next = data.dates.find(({ is_cancelled, is_past }) => !is_cancelled && !is_past)
  if (next === undefined) return null
  const { event_id, date_id, title, nice_date, is_today, sold, capacity } = next
  return (
    <section className="office-card office-next" aria-labelledby="next">
      <div>
        <p className="office-quiet">
          {is_today ? t.tonight : t.next}, {nice_date}
        </p>
        <h2 id="next">
          <a href={eventPathIn('event', shell.organiser_id, event_id)}>{title}</a>
        </h2>
      </div>
      <p>
        <SoldOf sold={sold} capacity={capacity} /> {t.soldOf}
      </p>
      <div className="office-row">
        {shell.may.door && (
          <ButtonLink variant="secondary" small href={eventPathIn('door', shell.organiser_id, event_id)}>
            {t.door}
          </ButtonLink>
        )}
        {data.may_see_people && (
          <ButtonLink
            variant="secondary"
            small
            href={`${pathIn('people', shell.organiser_id)}&event_id=${event_id}&date_id=${date_id}`}
          >
            {t.guests}
          </ButtonLink>
        )}
      </div>
    </section>
  )
}

function Today({ data }: Pick<Props, 'data'>) {
  const { sold_today, sold_before, today, weekday, lately } = data
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
      {lately.map(({ now, before }) => (
        <div key={now + before}>
          <dt>{t.lately}</dt>
          <dd>
            {now}
            <span className="office-quiet"> {fill(t['lately.before'], { before })}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Orders({ data: { orders }, shell }: Props) {
  if (orders.length === 0) return null
  return (
    <section className="office-stack" aria-labelledby="orders">
      <div className="office-head">
        <h2 id="orders">{t.orders}</h2>
        <a href={pathIn('orders', shell.organiser_id)}>{t['orders.all']}</a>
      </div>
      <table className="office-table office-list">
        <caption className="visually-hidden">{t.orders}</caption>
        <thead>
          <tr>
            <th scope="col">{t.order}</th>
            <th scope="col">{t.paid}</th>
            <th scope="col">{t.what}</th>
            <th scope="col" className="office-figure">
              {t.total}
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map(({ order_id, number, nice_paid, what, total }) => (
            <tr key={order_id}>
              <th scope="row" className="office-at-number">
                {shell.may.orders ? <a href={orderPathIn(shell.organiser_id, order_id)}>{number}</a> : number}
              </th>
              <td className="office-at-paid">
                <Day text={nice_paid} />
              </td>
              <td className="office-at-what" title={what}>
                {what}
              </td>
              <td className="office-at-total office-figure">{total}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const NEEDS = {
  payments: t['need.payments'],
  legal: t['need.legal'],
  shop: t['need.shop'],
  closed: t['need.closed'],
  health: t['need.health'],
  disputes: t['need.disputes'],
  complaints: t['need.complaints'],
  requests: t['need.requests'],
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
    <section className="office-stack" aria-labelledby="dates">
      <h2 id="dates">{t.dates}</h2>
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
          {dates.map(({ event_id, date_id, title, nice_date, is_cancelled, sold, held, capacity, left }) => (
            <tr key={date_id}>
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
    </section>
  )
}

export const pages: Pick<OfficePages, 'home'> = {
  home: { title: () => t.title, Body: HomePage },
}
