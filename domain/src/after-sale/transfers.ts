import { dayOf, instantAt, isTimeOfDay, parseUkDate } from '../format/dates.ts'
import { isEmail } from '../people/email.ts'
import type { Line } from '../sale/line.ts'

export const SEND_GIFT = ['Schedule', 'Send now'] as const

/** A row of the transfer form. */
export type TransferRow = {
  ticketTypeId: number
  name: string
  email: string
  qty: number
  isGift: boolean
  sendGift: (typeof SEND_GIFT)[number] | ''
  /** dd/MM/yyyy */
  deliveryDate: string
  /** HH:mm */
  deliveryTime: string
  message: string
}

type PurchasedTicket = Pick<Line, 'ticketTypeId' | 'qty' | 'seats'>

/** A new row. */
export const emptyRow = (ticketTypeId: number): TransferRow => ({
  ticketTypeId,
  name: '',
  email: '',
  qty: 0,
  isGift: false,
  sendGift: 'Send now',
  deliveryDate: '',
  deliveryTime: '',
  message: '',
})

/** Today as 'yyyy-mm-dd': one day for all rows, or for each ticket the day in its event's time zone. */
export type Today = string | ((ticketTypeId: number) => string)
const dayFor = (today: Today, { ticketTypeId }: TransferRow) =>
  typeof today === 'string' ? today : today(ticketTypeId)

/** Whether the row is a gift to be sent at a chosen time. */
export const isScheduled = (row: Pick<TransferRow, 'isGift' | 'sendGift'>): boolean =>
  row.isGift && row.sendGift === 'Schedule'

function isDayFrom(today: string, ukDate: string): boolean {
  const day = parseUkDate(ukDate)
  return day !== null && day >= today
}

/** The problems of a row by field, as message keys. */
export type RowProblems = {
  name?: 'error.transferNameMissing'
  email?: 'error.transferEmailMissing' | 'error.invalidEmail'
  deliveryDate?: 'error.transferDateMissing' | 'error.transferAfterEvent'
  deliveryTime?: 'error.transferTimeMissing'
}

/** When a ticket's event is over, and the event's time zone. */
export type EventEnd = { over: string; timezone: string }
type EndOf = (ticketTypeId: number) => EventEnd | undefined

const isAfterEvent = (row: TransferRow, { over, timezone }: EventEnd): boolean => {
  const day = parseUkDate(row.deliveryDate)!
  return isTimeOfDay(row.deliveryTime)
    ? instantAt(day, row.deliveryTime, timezone) >= new Date(over)
    : day > dayOf(over, timezone)
}

/**
 * `today` is 'yyyy-mm-dd'. A gift can't be delivered before today or once its event is over. The quantity needs no check,
 * because a row with quantity 0 isn't sent.
 */
export function rowProblems(row: TransferRow, today: string, end?: EventEnd): RowProblems {
  const problems: RowProblems = {}
  if (row.name.trim() === '') problems.name = 'error.transferNameMissing'
  if (row.email.trim() === '') problems.email = 'error.transferEmailMissing'
  else if (!isEmail(row.email)) problems.email = 'error.invalidEmail'
  if (isScheduled(row)) {
    if (!isDayFrom(today, row.deliveryDate)) problems.deliveryDate = 'error.transferDateMissing'
    else if (end && isAfterEvent(row, end)) problems.deliveryDate = 'error.transferAfterEvent'
    if (!isTimeOfDay(row.deliveryTime)) problems.deliveryTime = 'error.transferTimeMissing'
  }
  return problems
}

export const isRowValid = (row: TransferRow, today: string, end?: EventEnd): boolean =>
  Number.isInteger(row.qty) && row.qty > 0 && Object.keys(rowProblems(row, today, end)).length === 0

export const rowsToSend = (rows: readonly TransferRow[]): TransferRow[] => rows.filter((row) => row.qty !== 0)

/** There is a row to send, and all such rows are valid. */
export function canSend(rows: readonly TransferRow[], today: Today, endOf?: EndOf): boolean {
  const sent = rowsToSend(rows)
  return sent.length > 0 && sent.every((row) => isRowValid(row, dayFor(today, row), endOf?.(row.ticketTypeId)))
}

/**
 * The index of the first row to send that is not valid; null when all are valid. With no row to send, it is the first one with
 * a name or an email, otherwise the first row.
 */
export function firstInvalidRow(rows: readonly TransferRow[], today: Today, endOf?: EndOf): number | null {
  if (rowsToSend(rows).length === 0)
    return Math.max(
      0,
      rows.findIndex(({ name, email }) => (name + email).trim() !== ''),
    )
  const at = rows.findIndex((row) => row.qty !== 0 && !isRowValid(row, dayFor(today, row), endOf?.(row.ticketTypeId)))
  return at === -1 ? null : at
}

export const transferSum = (rows: readonly TransferRow[], ticketTypeId: number): number =>
  rows.filter((row) => row.ticketTypeId === ticketTypeId).reduce((sum, row) => sum + row.qty, 0)

/** The maximum quantity for the row at `at`: what is purchased less what the other rows of its ticket take. */
export function maxQty(rows: readonly TransferRow[], at: number, purchased: number): number {
  const row = rows[at]!
  return Math.max(0, purchased - (transferSum(rows, row.ticketTypeId) - row.qty))
}

/** A quantity limited to what the row can take. */
export const boundQty = (rows: readonly TransferRow[], at: number, requested: number, purchased: number): number =>
  Math.min(Math.max(0, Math.trunc(requested)), maxQty(rows, at, purchased))

/** Whether a row can be added: only while there are tickets left to transfer. */
export const canAddRow = (
  rows: readonly TransferRow[],
  ticket: Pick<PurchasedTicket, 'ticketTypeId' | 'qty'>,
): boolean => transferSum(rows, ticket.ticketTypeId) < ticket.qty

/** Tickets with allocated seats cannot be transferred. */
export const transferableTickets = <T extends { seats: readonly string[] }>(tickets: readonly T[]): T[] =>
  tickets.filter((ticket) => ticket.seats.length === 0)

export const isTransferAllowed = (tickets: readonly { seats: readonly string[] }[]): boolean =>
  transferableTickets(tickets).length > 0

/** Whether the server can carry out these rows: valid, for transferable tickets, and within the purchased quantity. */
export function areTransfersValid(
  rows: readonly TransferRow[],
  tickets: readonly PurchasedTicket[],
  today: string,
): boolean {
  const movable = transferableTickets(tickets)
  return (
    canSend(rows, today) &&
    rows.every((row) => {
      const ticket = movable.find(({ ticketTypeId }) => ticketTypeId === row.ticketTypeId)
      return ticket !== undefined && transferSum(rows, row.ticketTypeId) <= ticket.qty
    })
  )
}
