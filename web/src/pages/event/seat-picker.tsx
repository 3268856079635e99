import { fill } from '@foyer/contract/fill.ts'
import { shop } from '@foyer/contract/messages.ts'
import { Fragment, type KeyboardEvent, lazy, Suspense, useId, useRef, useState } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { cx } from '../../ui/cx.ts'
import { useHydrated } from '../../ui/hooks/use-hydrated.ts'
import { type PricedEvent, priceTextOf } from './choice.ts'
import { type PlacedSeat, type SeatGroup, ticketOf, ticketsFor, toggleSeat } from './seat-groups.ts'
import { groupSeats, seatInDirection } from './seat-plan.ts'
import { type Buy, basketSeat } from './use-buy.ts'

/** Only halls with wheelchair spaces load it, once the page is there. */
const Space = lazy(() => import('./space.tsx'))

type Props = { groups: SeatGroup[]; event: PricedEvent; buy: Buy }

/**
 * The seating plan: a checkbox for each seat, row by row from the stage. Only one seat at a time is in the
 * tab order; the arrow keys move between seats. As a list, the same checkboxes stand below each other with their words.
 */
export function SeatPicker({ groups, event, buy }: Props) {
  const seats = groups.flatMap(({ seats }) => seats)
  const groupsOnSale = groups.filter(({ onSale }) => onSale.length > 0)
  const onSale = groups.flatMap((group) => group.onSale)
  /** of all ticket types, or of none */
  const shopChooses = onSale.some(({ ticket_id }) => buy.choices[ticket_id]?.section !== undefined)
  const sections = groupSeats(seats)
  const inRows = sections.flatMap((section) => section.rows.map((row) => row.seats))
  const [tabStop, setTabStop] = useState(() => seats.find((seat) => seat.free)?.key)
  const [isLarge, setIsLarge] = useState(false)
  const [isList, setIsList] = useState(false)
  const rows = isList ? inRows.flat().map((seat) => [seat]) : inRows
  const boxes = useRef(new Map<string, HTMLInputElement>())
  const isReady = useHydrated()
  const id = useId()
  const inBasket = ({ group, label }: PlacedSeat) =>
    group.onSale.some((ticket) => buy.inBasket.includes(basketSeat(ticket, label)))

  const toggle = (seat: PlacedSeat) => {
    const change = toggleSeat(buy.choices, seat)
    if (change && !inBasket(seat)) buy.choose(change[0].ticket_id, change[1])
  }

  const move = (event: KeyboardEvent, seat: PlacedSeat) => {
    const next = seatInDirection(event.key, rows, seat)
    if (!next) return
    event.preventDefault()
    setTabStop(next.key)
    boxes.current.get(next.key)?.focus()
  }

  const renderSeat = (seat: PlacedSeat) => {
    const { key, free, group } = seat
    const isInBasket = inBasket(seat)
    const isChosen = ticketOf(buy.choices, seat) !== undefined
    const isAvailable = free && !isInBasket
    const words = fill(isInBasket ? shop['seats.inBasket'] : seatText(free, isChosen), { label: seat.name })
    return (
      <label className="hall-seat">
        <input
          ref={(node) => {
            if (node) boxes.current.set(key, node)
          }}
          type="checkbox"
          className="hall-box"
          aria-label={words}
          aria-describedby={`${id}${group.id}`}
          checked={isChosen}
          aria-disabled={!(isChosen || (isAvailable && toggleSeat(buy.choices, seat))) || undefined}
          tabIndex={key === tabStop ? 0 : -1}
          onChange={() => toggle(seat)}
          onFocus={() => setTabStop(key)}
          onKeyDown={(event) => move(event, seat)}
        />
        <span
          className={cx('hall-face', isInBasket ? 'hall-in-basket' : !free && 'hall-taken')}
          data-place={group.id % 4}
          aria-hidden="true"
        >
          {seat.sign ?? seat.number}
        </span>
        {isList && (
          <span aria-hidden="true">
            {words}
            {isAvailable && ` · ${priceText({ ...group, onSale: ticketsFor(seat) }, event, buy)}`}
          </span>
        )}
      </label>
    )
  }

  return (
    <fieldset className="hall-picker" aria-describedby={`${id}hint`} disabled={buy.isAdding}>
      <legend className="hall-legend">{shop['seats.choose']}</legend>
      <p id={`${id}hint`} className="visually-hidden">
        {shop['seats.hint']}
      </p>
      <ul className="hall-key">
        {groupsOnSale.map((group) => (
          <li key={group.id} id={`${id}${group.id}`}>
            <span className="hall-face" data-place={group.id % 4} /> {priceText(group, event, buy)}
          </li>
        ))}
        <li aria-hidden="true">
          <span className={cx('hall-face', 'hall-mine')} /> {shop['seats.key.chosen']}
        </li>
        <li aria-hidden="true">
          <span className={cx('hall-face', 'hall-taken')} /> {shop['seats.key.taken']}
        </li>
        {buy.inBasket.length > 0 && (
          <li aria-hidden="true">
            <span className={cx('hall-face', 'hall-in-basket')} /> {shop['seats.key.inBasket']}
          </li>
        )}
      </ul>
      <div className="hall-house" data-large={isLarge && !isList} data-list={isList}>
        <p className="hall-stage">{shop['seats.stage']}</p>
        {sections.map((section) => (
          <div key={section.name} className="hall-section">
            {sections.length > 1 && <p className="hall-section-name">{section.name}</p>}
            {section.rows.map((row) => (
              <fieldset key={row.name} className="hall-row" aria-label={fill(shop['seats.row'], { row: row.name })}>
                <span className="hall-row-name" aria-hidden="true">
                  {isList ? fill(shop['seats.row'], { row: row.name }) : row.name}
                </span>
                {row.seats.map((seat, i) => (
                  <Fragment key={seat.key}>
                    {row.aisles[i] && !isList && <span className="hall-seat" />}
                    {renderSeat(seat)}
                  </Fragment>
                ))}
              </fieldset>
            ))}
          </div>
        ))}
      </div>
      {isReady && seats.some(({ free, kind }) => free && kind) && (
        <Suspense>
          <Space groups={groups} buy={buy} />
        </Suspense>
      )}
      <p className="hall-key">
        <Button small variant="secondary" onClick={() => setIsList(!isList)}>
          {isList ? shop['seats.asPlan'] : shop['seats.asList']}
        </Button>
        {!isList && (
          <Button small variant="secondary" onClick={() => setIsLarge(!isLarge)}>
            {isLarge ? shop['seats.smaller'] : shop['seats.larger']}
          </Button>
        )}
        <Button
          small
          variant="secondary"
          onClick={() => {
            for (const { ticket_id } of onSale)
              buy.choose(ticket_id, { quantity: 0, seats: [], section: shopChooses ? undefined : '' })
          }}
        >
          {shopChooses ? shop['seats.mine'] : shop['seats.best']}
        </Button>
      </p>
    </fieldset>
  )
}

const seatText = (isFree: boolean, isChosen: boolean) => {
  if (isChosen) return shop['seats.chosen']
  return isFree ? shop['seats.free'] : shop['seats.taken']
}

/** The name and the prices of a group of seats. */
function priceText({ onSale }: SeatGroup, event: PricedEvent, { amounts }: Buy): string {
  const prices = new Set(onSale.map((ticket) => priceTextOf(ticket, amounts, event)))
  return `${onSale[0]?.name ?? ''} · ${[...prices].join(' / ')}`
}
