import { fill } from '@foyer/contract/fill.ts'
import { common, shop, waitingList } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import type { EventPageData, TicketTypeData } from '@foyer/contract/types.ts'
import { Fragment, useState } from 'react'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { AccessCode } from './access-code.tsx'
import { AddBar, AddFoot } from './add.tsx'
import { DateChooser } from './date-chooser.tsx'
import css from './event.module.css'
import { isSeated, seatedPart } from './seated-part.ts'
import { TicketName, TicketRow } from './ticket-row.tsx'
import { type Buy, useBuy } from './use-buy.ts'

/**
 * Dates, ticket types, total and button: beside the text on a wide screen, below it on a phone. With numbered seats, the plan
 * takes the width of the page.
 */
export function TicketPanel({ data: { event, dates, access }, now }: { data: EventPageData; now: string }) {
  const [dateId, setDateId] = useState(
    () =>
      (dates.find((date) => !date.past && !date.sold_out && !date.cancelled && !date.postponed) ?? dates[0])?.date_id,
  )
  const date = dates.find((candidate) => candidate.date_id === dateId)
  const buy = useBuy(date?.tickets ?? [], event, access?.code)
  const reason = closedReason({ event, dates }, now)

  const chooseDate = (id: number) => {
    setDateId(id)
    buy.reset()
  }

  const isOpen = !reason && date && !date.past && !date.cancelled && !date.postponed
  const acceptsCode = event.has_access_codes && !event.cancelled && dates.some(({ past }) => !past)
  return (
    <>
      <section className={css.panel} aria-labelledby="tickets">
        <h2 id="tickets">{shop['event.tickets']}</h2>
        {reason && (
          <Alert type="info" action={alternativeLink({ event, dates }, now)}>
            {reason}
          </Alert>
        )}
        {reason && !event.cancelled && dates.some(({ past }) => !past) && <Prices event={event} dates={dates} />}
        {!reason && dates.length > 1 && (
          <DateChooser dates={dates} value={dateId} disabled={buy.isAdding} onChange={chooseDate} />
        )}
        {!reason && date?.past && <Alert type="info">{shop['dates.past']}</Alert>}
        {!reason && date?.cancelled && <Alert type="error">{shop['dates.cancelled']}</Alert>}
        {!reason && date?.postponed && <Alert type="info">{shop['dates.postponed']}</Alert>}
        {!reason && date?.sold_out && !date.past && (
          <Alert
            type="info"
            action={
              event.waiting_list && (
                <ButtonLink small href={waitingListUrl(event, date.date_id)}>
                  {waitingList.join}
                </ButtonLink>
              )
            }
          >
            {shop['dates.soldOut']}
          </Alert>
        )}
        {isOpen && <DateTickets data={{ event, access }} date={date} buy={buy} acceptsCode={acceptsCode} />}
        {!isOpen && acceptsCode && <AccessCode event={event} access={access} />}
      </section>
      {isOpen && !date.sold_out && <AddBar buy={buy} tickets={date.tickets} event={event} fromText={date.from_text} />}
    </>
  )
}

type DateTicketsProps = {
  data: Pick<EventPageData, 'event' | 'access'>
  date: EventPageData['dates'][number]
  buy: Buy
  acceptsCode: boolean | undefined
}

/** What can be bought on a date. */
function DateTickets({
  data: { event, access },
  date: { date_id, sold_out, tickets },
  buy,
  acceptsCode,
}: DateTicketsProps) {
  const rows = (
    <>
      <ul className={css.tickets}>
        {tickets.map((ticket, index) => (
          <Fragment key={ticket.ticket_id}>
            {ticket.extra && !tickets[index - 1]?.extra && (
              <li>
                <h3>{shop['event.extras']}</h3>
              </li>
            )}
            <TicketRow
              ticket={ticket}
              tickets={tickets}
              event={event}
              buy={buy}
              waitingUrl={hasWaitingList(event, ticket) ? waitingListUrl(event, date_id) : undefined}
            />
          </Fragment>
        ))}
      </ul>
      {acceptsCode && <AccessCode event={event} access={access} />}
      {!sold_out && <AddFoot buy={buy} tickets={tickets} event={event} />}
    </>
  )
  const Seated = isSeated(tickets) && seatedPart()
  return Seated ? (
    <Seated key={date_id} tickets={tickets} event={event} buy={buy}>
      {rows}
    </Seated>
  ) : (
    rows
  )
}

/** The prices of tickets that can't be bought now, once for all dates. */
function Prices({ event, dates }: Pick<EventPageData, 'event' | 'dates'>) {
  const prices = new Map(
    dates
      .filter(({ past, cancelled }) => !past && !cancelled)
      .flatMap(({ tickets }) => tickets)
      .map((ticket) => [`${ticket.name} ${ticket.price_text}`, ticket]),
  )
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without markers, Safari does not announce it as a list
    <ul role="list" className={css.tickets}>
      {[...prices].map(([key, ticket]) => (
        <li key={key} className={css.ticket}>
          <TicketName ticket={ticket} amounts={{}} event={event} />
        </li>
      ))}
    </ul>
  )
}

/** Why no ticket of the event can be bought; null when one can. */
function closedReason({ event, dates }: Pick<EventPageData, 'event' | 'dates'>, now: string): string | null {
  if (event.cancelled) return shop['event.cancelled']
  if (event.closed) return event.closed
  if (event.postponed) return shop['dates.postponed']
  if (dates.length > 0 && dates.every((date) => date.past)) return shop['event.past']
  if (event.on_sale_from && new Date(event.on_sale_from) > new Date(now))
    return fill(shop['price.notYet'], { date: event.nice_on_sale_from })
  if (dates.every((date) => date.tickets.length === 0)) return shop['event.none']
  return event.sold_out ? shop['event.soldOut'] : null
}

/** What a visitor can do instead: join the waiting list, or ask for a reminder when the sale opens. */
function alternativeLink({ event, dates }: Pick<EventPageData, 'event' | 'dates'>, now: string) {
  const isUpcoming = !event.cancelled && !event.closed && !dates.every((date) => date.past)
  const opensLater = isUpcoming && event.on_sale_from && new Date(event.on_sale_from) > new Date(now)
  if (!opensLater && !event.sold_out) return undefined
  const [href, text] = opensLater
    ? [waitingListUrl(event), waitingList.remind]
    : isUpcoming && event.waiting_list
      ? [waitingListUrl(event), waitingList.join]
      : [PAGES.mailing_list, common['link.mailingList']]
  return (
    <ButtonLink small href={href}>
      {text}
    </ButtonLink>
  )
}

const waitingListUrl = ({ url }: EventPageData['event'], dateId?: number): string =>
  `${url}waiting/${dateId === undefined ? '' : `?date=${dateId}`}`

/** Whether a ticket type has a waiting list or reminders. Types that need another ticket or a code have none. */
const hasWaitingList = (event: EventPageData['event'], { extra, requires, with_code, sale }: TicketTypeData): boolean =>
  !extra && requires.length === 0 && !with_code && (sale === 'not_yet' || event.waiting_list === true)
