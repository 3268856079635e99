import { fill } from '@foyer/contract/fill.ts'
import { common, shop, waitingList } from '@foyer/contract/messages.ts'
import type { TicketTypeData } from '@foyer/contract/types.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { type CurrencyCode, toMinor } from '@foyer/domain/money/money.ts'
import { useState } from 'react'
import { Html } from '../../ui/display/html.tsx'
import { PriceTag } from '../../ui/display/price-tag.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { FieldError } from '../../ui/forms/fields/field.tsx'
import { SelectField } from '../../ui/forms/fields/select-field.tsx'
import { QuantityStepper } from '../../ui/forms/quantity/quantity-stepper.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { AmountField } from './amount-field.tsx'
import {
  type Amounts,
  allowedQuantity,
  isSoldOut,
  maxQuantity,
  type PricedEvent,
  priceTextOf,
  seatsFor,
  sectionsOf,
  selectionOf,
} from './choice.ts'
import css from './event.module.css'
import type { Buy } from './use-buy.ts'

type Props = {
  ticket: TicketTypeData
  tickets: readonly TicketTypeData[]
  event: PricedEvent
  buy: Buy
  /** The page of the waiting list, for a ticket that can’t be bought now. */
  waitingUrl?: string
}

/** One ticket type: its price with all fees, its details and its quantity. */
export function TicketRow({ ticket, tickets, event, buy, waitingUrl }: Props) {
  const currency = event.currency.code
  const { ticket_id: id } = ticket
  const isBuyable = ticket.sale === 'open' && !isSoldOut(ticket)
  const error = buy.errors[id]
  const errorId = error ? `ticket-${id}-error` : undefined
  return (
    <li className={css.ticket}>
      <TicketName ticket={ticket} amounts={buy.amounts} event={event} />
      {isBuyable && !ticket.seats && <Quantity ticket={ticket} buy={buy} errorId={errorId} />}
      {ticket.tier_text && <p className={css.quiet}>{ticket.tier_text}</p>}
      {ticket.description && <p className={css.quiet}>{ticket.description}</p>}
      <Tags ticket={ticket} />
      {ticket.refund_policy && (
        <Disclosure title={ticket.refund_policy.title || shop['event.refundPolicy']}>
          <Html html={ticket.refund_policy.description} />
        </Disclosure>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {isBuyable ? (
        <>
          <AmountField ticket={ticket} currency={currency} buy={buy} />
          {ticket.seats && <Seats ticket={ticket} tickets={tickets} buy={buy} errorId={errorId} />}
        </>
      ) : (
        <Unavailable ticket={ticket} waitingUrl={waitingUrl} />
      )}
    </li>
  )
}

/** Why the ticket can't be bought now, and what a visitor can do instead. */
function Unavailable({ ticket: { sale, nice_sale_from }, waitingUrl }: Pick<Props, 'ticket' | 'waitingUrl'>) {
  if (sale === 'over') return <p className={css.soldOut}>{shop['tickets.saleOver']}</p>
  const text = sale === 'not_yet' ? fill(shop['price.notYet'], { date: nice_sale_from ?? '' }) : shop['tickets.soldOut']
  return (
    <p className={css.soldOut}>
      {text} {waitingUrl && <a href={waitingUrl}>{sale === 'not_yet' ? waitingList.remind : waitingList.join}</a>}
    </p>
  )
}

type NameProps = { ticket: TicketTypeData; amounts: Amounts; event: PricedEvent }

/** The name of a ticket type, and what it costs with all that cannot be avoided. */
export function TicketName({ ticket, amounts, event }: NameProps) {
  const fee = feeText(ticket, event.currency.code)
  const text = priceTextOf(ticket, amounts, event)
  const price = (
    <>
      <PriceTag text={text} />
      {fee && <span className={css.quiet}> {fee}</span>}
    </>
  )
  const isLong = text.length > LONG_PRICE
  return (
    <>
      <div className={css.ticketTop}>
        <h3>
          <bdi>{ticket.name}</bdi>
        </h3>
        {!isLong && price}
      </div>
      {isLong && <p>{price}</p>}
    </>
  )
}

/** A longer price has a line to itself, with the quantity below. */
const LONG_PRICE = 24

type SeatsProps = Omit<Props, 'event' | 'waitingUrl'> & { errorId?: string }

/** Seats are chosen on the seating plan. Or the shop chooses them, and the buyer gives the quantity and the section. */
function Seats({ ticket, tickets, buy, errorId }: SeatsProps) {
  const { ticket_id: id } = ticket
  const { quantity, section } = selectionOf(buy.choices, ticket)
  const { seats_each: seatsPerTicket = 1 } = ticket
  const sections = sectionsOf(seatsFor(ticket, tickets, buy.choices))
  return (
    <>
      {seatsPerTicket > 1 && <p>{fill(shop['seats.each'], { n: seatsPerTicket })}</p>}
      {section !== undefined && (
        <>
          {sections.length > 1 && (
            <SelectField
              label={shop['seats.section']}
              value={section}
              onChange={({ target }) => buy.choose(id, { quantity, seats: [], section: target.value })}
            >
              <option value="">{shop['seats.anySection']}</option>
              {sections.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </SelectField>
          )}
          <Quantity ticket={ticket} buy={buy} errorId={errorId} />
        </>
      )}
    </>
  )
}

function Quantity({ ticket, buy, errorId }: { ticket: TicketTypeData; buy: Buy; errorId?: string }) {
  const { ticket_id: id, name, min_per_customer: minimum } = ticket
  const { quantity, section } = selectionOf(buy.choices, ticket)
  const maximum = maxQuantity(ticket)
  const [isCapped, setIsCapped] = useState(false)

  const change = (requested: number) => {
    setIsCapped(requested > maximum)
    buy.choose(id, {
      quantity: allowedQuantity(ticket, requested, quantity),
      seats: [],
      ...(section !== undefined && { section }),
    })
  }

  return (
    <div className={css.quantity}>
      <QuantityStepper
        value={quantity}
        min={0}
        max={maximum}
        disabled={buy.isAdding}
        onChange={change}
        describedBy={errorId}
        invalid={Boolean(errorId)}
        labels={{
          group: fill(common['quantity.group'], { name }),
          fewer: fill(common['quantity.fewer'], { name }),
          more: fill(common['quantity.more'], { name }),
        }}
      />
      <p className={css.quiet} role="status">
        {isCapped
          ? fill(shop['tickets.max'], { n: maximum })
          : minimum > 1 && fill(shop['tickets.min'], { n: minimum })}
      </p>
    </div>
  )
}

function Tags({ ticket }: { ticket: TicketTypeData }) {
  const { left_text, with_code, non_refundable, delivered_by_post, requires } = ticket
  const tags = [
    with_code && (
      <Tag key="code" tone="brass">
        {shop['access.tag']}
      </Tag>
    ),
    left_text && !isSoldOut(ticket) && (
      <Tag key="left" tone="warning">
        {left_text}
      </Tag>
    ),
    non_refundable && <Tag key="refund">{shop['event.nonRefundable']}</Tag>,
  ].filter(Boolean)
  return (
    <>
      {tags.length > 0 && <p className={css.tags}>{tags}</p>}
      {delivered_by_post && <p className={css.quiet}>{shop['event.posted']}</p>}
      {requires.map((title) => (
        <p key={title} className={css.quiet}>
          {fill(shop['event.requires'], { title })}
        </p>
      ))}
    </>
  )
}

/** The booking fee within the price of the least quantity; undefined when the organiser absorbs or hides it. */
function feeText(
  { booking_fee, hide_booking_fee, absorb_fee, min_per_customer }: TicketTypeData,
  currency: CurrencyCode,
) {
  if (hide_booking_fee || absorb_fee || booking_fee <= 0) return undefined
  return fill(shop['price.split'], { fee: formatMinor(min_per_customer * toMinor(booking_fee, currency), currency) })
}
