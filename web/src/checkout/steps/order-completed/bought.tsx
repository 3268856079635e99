import { fill } from '@foyer/contract/fill.ts'
import { completed as t } from '@foyer/contract/messages.ts'
import { orderCalendarPath } from '@foyer/contract/pages.ts'
import { seatsText } from '@foyer/contract/seats.ts'
import { formatMoney } from '@foyer/domain/format/money.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { sum } from '@foyer/domain/money/money.ts'
import { ButtonLink } from '../../../ui/actions/button-link.tsx'
import { EventHead } from '../../../ui/display/event-head.tsx'
import { calendarIcon } from '../../../ui/display/icons.ts'
import { totalWords } from '../../order-summary/rows.ts'
import { useCheckout, useSale } from '../../state/context.tsx'
import css from './order-completed.module.css'

/** What was bought: picture, date, tickets and seats of each event date. */
export function Bought() {
  const { tickets, payment_plan: plan, currency } = useCheckout()
  const sale = useSale()
  const linesByDate = [...groupBy(tickets, ({ date_id }) => date_id).values()]
  if (linesByDate.length === 0) return null
  return (
    <div className={css.bought}>
      {linesByDate.map((lines) => {
        const { date_id, thumbnail, event_name, event_url, nice_date } = lines[0]!
        const qty = sum(lines.map((line) => line.qty))
        const seats = lines.flatMap((line) => line.seats)
        return (
          <EventHead key={date_id} thumbnail={thumbnail} title={event_name} url={event_url} date={nice_date}>
            <p>
              {[
                fill(t['completed.tickets'], { n: qty }),
                ...(seats.length > 0 ? [seatsText(seats)] : []),
                ...(linesByDate.length === 1 && !plan ? [totalWords(sale)] : []),
              ].join(' · ')}
            </p>
          </EventHead>
        )
      })}
      {plan && (
        <p>
          {fill(t['completed.plan.paid'], {
            paid: formatMoney(plan.paid, currency.code),
            next: formatMoney(plan.next, currency.code),
            date: plan.next_due,
          })}
        </p>
      )}
      {linesByDate.length > 1 && !plan && <p>{fill(t['completed.total'], { total: totalWords(sale) })}</p>}
    </div>
  )
}

/** The order's dates for the buyer's calendar. */
export function AddToCalendar() {
  const { tickets, sale_reference } = useCheckout()
  if (tickets.length === 0) return null
  return (
    <ButtonLink variant="secondary" small icon={calendarIcon} href={orderCalendarPath(sale_reference)} download>
      {t['completed.calendar']}
    </ButtonLink>
  )
}
