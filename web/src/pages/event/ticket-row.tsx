import { fill } from '@foyer/contract/fill.ts'
import { common, shop, waitingList } from '@foyer/contract/messages.ts'
import type { TicketTypeData } from '@foyer/contract/types.ts'
import { formatMinor, formatMoney } from '@foyer/domain/format/money.ts'
import { type CurrencyCode, type Minor, toMinor } from '@foyer/domain/money/money.ts'
import { useState } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { PriceTag } from '../../ui/display/price-tag.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { FieldError } from '../../ui/forms/field.tsx'
import { QuantityStepper } from '../../ui/forms/quantity-stepper.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { Html } from '../html.tsx'
import { AmountField } from './amount-field.tsx'
import { allowedQuantity, chosenOf, isSoldOut, mostOf, priceMinorOf, seatsFor, sectionsOf } from './choice.ts'
import css from './event.module.css'
import type { Buy } from './use-buy.ts'

type Props = {
  ticket: TicketTypeData
  tickets: readonly TicketTypeData[]
  currency: CurrencyCode
  buy: Buy
  /** Where to wait for a ticket that can’t be bought now. */
  waiting?: string
}

/** One ticket type: its price with all fees, its details and its quantity. */
export function TicketRow({ ticket, tickets, currency, buy, waiting }: Props) {
  const { ticket_id: id, name, seats } = ticket
  const soldOut = isSoldOut(ticket)
  const error = buy.errors[id]
  const priceMinor = priceMinorOf(ticket, buy.amounts, currency)
  const fee = feeWords(ticket, priceMinor, currency)
  const errorId = error ? `ticket-${id}-error` : undefined
  return (
    <li className={css.ticket}>
      <div className={css.ticketTop}>
        <h3>{name}</h3>
        <PriceTag priceMinor={priceMinor} text={formatMinor(priceMinor, currency)} freeText={common['label.free']} />
      </div>
      {fee && <p className={css.quiet}>{fee}</p>}
      {ticket.tier && <p className={css.quiet}>{tierWords(ticket.tier, currency)}</p>}
      {ticket.description && <p className={css.quiet}>{ticket.description}</p>}
      <Tags ticket={ticket} currency={currency} />
      {ticket.refund_policy && (
        <Disclosure title={ticket.refund_policy.title || shop['event.refundPolicy']}>
          <Html html={ticket.refund_policy.description} />
        </Disclosure>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {ticket.sale !== 'open' ? (
        <p className={css.soldOut}>
          {ticket.sale === 'over'
            ? shop['tickets.saleOver']
            : fill(shop['price.notYet'], { date: ticket.nice_sale_from ?? '' })}{' '}
          {ticket.sale === 'not_yet' && waiting && <a href={waiting}>{waitingList.remind}</a>}
        </p>
      ) : soldOut ? (
        <p className={css.soldOut}>
          {shop['tickets.soldOut']} {waiting && <a href={waiting}>{waitingList.join}</a>}
        </p>
      ) : seats ? (
        <>
          <AmountField ticket={ticket} currency={currency} buy={buy} />
          <Seats ticket={ticket} tickets={tickets} buy={buy} errorId={errorId} />
        </>
      ) : (
        <>
          <AmountField ticket={ticket} currency={currency} buy={buy} />
          <Quantity ticket={ticket} buy={buy} errorId={errorId} />
        </>
      )}
    </li>
  )
}

type SeatsProps = Omit<Props, 'currency' | 'waiting'> & { errorId?: string }

/** Seats are chosen on the plan; or the shop chooses some, and the buyer says how many and where. */
function Seats({ ticket, tickets, buy, errorId }: SeatsProps) {
  const { ticket_id: id } = ticket
  const { quantity, section } = chosenOf(buy.choice, ticket)
  const { seats_each: each = 1 } = ticket
  const sections = sectionsOf(seatsFor(ticket, tickets, buy.choice))
  const isBest = section !== undefined
  return (
    <>
      {each > 1 && <p>{fill(shop['seats.each'], { n: each })}</p>}
      <Button
        small
        variant="secondary"
        disabled={buy.state === 'adding'}
        onClick={() => buy.choose(id, { quantity: 0, seats: [], ...(!isBest && { section: '' }) })}
      >
        {isBest ? shop['seats.mine'] : shop['seats.best']}
      </Button>
      {isBest && (
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
  const { ticket_id: id, name, min_per_customer: least } = ticket
  const { quantity, section } = chosenOf(buy.choice, ticket)
  const most = mostOf(ticket)
  const [cut, setCut] = useState(false)

  const change = (asked: number) => {
    setCut(asked > most)
    buy.choose(id, {
      quantity: allowedQuantity(ticket, asked, quantity),
      seats: [],
      ...(section !== undefined && { section }),
    })
  }

  return (
    <div className={css.quantity}>
      <QuantityStepper
        value={quantity}
        min={0}
        max={most}
        disabled={buy.state === 'adding'}
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
        {cut ? fill(shop['tickets.max'], { n: most }) : least > 1 && fill(shop['tickets.min'], { n: least })}
      </p>
    </div>
  )
}

function Tags({ ticket, currency }: { ticket: TicketTypeData; currency: CurrencyCode }) {
  const { few_left, left, with_code, non_refundable, delivered_by_post, delivery_cost, requires } = ticket
  const tags = [
    with_code && (
      <Tag key="code" tone="brass">
        {shop['access.tag']}
      </Tag>
    ),
    few_left && !isSoldOut(ticket) && (
      <Tag key="left" tone="warning">
        {fill(shop['tickets.left'], { n: left })}
      </Tag>
    ),
    non_refundable && <Tag key="refund">{shop['event.nonRefundable']}</Tag>,
    delivered_by_post && (
      <Tag key="post" tone="info">
        {[
          shop['event.posted'],
          delivery_cost > 0 && fill(shop['price.delivery'], { price: formatMoney(delivery_cost, currency) }),
        ]
          .filter(Boolean)
          .join(', ')}
      </Tag>
    ),
  ].filter(Boolean)
  return (
    <>
      {tags.length > 0 && <p className={css.tags}>{tags}</p>}
      {requires.map((title) => (
        <p key={title} className={css.quiet}>
          {fill(shop['event.requires'], { title })}
        </p>
      ))}
    </>
  )
}

/** How long the price lasts, and the one that follows. */
function tierWords(
  { next_price, nice_until: date, left: n }: NonNullable<TicketTypeData['tier']>,
  currency: CurrencyCode,
) {
  const price = formatMoney(next_price, currency)
  if (date === null) return fill(shop['price.tierLeft'], { n: n ?? 0, price })
  return n === null ? fill(shop['price.tierUntil'], { date, price }) : fill(shop['price.tierBoth'], { n, date, price })
}

/** The booking fee within the price; undefined when the organiser absorbs or hides it. */
function feeWords(
  { booking_fee, hide_booking_fee, absorb_fee }: TicketTypeData,
  priceMinor: Minor,
  currency: CurrencyCode,
) {
  if (hide_booking_fee || absorb_fee || booking_fee <= 0) return undefined
  const price = formatMinor(priceMinor - toMinor(booking_fee, currency), currency)
  return fill(shop['price.split'], { price, fee: formatMoney(booking_fee, currency) })
}
