import { fill } from '@foyer/contract/fill.ts'
import { shop } from '@foyer/contract/messages.ts'
import type { SeatData, TicketTypeData } from '@foyer/contract/types.ts'
import { type KeyboardEvent, useRef, useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { chosenOf, mostOf, ticketsFor } from './choice.ts'
import { moveOf, plan } from './seat-plan.ts'
import css from './seats.module.css'
import type { Buy } from './use-buy.ts'

type Props = { ticket: TicketTypeData; seats: SeatData[]; buy: Buy; describedBy?: string }

/**
 * The seating plan: a checkbox for each seat, row by row from the stage. Only one seat at a time is in the tab order; the
 * arrow keys move between seats.
 */
export function SeatPicker({ ticket, seats, buy, describedBy }: Props) {
  const sections = plan(seats)
  const rows = sections.flatMap((section) => section.rows.map((row) => row.seats))
  const chosen = chosenOf(buy.choice, ticket).seats
  const { seats_each: each = 1 } = ticket
  const full = chosen.length >= mostOf(ticket) * each
  const [stop, setStop] = useState(() => seats.find((seat) => seat.free)?.label)
  const boxes = useRef(new Map<string, HTMLInputElement>())
  const hintId = `seats-${ticket.ticket_id}`

  const toggle = ({ label }: SeatData) => {
    const has = chosen.includes(label)
    if (!has && full) return
    const next = has ? chosen.filter((each) => each !== label) : [...chosen, label]
    buy.choose(ticket.ticket_id, { quantity: ticketsFor(ticket, next), seats: next })
  }

  const move = (event: KeyboardEvent, seat: SeatData) => {
    const next = moveOf(event.key, rows, seat)
    if (!next) return
    event.preventDefault()
    setStop(next.label)
    boxes.current.get(next.label)?.focus()
  }

  return (
    <fieldset className={css.picker} aria-describedby={cx(describedBy, hintId)} disabled={buy.state === 'adding'}>
      <legend className={css.legend}>{shop['seats.choose']}</legend>
      <p id={hintId} className="visually-hidden">
        {shop['seats.hint']}
      </p>
      {each > 1 && <p>{fill(shop['seats.each'], { n: each })}</p>}
      <div className={css.house}>
        <p className={css.stage}>{shop['seats.stage']}</p>
        {sections.map((section) => (
          <div key={section.name} className={css.section}>
            {sections.length > 1 && <p className={css.sectionName}>{section.name}</p>}
            {section.rows.map((row) => (
              <fieldset key={row.name} className={css.row} aria-label={fill(shop['seats.row'], { row: row.name })}>
                <span className={css.rowName} aria-hidden="true">
                  {row.name}
                </span>
                {row.seats.map((seat) => {
                  const checked = chosen.includes(seat.label)
                  return (
                    <label key={seat.label} className={css.seat}>
                      <input
                        ref={(node) => {
                          if (node) boxes.current.set(seat.label, node)
                        }}
                        type="checkbox"
                        className={css.box}
                        aria-label={fill(wordsOf(seat, checked), { label: seat.label })}
                        checked={checked}
                        aria-disabled={!seat.free || (full && !checked) || undefined}
                        tabIndex={seat.label === stop ? 0 : -1}
                        onChange={() => seat.free && toggle(seat)}
                        onFocus={() => setStop(seat.label)}
                        onKeyDown={(event) => move(event, seat)}
                      />
                      <span className={cx(css.face, !seat.free && css.taken)} aria-hidden="true">
                        {seat.number}
                      </span>
                    </label>
                  )
                })}
              </fieldset>
            ))}
          </div>
        ))}
      </div>
      <ul className={css.key} aria-hidden="true">
        <li>
          <span className={css.face} /> {shop['seats.key.free']}
        </li>
        <li>
          <span className={cx(css.face, css.mine)} /> {shop['seats.key.chosen']}
        </li>
        <li>
          <span className={cx(css.face, css.taken)} /> {shop['seats.key.taken']}
        </li>
      </ul>
      <p role="status" className={css.chosen}>
        {fill(shop['seats.selected'], { n: chosen.length })}
        {chosen.length > 0 && `: ${chosen.join(', ')}`}
        {full && ` (${fill(shop['tickets.max'], { n: mostOf(ticket) })})`}
      </p>
    </fieldset>
  )
}

const wordsOf = (seat: SeatData, chosen: boolean) =>
  chosen ? shop['seats.chosen'] : seat.free ? shop['seats.free'] : shop['seats.taken']
