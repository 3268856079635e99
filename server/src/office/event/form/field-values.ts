import type { FieldRow } from '@foyer/contract/office/events/fields.en.ts'
import { CURRENCIES, type CurrencyCode } from '@foyer/domain/money/money.ts'
import { htmlOfText } from '../../../html/sanitise.ts'
import { plainOf } from './plain-html.ts'

type Values = Record<string, unknown>

const valueAt = (value: Values, path: string): unknown =>
  path.split('.').reduce<unknown>((node, key) => (node as Values | null | undefined)?.[key], value)

function setValueAt(value: Values, path: string, wanted: unknown): void {
  const [first, ...rest] = path.split('.') as [string, ...string[]]
  if (rest.length === 0) {
    if (wanted === undefined) delete value[first]
    else value[first] = wanted
    return
  }
  const within = { ...(value[first] as Values | null | undefined) }
  setValueAt(within, rest.join('.'), wanted)
  if (Object.keys(within).length === 0) delete value[first]
  else value[first] = within
}

type Sections = { sections: { name?: string; rows: Rows }[] }
type Rows = { row: string; from?: number; to: number; without?: number[] }[]
const rowLine = (name: string | undefined, { row, from = 1, to, without = [] }: Rows[number]) =>
  `${name ? `${name}: ` : ''}${row} ${from}-${to}${without.length > 0 ? ` without ${without.join(', ')}` : ''}`
const ROW = /^(?:(.+?):\s*)?(\S{1,10})\s+(\d{1,4})\s*[-–]\s*(\d{1,4})(?:\s+without\s+([\d,\s]+))?$/i

function seatsText(seats: unknown): string {
  if (seats === undefined) return ''
  if (Array.isArray(seats)) return seats.join('\n')
  const { sections } = seats as Sections
  return sections.flatMap(({ name, rows }) => rows.map((row) => rowLine(name, row))).join('\n')
}

function seatsIn(text: string): unknown {
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
const keptText = (kept: unknown): string =>
  ((kept as Kept | undefined) ?? [])
    .map(({ reason, places, seats }) => `${reason}: ${places ?? seats?.join(', ')}`)
    .join('\n')
/** A reason may contain colons, such as “Hold until 19:00: 4”, so the last one ends it, unless seats contain colons. */
const keptIn = (text: string, seats: unknown): unknown =>
  linesOf(text).map((line) => {
    const ends = JSON.stringify(namesOf(seats)).includes(':') ? /^(.*?):\s*(.*)$/ : /^(.*):\s*(.*)$/
    const [, reason, what] = ends.exec(line) ?? [line, '', line]
    return /^\d+$/.test(what!)
      ? { reason, places: Number(what) }
      : { reason, seats: what!.split(',').map((label) => label.trim()) }
  })

type Tiers = { price: unknown; until?: string; tickets?: number }[]
const TIER = /^[£€$¥]?\s*(\S+?)(?:\s+for\s+(\d{1,7}))?(?:\s+until\s+(\S+))?$/i
const tiersText = (tiers: unknown, currency: CurrencyCode): string =>
  ((tiers as Tiers | undefined) ?? [])
    .map(({ price, until, tickets }) =>
      [
        Number(price).toFixed(CURRENCIES[currency].decimals),
        ...(tickets ? [`for ${tickets}`] : []),
        ...(until ? [`until ${until}`] : []),
      ].join(' '),
    )
    .join('\n')
const tiersIn = (text: string): unknown =>
  linesOf(text).map((line) => {
    const [, price = line, tickets, until] = TIER.exec(line) ?? []
    return { price: price.replace(',', '.'), ...(until && { until }), ...(tickets && { tickets: Number(tickets) }) }
  })

type Needs = { title: string; any_of: unknown[] }[]
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** What is needed to convert between form values and the document. An empty field means the format's default. */
export type FormContext = { currency: CurrencyCode; dateKeys: readonly string[]; typeNames: readonly string[] }

export function shownValue(
  { path, kind, isEnd, choices }: FieldRow,
  value: Values,
  { currency, dateKeys, typeNames }: FormContext,
): string {
  const current = valueAt(value, path)
  switch (kind) {
    case 'amount':
      return current === undefined ? '' : Number(current).toFixed(CURRENCIES[currency].decimals)
    case 'moment':
      if (typeof current !== 'string') return ''
      return current.length === 10 ? `${current}T${isEnd ? '23:59' : '00:00'}` : current.slice(0, 16)
    case 'flag':
      return (current ?? path === 'can_update_quantity') ? '1' : '0'
    case 'html':
      return plainOf(String(current ?? ''))
    case 'texts':
    case 'codes':
    case 'opens':
      return ((current as string[] | undefined) ?? []).join('\n')
    case 'seats':
      return seatsText(current)
    case 'kept':
      return keptText(current)
    case 'tiers':
      return tiersText(current, currency)
    case 'dates':
      return ((current as string[] | undefined) ?? dateKeys).join('\n')
    case 'tickets':
      return ((current as string[] | undefined) ?? typeNames).join('\n')
    case 'requires':
      return ((current as Needs | undefined)?.[0]?.any_of ?? []).filter((name) => typeof name === 'string').join('\n')
    // A browser sends the first option if none is selected.
    case 'choice':
      return String(current ?? choices?.[0]?.[0] ?? '')
    default:
      return String(current ?? '')
  }
}

/** The number that was typed; any other text stays as it is, so that the import reports it. Empty: undefined. */
function numberIn(typed: string, pattern: RegExp): number | string | undefined {
  if (typed === '') return undefined
  return pattern.test(typed) ? Number(typed) : typed
}

export function putValue(
  { path, kind }: FieldRow,
  value: Values,
  typed: string,
  { dateKeys, typeNames }: FormContext,
): void {
  const lines = linesOf(typed)
  const unlessAll = (all: readonly string[]) => (all.every((name) => lines.includes(name)) ? undefined : lines)
  const read = (): unknown => {
    switch (kind) {
      case 'number':
        return numberIn(typed, /^-?\d{1,9}$/)
      case 'amount':
      case 'percent':
        return typed === '' ? undefined : typed.replace(/^[£€$¥]\s*|\s*%$/g, '').replace(',', '.')
      case 'flag':
        return typed === '1'
      case 'html':
        return typed === '' ? undefined : htmlOfText(typed)
      case 'coordinate':
        return numberIn(typed, /^-?\d{1,3}(\.\d{1,12})?$/)
      case 'texts':
      case 'opens':
        return lines.length === 0 ? undefined : lines
      case 'codes':
        return lines.length === 0 ? undefined : lines.flatMap((line) => line.toUpperCase().split(/[\s,;]+/))
      case 'seats':
        return lines.length === 0 ? undefined : seatsIn(typed)
      case 'kept':
        return lines.length === 0 ? undefined : keptIn(typed, value.seats)
      case 'tiers':
        return lines.length === 0 ? undefined : tiersIn(typed)
      case 'dates':
        return unlessAll(dateKeys)
      case 'tickets':
        return unlessAll(typeNames)
      case 'requires': {
        const rest = ((valueAt(value, path) as Needs | undefined) ?? []).slice(1)
        const first = lines.length === 0 ? [] : [{ title: lines.join(' / '), any_of: lines }]
        return [...first, ...rest]
      }
      default:
        return typed === '' ? undefined : typed
    }
  }
  setValueAt(value, path, read())
}
