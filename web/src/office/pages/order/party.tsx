import { fill } from '@foyer/contract/fill.ts'
import { partyPage as t } from '@foyer/contract/office/orders/messages.en.ts'
import { OFFICE_PAGES, type OfficePageData, type OfficeShell } from '@foyer/contract/office/pages.ts'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Checkbox } from '../../../ui/forms/fields/checkbox.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { OrganiserId } from '../../form/hidden-ids.tsx'
import type { OfficePages } from '../../page.ts'
import { orderPathIn, partyPathIn } from '../../paths.ts'
import { Disputed } from './disputed.tsx'
import { OrderForm } from './order-form.tsx'

type Data = OfficePageData['party']
type Props = { data: Data; shell: OfficeShell }
type Review = NonNullable<Data['review']>

/** Where a party sits, where it could move, and before anything happens, a review. */
function PartyPage({ data, shell }: Props) {
  const { order_id, number, title, nice_date, seats, tickets, along, seat, refused, review } = data
  return (
    <>
      <p>
        <a href={orderPathIn(shell.organiser_id, order_id)}>{fill(t.back, { number })}</a>
      </p>
      <h1>
        {t.title}: {title}
      </h1>
      <p>{fill(t.now, { n: tickets, date: nice_date, seats })}</p>
      {review === null ? (
        <>
          <p className="office-quiet">{t.lead}</p>
          {along.length > 0 && (
            <>
              <h2>{t.along}</h2>
              <Choice data={data} shell={shell}>
                {along.map((place) => (
                  <Button key={place.step} type="submit" variant="secondary" name="step" value={String(place.step)}>
                    {fill(t.alongTo, { seats: place.seats })}
                  </Button>
                ))}
              </Choice>
            </>
          )}
          <h2>{t.to}</h2>
          {refused !== '' && <Alert type="warning">{refused}</Alert>}
          <Choice data={data} shell={shell}>
            <TextField label={t.seat} hint={t['seat.hint']} name="seat" short defaultValue={seat} autoComplete="off" />
            <Button type="submit" variant="secondary">
              {t.show}
            </Button>
          </Choice>
        </>
      ) : (
        <ReviewForm review={review} data={data} shell={shell} />
      )}
    </>
  )
}

/** Asks for the page again, with the review. It changes nothing. */
const Choice = ({ data, shell, children }: Props & { children: ReactNode }) => (
  <form method="get" action={OFFICE_PAGES.party.path} className="office-stack office-narrow-form">
    <OrganiserId shell={shell} />
    <input type="hidden" name="order_id" value={data.order_id} />
    <input type="hidden" name="ticket_id" value={data.ticket_id} />
    {children}
  </form>
)

type Move = Review['moves'][number]

const moveText = ({ holder, name, was, seats, difference, sign }: Move): string => {
  const who = holder || t.nobody
  const move = name === was ? fill(t.move, { who, name, seats }) : fill(t.moveAs, { who, was, name, seats })
  return difference === '' ? move : `${move}, ${fill(sign > 0 ? t.dearer : t.cheaper, { amount: difference })}`
}

/** Says where everyone goes and what it costs, and moves them. */
function ReviewForm({ review, data, shell }: Props & { review: Review }) {
  const { moves, other, more, less, emails, plan } = review
  const { order_id, ticket_id, seat, step } = data
  return (
    <>
      <h2>{t.review}</h2>
      {other !== null && <p>{fill(t.swap, { number: other.number })}</p>}
      <ul>
        {moves.map((move, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the tickets of a review have an order and nothing else
          <li key={n}>{moveText(move)}</li>
        ))}
      </ul>
      {more !== '' && <p>{fill(t.more, { amount: more })}</p>}
      {emails.length > 0 && <p>{fill(t.mails, { emails: emails.join(', ') })}</p>}
      <OrderForm call="move_party" data={data} shell={shell} about={['ticket_id', ticket_id]}>
        <input type="hidden" name="seat" value={seat} />
        <input type="hidden" name="step" value={step} />
        <input type="hidden" name="plan" value={plan} />
        {less !== '' && <Checkbox label={fill(t.returns, { amount: less })} name="returns" value="1" />}
        {shell.failed?.code === 'payment_disputed' && <Disputed />}
        <Button type="submit">{other === null ? t.confirm : t['confirm.swap']}</Button>
      </OrderForm>
      <p>
        <a href={partyPathIn(shell.organiser_id, order_id, ticket_id)}>{t.other}</a>
      </p>
    </>
  )
}

export const pages: Pick<OfficePages, 'party'> = { party: { title: () => t.title, Body: PartyPage } }
