import { fill } from '@foyer/contract/fill.ts'
import { cancelling as t } from '@foyer/contract/office/events/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { OfficeForm } from '../form.tsx'
import { EventHead } from './event-head.tsx'
import { ProveFirst } from './prove.tsx'

type Props = { data: OfficePageData['cancel']; shell: OfficeShell }

const FATES = {
  waiting: t['fate.waiting'],
  on_its_way: t['fate.on_its_way'],
  refunded: t['fate.refunded'],
  failed: t['fate.failed'],
  person: t['fate.person'],
} as const

/** What cancelling does, and then what has become of each order. */
export function CancelPage({ data, shell }: Props) {
  const { event_id, title, state, sections, nice_date, is_cancelled, may_cancel, fates } = data
  const what = nice_date || t.event
  return (
    <>
      <EventHead {...{ shell, title, state, sections }} eventId={event_id} here="cancel" />
      <h2>{is_cancelled ? fill(t.cancelled, { what: nice_date || title }) : fill(t.title, { what })}</h2>
      {!is_cancelled && (
        <>
          <Preview data={data} />
          {may_cancel ? (
            <>
              <ProveFirst shell={shell} />
              <OfficeForm call={nice_date ? 'cancel_date' : 'cancel_event'} shell={shell}>
                <Ids data={data} shell={shell} />
                {data.date_id !== null && <input type="hidden" name="date_id" value={data.date_id} />}
                <Button type="submit" variant="danger">
                  {fill(t.go, { what })}
                </Button>
              </OfficeForm>
            </>
          ) : (
            <p>{t.mayNot}</p>
          )}
        </>
      )}
      {(is_cancelled || fates.length > 0) && <Progress data={data} shell={shell} />}
    </>
  )
}

const Ids = ({ data, shell }: Props) => (
  <>
    <input type="hidden" name="organiser_id" value={shell.organiser_id ?? ''} />
    <input type="hidden" name="event_id" value={data.event_id} />
  </>
)

function Preview({ data }: Pick<Props, 'data'>) {
  const { orders, tickets, back, with_voucher, mixed, plans, held, paying } = data
  return (
    <section className="office-box" aria-labelledby="does">
      <h3 id="does">{t.does}</h3>
      <ul>
        <li>{t['does.sells']}</li>
        <li>{orders === 0 ? t['does.noOrders'] : fill(t['does.orders'], { orders, tickets, back })}</li>
        {with_voucher > 0 && <li>{fill(t['does.vouchers'], { n: with_voucher })}</li>}
        {mixed > 0 && <li>{fill(t['does.mixed'], { n: mixed })}</li>}
        {plans > 0 && <li>{fill(t['does.plans'], { n: plans })}</li>}
        {held > 0 && <li>{fill(t['does.held'], { n: held })}</li>}
        {paying > 0 && <li>{fill(t['does.paying'], { n: paying })}</li>}
        <li>{t['does.never']}</li>
      </ul>
    </section>
  )
}

function Progress({ data, shell }: Props) {
  const { left, fates, is_paused, may_cancel } = data
  const isDone = left.held + left.orders === 0
  return (
    <>
      {isDone ? left.blocked === 0 && <p>{t.done}</p> : <p>{fill(t.left, { held: left.held, orders: left.orders })}</p>}
      {left.blocked > 0 && <Alert type="error">{fill(t.blocked, { n: left.blocked })}</Alert>}
      {is_paused && <p className="office-note">{t.paused}</p>}
      {may_cancel && (!isDone || is_paused) && (
        <OfficeForm call="pause_cancellation" shell={shell} next={shell.here} className="office-stack">
          <Ids data={data} shell={shell} />
          <input type="hidden" name="paused" value={is_paused ? '0' : '1'} />
          {!is_paused && <p className="office-quiet">{t.pauseHint}</p>}
          <Button type="submit" variant="secondary">
            {is_paused ? t.resume : t.pause}
          </Button>
        </OfficeForm>
      )}
      {fates.length > 0 && (
        <table className="office-table">
          <caption className="visually-hidden">{t.fates}</caption>
          <thead>
            <tr>
              <th scope="col">{t.order}</th>
              <th scope="col">{t.amount}</th>
              <th scope="col">{t.fate}</th>
            </tr>
          </thead>
          <tbody>
            {fates.map(({ number, amount, fate }) => (
              <tr key={number}>
                <th scope="row">{number}</th>
                <td data-label={t.amount}>{amount}</td>
                <td data-label={t.fate}>{FATES[fate]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
