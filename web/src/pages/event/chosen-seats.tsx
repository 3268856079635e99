import { fill } from '@foyer/contract/fill.ts'
import { common, shop, checkout as t } from '@foyer/contract/messages.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import type { CurrencyCode } from '@foyer/domain/money/money.ts'
import { Button } from '../../ui/actions/button.tsx'
import { crossIcon } from '../../ui/display/icons.ts'
import { SelectField } from '../../ui/forms/fields/select-field.tsx'
import { maxQuantity, priceMinorOf } from './choice.ts'
import {
  type ChosenSeat,
  changePrice,
  chosenSeats,
  isFull,
  type SeatGroup,
  ticketsFor,
  toggleSeat,
} from './seat-groups.ts'
import type { Buy } from './use-buy.ts'

type Props = { groups: SeatGroup[]; currency: CurrencyCode; buy: Buy }

/** The chosen seats by name, each with its price; where a seat has several prices, the buyer chooses one. */
export function ChosenSeats({ groups, currency, buy }: Props) {
  const chosen = chosenSeats(buy.choices, groups)
  const fullTicket = groups.flatMap(({ onSale }) => onSale).find((ticket) => isFull(buy.choices, ticket))
  const isAdding = buy.isAdding
  const priceText = (ticket: ChosenSeat['ticket']) => {
    const minor = priceMinorOf(ticket, buy.amounts, currency)
    return minor === 0 ? common['label.free'] : formatMinor(minor, currency)
  }

  const apply = (changes: ReturnType<typeof changePrice>) => {
    for (const [{ ticket_id }, choice] of changes) buy.choose(ticket_id, choice)
  }

  return (
    <div>
      <p role="status" className="hall-legend">
        {fill(shop['seats.selected'], { n: chosen.length })}
        <span className="visually-hidden">
          {chosen.length > 0 && `: ${chosen.map(({ seat }) => seat.label).join(', ')}`}
        </span>
        {fullTicket && ` (${fill(shop['tickets.max'], { n: maxQuantity(fullTicket) })})`}
      </p>
      {chosen.map((chosenSeat) => {
        const { seat, ticket } = chosenSeat
        const prices = ticketsFor(seat)
        return (
          <div key={seat.key} className="hall-one">
            {prices.length > 1 ? (
              <SelectField
                label={seat.name}
                value={ticket.ticket_id}
                disabled={isAdding}
                onChange={({ target }) => {
                  const newTicket = prices.find(({ ticket_id }) => ticket_id === Number(target.value))
                  if (newTicket) apply(changePrice(buy.choices, chosenSeat, newTicket))
                }}
              >
                {prices.map((type) => (
                  <option
                    key={type.ticket_id}
                    value={type.ticket_id}
                    disabled={type !== ticket && isFull(buy.choices, type)}
                  >
                    {type.name} · {priceText(type)}
                  </option>
                ))}
              </SelectField>
            ) : (
              <>
                <span>{seat.name}</span>
                <span>{priceText(ticket)}</span>
              </>
            )}
            <Button
              small
              iconOnly
              variant="quiet"
              icon={crossIcon}
              disabled={isAdding}
              aria-label={fill(t['basket.remove'], { name: seat.label })}
              onClick={() => {
                const change = toggleSeat(buy.choices, seat)
                if (change) apply([change])
              }}
            />
          </div>
        )
      })}
    </div>
  )
}
