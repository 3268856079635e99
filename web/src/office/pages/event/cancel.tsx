import { fill } from '@foyer/contract/fill.ts'
import { cancelling as t } from '@foyer/contract/office/events/messages.en.ts'
import type { OfficePageData, OfficeShell } from '@foyer/contract/office/pages.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { SelectField } from '../../../ui/forms/fields/select-field.tsx'
import { TextAreaField } from '../../../ui/forms/fields/text-area-field.tsx'
import { OfficeForm } from '../../form/form.tsx'
import { EventIds } from '../../form/hidden-ids.tsx'
import { ProveFirst } from '../../form/prove-first.tsx'
import type { OfficePages } from '../../page.ts'
import { eventPathIn, orderPathIn } from '../../paths.ts'
import { EventHead } from './event-head.tsx'

type Props = { data: OfficePageData['cancel']; shell: OfficeShell }

const OUTCOMES = {
  waiting: t['outcome.waiting'],
  on_its_way: t['outcome.on_its_way'],
  refunded: t['outcome.refunded'],
  before: t['outcome.before'],
  failed: t['outcome.failed'],
  person: t['outcome.person'],
} as const

const LATE = {
  at_bank: t['late.at_bank'],
  on_the_way: t['late.on_the_way'],
  returned: t['late.returned'],
} as const

const STEPS = { 1: t['step.1'], 2: t['step.2'], 3: t['step.3'], 4: t['step.4'] } as const

/** Cancelling in four steps, and afterwards the state of each order. */
export function CancelPage({ data, shell }: Props) {
  const { title, nice_date, is_cancelled, outcomes, late } = data
  return (
    <>
      <EventHead event={data} shell={shell} here="cancel" />
      <h2>
        {is_cancelled ? fill(t.cancelled, { what: nice_date || title }) : fill(t.title, { what: nice_date || t.event })}
      </h2>
      {!is_cancelled && <Steps data={data} shell={shell} />}
      {(is_cancelled || outcomes.length > 0 || late.length > 0) && <Progress data={data} shell={shell} />}
    </>
  )
}

/** The steps before the last are GET requests to the same page, so that people can go back to each. */
function Steps({ data, shell }: Props) {
  const { event_id, date_id, nice_date, step, words, may_cancel, dates } = data
  const what = nice_date || t.event
  const at = step as keyof typeof STEPS
  const back = `${eventPathIn('cancel', shell.organiser_id, event_id)}${date_id === null ? '' : `&date_id=${date_id}`}&step=${step - 1}&words=${encodeURIComponent(words)}`
  const fields = (
    <>
      <EventIds eventId={data.event_id} shell={shell} />
      {date_id !== null && at !== 1 && <input type="hidden" name="date_id" value={date_id} />}
      {at !== 3 && <input type="hidden" name="words" value={words} />}
    </>
  )
  if (!may_cancel)
    return (
      <>
        <Preview data={data} />
        <p>{t.mayNot}</p>
      </>
    )
  return (
    <>
      <h3>{fill(t.step, { n: step, name: STEPS[at] })}</h3>
      {(at === 2 || at === 4) && <Preview data={data} />}
      {at === 4 && <p>{words === '' ? t['words.none'] : words}</p>}
      {at === 4 ? (
        <>
          <ProveFirst shell={shell} />
          <OfficeForm call={nice_date ? 'cancel_date' : 'cancel_event'} shell={shell}>
            {fields}
            <Button type="submit" variant="danger">
              {fill(t.go, { what })}
            </Button>
          </OfficeForm>
        </>
      ) : (
        <form method="get" className="office-stack office-form">
          {fields}
          <input type="hidden" name="step" value={step + 1} />
          {at === 1 && (
            <SelectField label={t['step.1']} name="date_id" defaultValue={date_id ?? ''}>
              {dates.map((date) => (
                <option key={date.date_id} value={date.date_id}>
                  {date.label}
                </option>
              ))}
            </SelectField>
          )}
          {at === 3 && (
            <TextAreaField
              label={t.words}
              hint={t['words.hint']}
              name="words"
              defaultValue={words}
              maxLength={LIMITS.text.message}
            />
          )}
          <Button type="submit">{t.next}</Button>
        </form>
      )}
      <p>
        {step > 1 && <a href={back}>{t.back}</a>}{' '}
        <a
          href={`${eventPathIn('move', shell.organiser_id, event_id)}${date_id === null ? '' : `&date_id=${date_id}`}`}
        >
          {t.moveInstead}
        </a>
      </p>
    </>
  )
}

function Preview({ data }: Pick<Props, 'data'>) {
  const { orders, people, by_provider, tickets, back, with_voucher, mixed, plans, held, paying } = data
  return (
    <section className="office-box" aria-labelledby="does">
      <h3 id="does">{t.does}</h3>
      <ul>
        <li>{t['does.sells']}</li>
        <li>{orders === 0 ? t['does.noOrders'] : fill(t['does.orders'], { orders, tickets, back })}</li>
        {people > 0 && <li>{fill(t['does.people'], { people })}</li>}
        {by_provider.map(({ provider, orders: n, amount }) => (
          <li key={provider}>{fill(t['does.by'], { provider, orders: n, amount })}</li>
        ))}
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
  const { left, outcomes, late, is_paused, may_cancel } = data
  const hasFailed = outcomes.some(({ outcome }) => outcome === 'failed' || outcome === 'person')
  const isDone = left.held + left.orders === 0
  return (
    <>
      {isDone ? left.blocked === 0 && <p>{t.done}</p> : <p>{fill(t.left, left)}</p>}
      {left.blocked > 0 && <Alert type="error">{fill(t.blocked, { n: left.blocked })}</Alert>}
      {is_paused && <p className="office-note">{t.paused}</p>}
      {may_cancel && (!isDone || is_paused) && (
        <OfficeForm call="pause_cancellation" shell={shell} next={shell.page_path} className="office-stack">
          <EventIds eventId={data.event_id} shell={shell} />
          <input type="hidden" name="paused" value={is_paused ? '0' : '1'} />
          {!is_paused && <p className="office-quiet">{t.pauseHint}</p>}
          <Button type="submit" variant="secondary">
            {is_paused ? t.resume : t.pause}
          </Button>
        </OfficeForm>
      )}
      {may_cancel && hasFailed && (
        <>
          <ProveFirst shell={shell} />
          <OfficeForm call="retry_cancellation" shell={shell} next={shell.page_path}>
            <EventIds eventId={data.event_id} shell={shell} />
            <Button type="submit" variant="secondary">
              {t.again}
            </Button>
          </OfficeForm>
        </>
      )}
      {outcomes.length > 0 && (
        <table className="office-table">
          <caption className="visually-hidden">{t.outcomes}</caption>
          <thead>
            <tr>
              <th scope="col">{t.order}</th>
              <th scope="col">{t.amount}</th>
              <th scope="col">{t.outcome}</th>
            </tr>
          </thead>
          <tbody>
            {outcomes.map(({ order_id, number, amount, voucher, plan_stopped, outcome, why }) => (
              <tr key={number}>
                <th scope="row">
                  <a href={orderPathIn(shell.organiser_id, order_id)}>{number}</a>
                </th>
                <td data-label={t.amount}>{amount}</td>
                <td data-label={t.outcome}>
                  {[
                    OUTCOMES[outcome],
                    why,
                    voucher && fill(t['outcome.voucher'], { amount: voucher }),
                    plan_stopped && t['outcome.plan'],
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {late.length > 0 && (
        <section aria-label={t.late}>
          <h3>{t.late}</h3>
          <ul>
            {late.map(({ reference, amount, state: where }) => (
              <li key={reference}>
                {amount}: {LATE[where]}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

export const pages: Pick<OfficePages, 'cancel'> = {
  cancel: {
    title: ({ title, nice_date }) => `${fill(t.title, { what: nice_date || t.event })} - ${title}`,
    Body: CancelPage,
  },
}
