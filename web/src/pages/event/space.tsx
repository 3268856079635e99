import { shop } from '@foyer/contract/messages.ts'
import { partyWithSpace } from '@foyer/domain/seats/party.ts'
import { useState } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { Checkbox } from '../../ui/forms/fields/checkbox.tsx'
import { SelectField } from '../../ui/forms/fields/select-field.tsx'
import { type Choices, maxQuantity, NO_SELECTION } from './choice.ts'
import { type SeatGroup, ticketsFor, toggleSeat } from './seat-groups.ts'
import { groupSeats } from './seat-plan.ts'
import { type Buy, basketSeat } from './use-buy.ts'

type Props = { groups: SeatGroup[]; buy: Buy }

/**
 * Asks for one tick before wheelchair spaces and companion seats are added to the basket, and chooses them: a space, the companion
 * seat beside it and the nearest seats for the others, all of which may be changed.
 */
export default function Space({ groups, buy }: Props) {
  const onSale = groups.flatMap((group) => group.onSale)
  const most = Math.max(1, ...onSale.map(maxQuantity))
  const sizes = Array.from({ length: most }, (_, n) => n + 1)
  const [people, setPeople] = useState(Math.min(2, most))
  const [isMissing, setIsMissing] = useState(false)

  const choose = () => {
    const seats = groups.flatMap((group) => group.seats)
    const idOf = new Map(seats.map((seat, id) => [seat, id]))
    const rows = groupSeats(seats).flatMap((section) =>
      section.rows.map((row) => ({
        section: section.name,
        name: row.name,
        seats: row.seats.map((seat) => ({
          id: idOf.get(seat)!,
          number: seat.number,
          free: seat.free && ticketsFor(seat).every((ticket) => !buy.inBasket.includes(basketSeat(ticket, seat.label))),
          restricted: seat.view !== undefined,
          ...(seat.kind && { kind: seat.kind }),
        })),
      })),
    )
    const party = partyWithSpace(rows, people)
    let choices: Choices = Object.fromEntries(onSale.map(({ ticket_id }) => [ticket_id, NO_SELECTION]))
    for (const id of party ?? []) {
      const change = toggleSeat(choices, seats[id]!)
      if (change) choices = { ...choices, [change[0].ticket_id]: change[1] }
    }
    setIsMissing(party === null)
    if (party !== null) for (const { ticket_id } of onSale) buy.choose(ticket_id, choices[ticket_id]!)
  }

  return (
    <>
      <p>{shop['seats.access']}</p>
      <Checkbox
        label={shop['seats.needed']}
        checked={buy.access}
        onChange={({ target }) => buy.setAccess(target.checked)}
      />
      {buy.access && (
        <>
          <SelectField
            label={shop['seats.people']}
            value={people}
            onChange={({ target }) => setPeople(Number(target.value))}
          >
            {sizes.map((n) => (
              <option key={n}>{n}</option>
            ))}
          </SelectField>
          <Button small variant="secondary" onClick={choose}>
            {shop['seats.space']}
          </Button>
          {isMissing && <Alert type="error">{shop['seats.noSpace']}</Alert>}
        </>
      )}
    </>
  )
}
