import { fill, joined } from '@foyer/contract/fill.ts'
import { changePage as t } from '@foyer/contract/office/orders/messages.en.ts'
import { OFFICE_PAGES, type OfficePageData, type OfficeShell } from '@foyer/contract/office/pages.ts'
import { groupBy } from '@foyer/domain/group.ts'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Checkbox } from '../../../ui/forms/fields/checkbox.tsx'
import { SelectField } from '../../../ui/forms/fields/select-field.tsx'
import { OrganiserId } from '../../form/hidden-ids.tsx'
import type { OfficePages } from '../../page.ts'
import { orderPathIn } from '../../paths.ts'
import { Disputed } from './disputed.tsx'
import { OrderForm } from './order-form.tsx'

type Data = OfficePageData['change']
type Props = { data: Data; shell: OfficeShell }
type Choice = Data['choices'][number]
type Review = NonNullable<Data['review']>

const priceOf = ({ sign, difference }: Choice): string =>
  sign === 0 ? t.same : fill(sign > 0 ? t.more : t.less, { amount: difference })

/** A ticket, what it can become, and before anything happens, a review of the choice. */
export function ChangePage({ data, shell }: Props) {
  const { order_id, number, title, event_id, nice_date, now, holder, paid, choices, review } = data
  return (
    <>
      <p>
        <a href={orderPathIn(shell.organiser_id, order_id)}>{fill(t.back, { number })}</a>
      </p>
      <h1>
        {t.title}: {title}
      </h1>
      {review === null ? (
        <>
          <p>{fill(t.now, { now, holder, paid })}</p>
          <p className="office-quiet">{t.lead}</p>
          <h2>{t.to}</h2>
          {choices.length === 0 && <p>{t.none}</p>}
          {groupsOf(choices, 'event_id').map((ofEvent) => (
            <Fold
              key={ofEvent[0].event_id}
              name="event"
              title={ofEvent[0].title}
              open={ofEvent[0].event_id === event_id}
            >
              {groupsOf(ofEvent, 'nice_date').map((ofDate) => (
                <Fold
                  key={ofDate[0].nice_date}
                  name={`date-${ofDate[0].event_id}`}
                  title={ofDate[0].nice_date}
                  open={ofDate.length === ofEvent.length || ofDate[0].nice_date === nice_date}
                >
                  <ul className="office-cards">
                    {ofDate.map((choice) => (
                      <li key={choice.ticket_type_id} className="office-card">
                        <ChoiceForm choice={choice} data={data} shell={shell} />
                      </li>
                    ))}
                  </ul>
                </Fold>
              ))}
            </Fold>
          ))}
        </>
      ) : (
        <ReviewForm review={review} data={data} shell={shell} />
      )}
    </>
  )
}

const groupsOf = (choices: readonly Choice[], key: 'event_id' | 'nice_date') =>
  [...groupBy(choices, (choice) => choice[key]).values()] as [Choice, ...Choice[]][]

/** One of several groups, of which one is open at a time, because an organiser may have hundreds of dates. */
const Fold = ({ title, ...fold }: { name: string; title: string; open: boolean; children: ReactNode }) => (
  <details className="office-fold" name={fold.name} open={fold.open}>
    <summary>{title}</summary>
    {fold.children}
  </details>
)

/** Chooses what the ticket becomes. It changes nothing: it asks for the page again, with the review. */
function ChoiceForm({ choice, data, shell }: Props & { choice: Choice }) {
  const options = choice.seats.map(({ seat_id, label }) => (
    <option key={seat_id} value={seat_id}>
      {label}
    </option>
  ))
  return (
    <form method="get" action={OFFICE_PAGES.change.path} className="office-stack office-narrow-form">
      <OrganiserId shell={shell} />
      <input type="hidden" name="order_id" value={data.order_id} />
      <input type="hidden" name="ticket_id" value={data.ticket_id} />
      <input type="hidden" name="ticket_type_id" value={choice.ticket_type_id} />
      <h3>{choice.name}</h3>
      <p className="office-quiet">
        {fill(t.free, { n: choice.free })} · {priceOf(choice)}
      </p>
      {choice.own_seats.map((own, i) => (
        <SelectField
          key={own}
          label={fill(t.seatOf, { n: i + 1, m: choice.own_seats.length })}
          name="seat_ids"
          defaultValue={own}
        >
          {options}
        </SelectField>
      ))}
      {choice.seats.length > 0 && choice.own_seats.length === 0 && (
        <SelectField label={t.seat} name="seat_id">
          {options}
        </SelectField>
      )}
      {choice.sign < 0 && (
        <Checkbox label={fill(t.returns, { amount: choice.difference })} name="returns" value="1" defaultChecked />
      )}
      {choice.may_charge && (
        <Checkbox
          label={fill(t.charges, { amount: choice.difference })}
          hint={t.chargesHint}
          name="charges"
          value="1"
          defaultChecked
        />
      )}
      {choice.sign > 0 && !choice.may_charge && (
        <p className="office-quiet">{fill(t.waives, { amount: choice.difference })}</p>
      )}
      <Button
        type="submit"
        small
        aria-label={fill(t.buttonOf, { label: [choice.title, choice.name, choice.nice_date].join(', ') })}
      >
        {t.button}
      </Button>
    </form>
  )
}

const MONEY = {
  none: t['money.none'],
  asked: t['money.asked'],
  waived: t['money.waived'],
  returned: t['money.returned'],
  kept: t['money.kept'],
} as const

const mailsOf = ({ email, money, difference }: Review): string => {
  if (email === '') return t['mails.nobody']
  return money === 'asked' ? fill(t['mails.asked'], { amount: difference, email }) : fill(t['mails.changed'], { email })
}

/** Says what the change does, and makes it. */
function ReviewForm({ review, data, shell }: Props & { review: Review }) {
  const { order_id, ticket_id, now, holder } = data
  const { ticket_type_id, seat_ids, becomes, difference, money, broken } = review
  const isSeveral = seat_ids.length > 1
  return (
    <>
      <h2>{t.review}</h2>
      {broken.length > 0 && (
        <Alert type="warning">
          {[t.broken, ...broken].map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Alert>
      )}
      <dl className="office-facts">
        {[
          [t.was, joined([now, holder], ', ')],
          [t.becomes, becomes],
          [t.difference, fill(MONEY[money], { amount: difference })],
          [t.mails, mailsOf(review)],
        ].map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <OrderForm call="change_ticket" data={data} shell={shell} about={['ticket_type_id', ticket_type_id]}>
        <input type="hidden" name="ticket_id" value={ticket_id} />
        <input type="hidden" name="difference" value={review.difference_minor} />
        {seat_ids.map((id) => (
          <input key={id} type="hidden" name={isSeveral ? 'seat_ids' : 'seat_id'} value={id} />
        ))}
        {money === 'returned' && <input type="hidden" name="returns" value="1" />}
        {money === 'asked' && <input type="hidden" name="charges" value="1" />}
        {review.is_disputed && <Disputed />}
        <Button type="submit">{money === 'asked' ? t['confirm.asked'] : t.confirm}</Button>
      </OrderForm>
      <p>
        <a
          href={`${OFFICE_PAGES.change.path}?organiser_id=${shell.organiser_id}&order_id=${order_id}&ticket_id=${ticket_id}`}
        >
          {t.other}
        </a>
      </p>
    </>
  )
}

export const pages: Pick<OfficePages, 'change'> = {
  change: { title: () => t.title, Body: ChangePage },
}
