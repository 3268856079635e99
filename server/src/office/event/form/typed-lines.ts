import { CURRENCIES, type CurrencyCode } from '@foyer/domain/money/money.ts'
import { pretixPlan } from './pretix-plan.ts'

/** What staff type as lines: seats, places kept for the house, and price tiers. */

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

type Sections = { sections: { name?: string; rows: Rows }[] }
type Rows = { row: string; from?: number; to: number; without?: number[] }[]
const rowLine = (name: string | undefined, { row, from = 1, to, without = [] }: Rows[number]) =>
  `${name ? `${name}: ` : ''}${row} ${from}-${to}${without.length > 0 ? ` without ${without.join(', ')}` : ''}`
const ROW = /^(?:(.+?):\s*)?(\S{1,10})\s+(\d{1,4})\s*[-–]\s*(\d{1,4})(?:\s+without\s+([\d,\s]+))?$/i

export function seatsText(seats: unknown): string {
  if (seats === undefined) return ''
  if (Array.isArray(seats)) return seats.join('\n')
  const { sections } = seats as Sections
  return sections.flatMap(({ name, rows }) => rows.map((row) => rowLine(name, row))).join('\n')
}

/** `name`: that of the price, whose category is taken of a plan in pretix's format. */
export function seatsIn(text: string, name = ''): unknown {
  const plan = pretixPlan(text, name)
  if (plan !== null) return plan.seats
  const lines = linesOf(text)
  const rows = lines.map((line) => ROW.exec(line))
  if (rows.some((row) => row === null))
    return lines
      .flatMap((line) => line.split(','))
      .map((label) => label.trim())
      .filter(Boolean)
  const sections = new Map<string, Rows>()
  for (const [, name = '', row, from, to, without] of rows as RegExpExecArray[]) {
    const numbers = without?.match(/\d+/g)?.map(Number)
    const own = { row: row!, from: Number(from), to: Number(to), ...(numbers && { without: numbers }) }
    sections.set(name, [...(sections.get(name) ?? []), own])
  }
  return { sections: [...sections].map(([name, own]) => ({ ...(name && { name }), rows: own })) }
}

/** The labels of seats, or the names of their sections. */
const namesOf = (seats: unknown): unknown[] =>
  Array.isArray(seats) ? seats : ((seats as Sections | undefined)?.sections ?? []).map(({ name }) => name)

type Kept = { reason: string; places?: number; seats?: string[] }[]
export const keptText = (kept: unknown): string =>
  ((kept as Kept | undefined) ?? [])
    .map(({ reason, places, seats }) => `${reason}: ${places ?? seats?.join(', ')}`)
    .join('\n')
/** A reason may contain colons, such as “Hold until 19:00: 4”, so the last one ends it, unless seats contain colons. */
export const keptIn = (text: string, seats: unknown): unknown =>
  linesOf(text).map((line) => {
    const ends = JSON.stringify(namesOf(seats)).includes(':') ? /^(.*?):\s*(.*)$/ : /^(.*):\s*(.*)$/
    const [, reason, what] = ends.exec(line) ?? [line, '', line]
    return /^\d+$/.test(what!)
      ? { reason, places: Number(what) }
      : { reason, seats: what!.split(',').map((label) => label.trim()) }
  })

/** Labels of seats, after one another. */
export const labelsText = (labels: unknown): string => ((labels as string[] | undefined) ?? []).join(', ')
export const labelsIn = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map((label) => label.trim())
    .filter((label) => label !== '')

type Views = { note: string; seats: string[] }[]
export const viewsText = (views: unknown): string =>
  ((views as Views | undefined) ?? []).map(({ note, seats }) => `${note}: ${labelsText(seats)}`).join('\n')
export const viewsIn = (text: string): unknown =>
  linesOf(text).map((line) => {
    const [, note = '', seats = line] = /^(.*):\s*(.*)$/.exec(line) ?? []
    return { note, seats: labelsIn(seats) }
  })

type Tiers = { price: unknown; until?: string; tickets?: number }[]
const TIER = /^[£€$¥]?\s*(\S+?)(?:\s+for\s+(\d{1,7}))?(?:\s+until\s+(\S+))?$/i
export const tiersText = (tiers: unknown, currency: CurrencyCode): string =>
  ((tiers as Tiers | undefined) ?? [])
    .map(({ price, until, tickets }) =>
      [
        Number(price).toFixed(CURRENCIES[currency].decimals),
        ...(tickets ? [`for ${tickets}`] : []),
        ...(until ? [`until ${until}`] : []),
      ].join(' '),
    )
    .join('\n')
export const tiersIn = (text: string): unknown =>
  linesOf(text).map((line) => {
    const [, price = line, tickets, until] = TIER.exec(line) ?? []
    return { price: price.replace(',', '.'), ...(until && { until }), ...(tickets && { tickets: Number(tickets) }) }
  })
