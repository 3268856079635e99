import { fill } from '@foyer/contract/fill.ts'
import { yourTickets as t } from '@foyer/contract/messages.ts'
import { type PageData, yourTicketsPath } from '@foyer/contract/pages.ts'
import { Button } from '../../ui/actions/button.tsx'
import { LoadingButton } from '../../ui/actions/loading-button.tsx'
import { cx } from '../../ui/cx.ts'
import { SelectField } from '../../ui/forms/fields/select-field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import narrow from '../narrow.module.css'
import change from '../ticket-change/ticket-change.module.css'
import { useCallForm } from './use-call-form.tsx'
import css from './your-tickets.module.css'

type Data = PageData['your_tickets']
type Ticket = Data['tickets'][number]
type Choice = Ticket['choices'][number]

function priceOf({ difference, amount, voucher, is_kept }: Choice): string {
  if (difference > 0) return fill(t['change.pay'], { amount })
  if (difference < 0 && voucher === '') return fill(t['change.back'], { amount })
  if (difference < 0) return fill(t['change.backVoucher'], { amount, voucher })
  return is_kept ? t['change.kept'] : t['change.same']
}

/** What the ticket can be changed to. Choosing changes nothing: it asks for the page again, with the review. */
export function Choices({ reference, ticket }: { reference: string; ticket: Ticket }) {
  return (
    <>
      <p className={narrow.lead}>{t['change.lead']}</p>
      {/* biome-ignore lint/a11y/noRedundantRoles: without markers, Safari does not announce it as a list */}
      <ul role="list" aria-label={t['change.legend']}>
        {ticket.choices.map((choice) => (
          <li key={choice.ticket_type_id}>
            <ChoiceForm reference={reference} ticket={ticket} choice={choice} />
          </li>
        ))}
      </ul>
    </>
  )
}

function ChoiceForm({ reference, ticket, choice }: { reference: string; ticket: Ticket; choice: Choice }) {
  const { ticket_type_id, name, nice_date, seats } = choice
  return (
    <form method="get" action={yourTicketsPath(reference)} className={cx(css.ticket, css.form)}>
      <input type="hidden" name="ticket_id" value={ticket.ticket_id} />
      <input type="hidden" name="ticket_type_id" value={ticket_type_id} />
      <p>
        <strong>
          {name}, {nice_date}
        </strong>
        <br />
        {priceOf(choice)}
      </p>
      {seats.length > 0 && (
        <SelectField id={`seat-${ticket.ticket_id}-${ticket_type_id}`} label={t['change.seat']} name="seat_id">
          <option value="">{t['change.best']}</option>
          {seats.map(({ seat_id, label }) => (
            <option key={seat_id} value={seat_id}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
      <Button
        type="submit"
        variant="secondary"
        small
        aria-label={fill(t['change.submitOf'], { name, date: nice_date })}
      >
        {t['change.submit']}
      </Button>
    </form>
  )
}

type ReviewProps = { data: Data; review: NonNullable<Data['review']>; onDone: (message: string) => void }

/** All that a change does, before it is made. Without a script it is submitted to the page. */
export function Review({ data, review, onDone }: ReviewProps) {
  const { reference, tickets } = data
  const { ticket_id, ticket_type_id, seat_id, email } = review
  const ticket = tickets.find((ticket) => ticket.ticket_id === ticket_id)!
  const choice = ticket.choices.find((choice) => choice.ticket_type_id === ticket_type_id)!
  const seat = choice.seats.find((seat) => seat.seat_id === seat_id)?.label ?? ''
  const { difference, amount } = choice
  const { busy, send, errorAlert } = useCallForm('change_own_ticket', ({ next }: { next: string }) =>
    difference > 0 ? location.assign(next) : onDone(t['change.done']),
  )
  const named = (seat: string) => seat && fill(t.seat, { seat })
  const facts = [
    [t['review.from'], [ticket.title, ticket.name, ticket.nice_date, named(ticket.seat), ticket.holder]],
    [t['review.to'], [ticket.title, choice.name, choice.nice_date, named(seat)]],
    [t['review.difference'], [differenceWords(choice)]],
    [t['review.email'], [fill(t['review.emailTo'], { email })]],
    [t['review.code'], [t['review.codeStops']]],
    [t['review.left'], [String(Math.max(0, ticket.changes_left - 1))]],
  ] as const
  const chosen = seat_id === null ? {} : { seat_id }
  const body = { ticket_id, ticket_type_id, difference, ...chosen }
  return (
    <Panel className={css.card}>
      <h2>{t['review.title']}</h2>
      <dl className={cx(css.card, change.facts)}>
        {facts.map(([term, parts]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{parts.filter(Boolean).join(', ')}</dd>
          </div>
        ))}
      </dl>
      <Form
        className={css.form}
        action={yourTicketsPath(reference)}
        onSubmit={(event) => void send(event, { reference, ...body })}
      >
        {errorAlert}
        {Object.entries(body).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <LoadingButton type="submit" loading={busy}>
          {difference > 0 ? fill(t['review.submitPay'], { amount }) : t['review.submit']}
        </LoadingButton>
      </Form>
      <p>
        <a href={yourTicketsPath(reference)}>{t['review.other']}</a>
      </p>
    </Panel>
  )
}

function differenceWords(choice: Choice): string {
  if (choice.difference > 0) return fill(t['review.pay'], { amount: choice.amount })
  return choice.difference === 0 && !choice.is_kept ? t['review.none'] : priceOf(choice)
}
