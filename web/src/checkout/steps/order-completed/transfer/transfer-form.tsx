import type { SentBody } from '@foyer/contract/calls.ts'
import { fill } from '@foyer/contract/fill.ts'
import { toWire } from '@foyer/contract/forms/names.ts'
import { TRANSFER_FORM } from '@foyer/contract/forms/transfer.ts'
import { common, completed as t } from '@foyer/contract/messages.ts'
import {
  boundQty,
  canAddRow,
  canSend,
  emptyRow,
  firstInvalidRow,
  isScheduled,
  maxQty,
  rowProblems,
  rowsToSend,
  type TransferRow,
  transferSum,
} from '@foyer/domain/after-sale/transfers.ts'
import { dayOf } from '@foyer/domain/format/dates.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../../../ui/actions/button.tsx'
import { LoadingButton } from '../../../../ui/actions/loading-button.tsx'
import { plusIcon } from '../../../../ui/display/icons.ts'
import { announce } from '../../../../ui/feedback/announce.ts'
import { Form } from '../../../../ui/forms/form.tsx'
import { useAction } from '../../../../ui/forms/use-action.ts'
import { onSubmit } from '../../../../ui/forms/use-form.ts'
import { Accordion } from '../../../../ui/layout/accordion.tsx'
import { StickyBar } from '../../../../ui/layout/sticky-bar.tsx'
import type { Row } from './form-row.ts'
import css from './transfer.module.css'
import { fieldIdOf, TransferRowFields } from './transfer-row.tsx'

export type SentTransfers = SentBody<'set_transfers'>['transfers']

/** A row as it is sent: fields that it does not use are empty. */
const toSent = (row: TransferRow) =>
  toWire(TRANSFER_FORM, {
    ...row,
    sendGift: row.isGift ? row.sendGift : '',
    deliveryDate: isScheduled(row) ? row.deliveryDate : '',
    deliveryTime: isScheduled(row) ? row.deliveryTime : '',
    message: row.isGift ? row.message : '',
  })

type Transferable = {
  ticket_id: number
  qty: number
  event_name: string
  ticket_name: string
  seats: readonly string[]
  timezone: string
  /** When its event is over. */
  over?: string | undefined
}

type FormProps = {
  tickets: readonly Transferable[]
  /** milliseconds since 1970 by the server's clock */
  clock: () => number
  /** Sends the transfers; the caller reports failures. `LEAVING` when the page is about to be loaded again. */
  onSend: (transfers: SentTransfers) => Promise<unknown>
  back: () => void
}

/** The form for transferring tickets, on the last page of the checkout and on the page of an order. */
export function TransferForm({ tickets, clock, onSend, back }: FormProps) {
  const lastKey = useRef(tickets.length)
  const [rows, setRows] = useState<readonly Row[]>(() =>
    tickets.map(({ ticket_id }, key) => ({ ...emptyRow(ticket_id), key })),
  )
  const [open, setOpen] = useState<readonly number[]>(tickets.slice(0, 1).map(({ ticket_id }) => ticket_id))
  /** fields whose problem is shown: those left after a change, and all after a send */
  const [shownProblems, setShownProblems] = useState<ReadonlySet<string>>(new Set())
  const [focus, setFocus] = useState<{ id: string } | null>(null)
  const { busy, run } = useAction()
  const notYet = useId()

  /** Today in the event's time zone; it may have changed since the form was rendered. */
  const today = (ticketId: number) =>
    dayOf(new Date(clock()), tickets.find(({ ticket_id }) => ticket_id === ticketId)!.timezone)
  const endOf = (ticketId: number) => {
    const { over, timezone } = tickets.find(({ ticket_id }) => ticket_id === ticketId)!
    return over === undefined ? undefined : { over, timezone }
  }
  const ready = canSend(rows, today, endOf)

  useEffect(() => {
    if (focus) document.getElementById(focus.id)?.focus()
  }, [focus])

  const change = (key: number, part: Partial<TransferRow>) =>
    setRows((before) => before.map((row) => (row.key === key ? { ...row, ...part } : row)))

  const setQty = (row: Row, wanted: number, purchased: number) =>
    change(row.key, { qty: boundQty(rows, rows.indexOf(row), wanted, purchased) })

  const add = (ticketId: number) => {
    lastKey.current += 1
    const key = lastKey.current
    // In reading order, so that the first invalid row is the topmost one.
    const after = rows.findLastIndex((row) => row.ticketTypeId === ticketId) + 1
    setRows(rows.toSpliced(after, 0, { ...emptyRow(ticketId), key }))
    setFocus({ id: fieldIdOf(key, 'qty') })
  }

  const remove = (row: Row) => {
    const others = rows.filter((each) => each !== row)
    setRows(others)
    const before = others.filter(({ ticketTypeId, key }) => ticketTypeId === row.ticketTypeId && key < row.key).at(-1)
    if (before) setFocus({ id: fieldIdOf(before.key, 'qty') })
  }

  const showProblems = (row: Row) => {
    const [problem] = Object.keys(
      rowProblems(row, today(row.ticketTypeId), endOf(row.ticketTypeId)),
    ) as (keyof TransferRow)[]
    const first = row.qty === 0 ? 'qty' : problem
    setOpen((before) => [...new Set([...before, row.ticketTypeId])])
    setShownProblems((before) => new Set([...before, ...Object.keys(row).map((field) => `${row.key}.${field}`)]))
    if (first) setFocus({ id: fieldIdOf(row.key, first) })
  }

  const send = async () => {
    const wrong = firstInvalidRow(rows, today, endOf)
    if (wrong !== null) {
      if (rows[wrong]!.qty === 0) announce(t['transfer.notYet'])
      return showProblems(rows[wrong]!)
    }
    return onSend(rowsToSend(rows).map(toSent))
  }

  return (
    <Form className={css.form} onSubmit={onSubmit(() => run(send))}>
      <p className={css.lead}>{t['transfer.lead']}</p>
      <div>
        {tickets.map((ticket) => {
          const { ticket_id, qty, event_name, ticket_name } = ticket
          const own = rows.filter((row) => row.ticketTypeId === ticket_id)
          return (
            <Accordion
              key={ticket_id}
              level={2}
              title={
                <span className={css.type}>
                  {fill(t['transfer.type'], { 'event name': event_name, 'ticket name': ticket_name })}
                </span>
              }
              aside={fill(t['transfer.count'], { n: transferSum(rows, ticket_id), m: qty })}
              open={open.includes(ticket_id)}
              onToggle={(shown) => setOpen(shown ? [...open, ticket_id] : open.filter((each) => each !== ticket_id))}
            >
              <div className={css.rows}>
                {own.map((row, index) => (
                  <TransferRowFields
                    key={row.key}
                    row={row}
                    number={index + 1}
                    ticket={ticket_name}
                    today={today(ticket_id)}
                    end={endOf(ticket_id)}
                    max={maxQty(rows, rows.indexOf(row), qty)}
                    shownProblems={shownProblems}
                    onShowProblem={(field) => setShownProblems((before) => new Set([...before, field]))}
                    onQty={(wanted) => setQty(row, wanted, qty)}
                    onChange={(part) => change(row.key, part)}
                    onRemove={index === 0 ? undefined : () => remove(row)}
                  />
                ))}
                {canAddRow(rows, { ticketTypeId: ticket_id, qty }) && (
                  <Button variant="secondary" icon={plusIcon} className={css.add} onClick={() => add(ticket_id)}>
                    {t['transfer.addRow']}
                  </Button>
                )}
              </div>
            </Accordion>
          )
        })}
      </div>
      <StickyBar
        always
        className={css.bar}
        label={t['transfer.bar']}
        action={
          <div className={css.buttons}>
            <Button variant="secondary" disabled={busy !== null} onClick={back}>
              {common['button.back']}
            </Button>
            {/* Not disabled, because a press shows what is missing and moves the focus there. */}
            <LoadingButton
              type="submit"
              loading={busy !== null}
              aria-disabled={!ready || undefined}
              aria-describedby={ready ? undefined : notYet}
            >
              {t['button.sendTickets']}
            </LoadingButton>
          </div>
        }
      >
        {!ready && (
          <p id={notYet} className={css.notYet}>
            {t['transfer.notYet']}
          </p>
        )}
      </StickyBar>
    </Form>
  )
}
