import { isTimeOfDay, parseUkDate } from '../format/dates.ts'
import { isEmail } from '../people/email.ts'

/** TRF-11 */
export const SEND_GIFT = ['Schedule', 'Send now'] as const

/** ENT-34 */
export type TransferRow = {
  ticket_id: number
  name: string
  email: string
  qty: number
  is_gift: boolean
  send_gift: (typeof SEND_GIFT)[number] | ''
  /** dd/MM/yyyy (TRF-13) */
  delivery_date: string
  /** HH:mm */
  delivery_time: string
  message: string
}

type PurchasedTicket = { ticket_id: number; qty: number; seats: readonly string[] }

/** A new row (OPEN-100: a gift starts as 'Send now'). */
export const emptyRow = (ticket_id: number): TransferRow => ({
  ticket_id,
  name: '',
  email: '',
  qty: 0,
  is_gift: false,
  send_gift: 'Send now',
  delivery_date: '',
  delivery_time: '',
  message: '',
})

/** The day it is, as 'yyyy-mm-dd': one for all rows, or for each ticket that of its event's zone (TRF-14). */
export type Today = string | ((ticketId: number) => string)
const dayFor = (today: Today, { ticket_id }: TransferRow) => (typeof today === 'string' ? today : today(ticket_id))

const isScheduled = (row: TransferRow) => row.is_gift && row.send_gift === 'Schedule'

function isDayFrom(today: string, ukDate: string): boolean {
  const day = parseUkDate(ukDate)
  return day !== null && day >= today
}

/** What is wrong with a row, by field, as keys of the texts. */
export type RowProblems = {
  name?: 'error.transferNameMissing'
  email?: 'error.transferEmailMissing' | 'error.invalidEmail'
  delivery_date?: 'error.transferDateMissing'
  delivery_time?: 'error.transferTimeMissing'
}

/**
 * TRF-19..22. `today` is 'yyyy-mm-dd': a gift cannot be delivered earlier (TRF-14). Quantity has no sentence of its own: a row
 * of 0 is not sent.
 */
export function rowProblems(row: TransferRow, today: string): RowProblems {
  const problems: RowProblems = {}
  if (row.name.trim() === '') problems.name = 'error.transferNameMissing'
  if (row.email.trim() === '') problems.email = 'error.transferEmailMissing'
  else if (!isEmail(row.email)) problems.email = 'error.invalidEmail'
  if (isScheduled(row)) {
    if (!isDayFrom(today, row.delivery_date)) problems.delivery_date = 'error.transferDateMissing'
    if (!isTimeOfDay(row.delivery_time)) problems.delivery_time = 'error.transferTimeMissing'
  }
  return problems
}

/** TRF-18..22 */
export const isRowValid = (row: TransferRow, today: string): boolean =>
  Number.isInteger(row.qty) && row.qty > 0 && Object.keys(rowProblems(row, today)).length === 0

/** TRF-24 */
export const rowsToSend = (rows: readonly TransferRow[]): TransferRow[] => rows.filter((row) => row.qty !== 0)

/** TRF-23, OPEN-99: every row that would be sent is valid, and there is one. */
export function canSend(rows: readonly TransferRow[], today: Today): boolean {
  const sent = rowsToSend(rows)
  return sent.length > 0 && sent.every((row) => isRowValid(row, dayFor(today, row)))
}

/**
 * TRF-25, TRF-26: the place of the first row that would be sent and is not valid; null when all are. While none would be sent
 * (OPEN-99) it is the first that somebody has begun, else the first of all.
 */
export function firstInvalidRow(rows: readonly TransferRow[], today: Today): number | null {
  if (rowsToSend(rows).length === 0)
    return Math.max(
      0,
      rows.findIndex(({ name, email }) => (name + email).trim() !== ''),
    )
  const at = rows.findIndex((row) => row.qty !== 0 && !isRowValid(row, dayFor(today, row)))
  return at === -1 ? null : at
}

export const transferSum = (rows: readonly TransferRow[], ticketId: number): number =>
  rows.filter((row) => row.ticket_id === ticketId).reduce((sum, row) => sum + row.qty, 0)

/** The most the row at `at` can take: what its ticket's other rows leave of the purchased quantity (TRF-28). */
export function maxQty(rows: readonly TransferRow[], at: number, purchased: number): number {
  const row = rows[at]!
  return Math.max(0, purchased - (transferSum(rows, row.ticket_id) - row.qty))
}

/** A quantity brought within its bounds (TRF-27, TRF-28). */
export const boundQty = (rows: readonly TransferRow[], at: number, wanted: number, purchased: number): number =>
  Math.min(Math.max(0, Math.trunc(wanted)), maxQty(rows, at, purchased))

/** TRF-29: the add-row button stands only while there are tickets left to hand on. */
export const canAddRow = (rows: readonly TransferRow[], ticket: Pick<PurchasedTicket, 'ticket_id' | 'qty'>): boolean =>
  transferSum(rows, ticket.ticket_id) < ticket.qty

/** TRF-05: tickets with allocated seats stay with their buyer. */
export const transferableTickets = <T extends { seats: readonly string[] }>(tickets: readonly T[]): T[] =>
  tickets.filter((ticket) => ticket.seats.length === 0)

/** TRF-01 */
export const isTransferAllowed = (tickets: readonly { seats: readonly string[] }[]): boolean =>
  transferableTickets(tickets).length > 0

/** Whether the server may carry the rows out: each valid, of a ticket that can be handed on, within what was bought. */
export function areTransfersValid(
  rows: readonly TransferRow[],
  tickets: readonly PurchasedTicket[],
  today: string,
): boolean {
  const movable = transferableTickets(tickets)
  return (
    canSend(rows, today) &&
    rows.every((row) => {
      const ticket = movable.find(({ ticket_id }) => ticket_id === row.ticket_id)
      return ticket !== undefined && row.qty >= 0 && transferSum(rows, row.ticket_id) <= ticket.qty
    })
  )
}
