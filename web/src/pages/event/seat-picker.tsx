import { fill } from '@foyer/contract/fill.ts'
import { shop } from '@foyer/contract/messages.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import type { CurrencyCode } from '@foyer/domain/money/money.ts'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { cx } from '../../ui/cx.ts'
import { priceMinorOf } from './choice.ts'
import { type Place, type PlacedSeat, ticketOf, toggled } from './seat-places.ts'
import { moveOf, plan } from './seat-plan.ts'
import css from './seats.module.css'
import { type Buy, basketSeat } from './use-buy.ts'

type Props = { places: Place[]; currency: CurrencyCode; buy: Buy }

/**
 * The seating plan of the whole house: a checkbox for each seat, row by row from the stage. Only one seat at a time is in the
 * tab order; the arrow keys move between seats.
 */
export function SeatPicker({ places, currency, buy }: Props) {
  const all = places.flatMap(({ seats }) => seats)
  const selling = places.filter(({ onSale }) => onSale.length > 0)
  const sections = plan(all)
  const rows = sections.flatMap((section) => section.rows.map((row) => row.seats))
  const [stop, setStop] = useState(() => all.find((seat) => seat.free)?.key)
  const [large, setLarge] = useState(false)
  const boxes = useRef(new Map<string, HTMLInputElement>())
  const id = useId()
  const inBasket = ({ place, label }: PlacedSeat) =>
    place.onSale.some((ticket) => buy.inBasket.includes(basketSeat(ticket, label)))

  const toggle = (seat: PlacedSeat) => {
    const change = toggled(buy.choice, seat)
    if (change && !inBasket(seat)) buy.choose(change[0].ticket_id, change[1])
  }

  const move = (event: KeyboardEvent, seat: PlacedSeat) => {
    const next = moveOf(event.key, rows, seat)
    if (!next) return
    event.preventDefault()
    setStop(next.key)
    boxes.current.get(next.key)?.focus()
  }

  const box = (seat: PlacedSeat) => {
    const { key, label, free, place } = seat
    const mine = inBasket(seat)
    const checked = ticketOf(buy.choice, seat) !== undefined
    const available = free && !mine
    return (
      <label key={key} className={css.seat}>
        <input
          ref={(node) => {
            if (node) boxes.current.set(key, node)
          }}
          type="checkbox"
          className={css.box}
          aria-label={fill(mine ? shop['seats.inBasket'] : wordsOf(free, checked), { label })}
          aria-describedby={`${id}${place.id}`}
          checked={checked}
          aria-disabled={!(checked || (available && toggled(buy.choice, seat))) || undefined}
          tabIndex={key === stop ? 0 : -1}
          onChange={() => toggle(seat)}
          onFocus={() => setStop(key)}
          onKeyDown={(event) => move(event, seat)}
        />
        <span
          className={cx(css.face, mine ? css.inBasket : !free && css.taken)}
          data-place={place.id % 4}
          aria-hidden="true"
        >
          {seat.number}
        </span>
      </label>
    )
  }

  return (
    <fieldset className={css.picker} aria-describedby={`${id}hint`} disabled={buy.state === 'adding'}>
      <legend className={css.legend}>{shop['seats.choose']}</legend>
      <p id={`${id}hint`} className="visually-hidden">
        {shop['seats.hint']}
      </p>
      <ul className={css.key}>
        {selling.map((place) => (
          <li key={place.id} id={`${id}${place.id}`}>
            <span className={css.face} data-place={place.id % 4} /> {priceWords(place, currency, buy)}
          </li>
        ))}
        <li aria-hidden="true">
          <span className={cx(css.face, css.mine)} /> {shop['seats.key.chosen']}
        </li>
        <li aria-hidden="true">
          <span className={cx(css.face, css.taken)} /> {shop['seats.key.taken']}
        </li>
        {buy.inBasket.length > 0 && (
          <li aria-hidden="true">
            <span className={cx(css.face, css.inBasket)} /> {shop['seats.key.inBasket']}
          </li>
        )}
      </ul>
      <div className={css.house} data-large={large}>
        <p className={css.stage}>{shop['seats.stage']}</p>
        {sections.map((section) => (
          <div key={section.name} className={css.section}>
            {sections.length > 1 && <p className={css.sectionName}>{section.name}</p>}
            {section.rows.map((row) => (
              <fieldset key={row.name} className={css.row} aria-label={fill(shop['seats.row'], { row: row.name })}>
                <span className={css.rowName} aria-hidden="true">
                  {row.name}
                </span>
                {row.seats.map(box)}
              </fieldset>
            ))}
          </div>
        ))}
      </div>
      <Button small variant="quiet" onClick={() => setLarge(!large)}>
        {large ? shop['seats.smaller'] : shop['seats.larger']}
      </Button>
    </fieldset>
  )
}

const wordsOf = (free: boolean, chosen: boolean) =>
  chosen ? shop['seats.chosen'] : free ? shop['seats.free'] : shop['seats.taken']

/** The name and the prices of a place. */
function priceWords({ onSale }: Place, currency: CurrencyCode, { amounts }: Buy): string {
  const prices = new Set(onSale.map((ticket) => formatMinor(priceMinorOf(ticket, amounts, currency), currency)))
  return `${onSale[0]?.name ?? ''} · ${[...prices].join(' / ')}`
}
