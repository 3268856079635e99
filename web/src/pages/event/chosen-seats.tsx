import { fill } from '@foyer/contract/fill.ts'
import { shop, checkout as t } from '@foyer/contract/messages.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import type { CurrencyCode } from '@foyer/domain/money/money.ts'
import { Button } from '../../ui/actions/button.tsx'
import { crossIcon } from '../../ui/display/icons.ts'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { mostOf, priceMinorOf } from './choice.ts'
import { type ChosenSeat, chosenSeats, isFull, type Place, repriced, toggled } from './seat-places.ts'
import css from './seats.module.css'
import type { Buy } from './use-buy.ts'

type Props = { places: Place[]; currency: CurrencyCode; buy: Buy }

/** The chosen seats by name, each with its price; where a seat has several prices, the buyer chooses one. */
export function ChosenSeats({ places, currency, buy }: Props) {
  const all = chosenSeats(buy.choice, places)
  const full = places.flatMap(({ onSale }) => onSale).find((ticket) => isFull(buy.choice, ticket))
  const price = (ticket: ChosenSeat['ticket']) => formatMinor(priceMinorOf(ticket, buy.amounts, currency), currency)

  const apply = (changes: ReturnType<typeof repriced>) => {
    for (const [{ ticket_id }, chosen] of changes) buy.choose(ticket_id, chosen)
  }

  return (
    <div>
      <p role="status" className={css.legend}>
        {fill(shop['seats.selected'], { n: all.length })}
        <span className="visually-hidden">{all.length > 0 && `: ${all.map(({ seat }) => seat.label).join(', ')}`}</span>
        {full && ` (${fill(shop['tickets.max'], { n: mostOf(full) })})`}
      </p>
      {all.map((one) => {
        const { seat, ticket } = one
        return (
          <div key={seat.key} className={css.one}>
            {seat.place.onSale.length > 1 ? (
              <SelectField
                label={seat.label}
                value={ticket.ticket_id}
                onChange={({ target }) => {
                  const to = seat.place.onSale.find(({ ticket_id }) => ticket_id === Number(target.value))
                  if (to) apply(repriced(buy.choice, one, to))
                }}
              >
                {seat.place.onSale.map((type) => (
                  <option
                    key={type.ticket_id}
                    value={type.ticket_id}
                    disabled={type !== ticket && isFull(buy.choice, type)}
                  >
                    {type.name} · {price(type)}
                  </option>
                ))}
              </SelectField>
            ) : (
              <>
                <span>{seat.label}</span>
                <span>{price(ticket)}</span>
              </>
            )}
            <Button
              small
              iconOnly
              variant="quiet"
              icon={crossIcon}
              aria-label={fill(t['basket.remove'], { name: seat.label })}
              onClick={() => {
                const change = toggled(buy.choice, seat)
                if (change) apply([change])
              }}
            />
          </div>
        )
      })}
    </div>
  )
}
