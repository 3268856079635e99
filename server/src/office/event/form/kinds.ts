import { fill } from '@foyer/contract/fill.ts'
import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { type FieldKind, type FieldRow, formWords } from '@foyer/contract/office/events/fields.en.ts'
import { CURRENCIES, type CurrencyCode } from '@foyer/domain/money/money.ts'
import { htmlOfText } from '../../../html/sanitise.ts'
import type { EventDocument } from './document.ts'
import { plainOf } from './plain-html.ts'
import { pretixPlan } from './pretix-plan.ts'
import {
  keptIn,
  keptText,
  labelsIn,
  labelsText,
  linesOf,
  seatsIn,
  seatsText,
  tiersIn,
  tiersText,
  viewsIn,
  viewsText,
} from './typed-lines.ts'
import type { EventUsage } from './usage.ts'

export type FieldData = OfficeReply<'office_event_form'>['parts'][number]['rows'][number]['fields'][number]

/** What is needed to convert between form values and the document. */
export type FormContext = { currency: CurrencyCode; dateKeys: readonly string[]; typeNames: readonly string[] }

export type FormSubject = {
  document: EventDocument
  usage: EventUsage
  context: FormContext
  venues: readonly { slug: string; name: string }[]
}

/** The choice of a new venue. No slug looks like this. */
export const NEW_VENUE = '+'

type Values = Record<string, unknown>

/** A kind of field, from the stored value to the screen and back. */
type Kind = {
  control: FieldData['control']
  /** What a choice is made from. */
  options?(subject: FormSubject, row: FieldRow): FieldData['options']
  prefix?(context: FormContext): string
  /** The value as the form shows it. Undefined is the format's default. */
  show(value: unknown, context: FormContext, row: FieldRow): string
  /**
   * What was typed, as the format has it; undefined for its default. Text that isn't valid stays as it is, so that the import reports
   * it. `within`: the row that the field is part of; `before`: the value it has there.
   */
  parse(typed: string, context: FormContext, within: Values, before: unknown): unknown
}

const named = (values: Iterable<unknown>) =>
  [...new Set(values)].map((name) => ({ value: `${name}`, label: `${name}` }))
const namesIn = ({ document }: FormSubject, list: string, when: (value: Values) => boolean = () => true) =>
  document.lists[list]!.flatMap(({ value }) => (when(value) ? [value.name] : []))

/** The shared places, each with their number on the date with the most. */
const poolOptions = (subject: FormSubject): FieldData['options'] =>
  named(namesIn(subject, 'pools')).map(({ value }) => {
    const there = subject.usage.perDate.pools.filter(({ name }) => name === value)
    const n = Math.max(0, ...there.map(({ capacity }) => capacity ?? 0))
    return { value, label: fill(formWords.poolOf, { name: value, n }) }
  })

const orDefault =
  (parse: (typed: string, within: Values) => unknown): Kind['parse'] =>
  (typed, _, within) =>
    typed === '' ? undefined : parse(typed, within)

const numberLike = (pattern: RegExp) => orDefault((typed) => (pattern.test(typed) ? Number(typed) : typed))

const TEXT: Kind = { control: 'text', show: (value) => String(value ?? ''), parse: orDefault((typed) => typed) }
const LINES: Kind = {
  control: 'long',
  show: (value) => ((value as string[] | undefined) ?? []).join('\n'),
  parse: orDefault(linesOf),
}
/** Names of which all are chosen by default. */
const someOf = (all: (context: FormContext) => readonly string[]): Pick<Kind, 'control' | 'show' | 'parse'> => ({
  control: 'many',
  show: (value, context) => ((value as string[] | undefined) ?? all(context)).join('\n'),
  parse: (typed, context) => (all(context).every((name) => linesOf(typed).includes(name)) ? undefined : linesOf(typed)),
})

const withoutUnit = (typed: string) => typed.replace(/^[£€$¥]\s*|\s*%$/g, '').replace(',', '.')

type Needs = { title: string; any_of: unknown[] }[]

const KINDS: Record<FieldKind, Kind> = {
  text: TEXT,
  block: { ...TEXT, control: 'long' },
  number: { ...TEXT, control: 'number', parse: numberLike(/^-?\d{1,9}$/) },
  coordinate: { ...TEXT, parse: numberLike(/^-?\d{1,3}(\.\d{1,12})?$/) },
  percent: { ...TEXT, control: 'percent', parse: orDefault(withoutUnit) },
  amount: {
    control: 'amount',
    prefix: ({ currency }) => CURRENCIES[currency].symbol,
    show: (value, { currency }) => (value === undefined ? '' : Number(value).toFixed(CURRENCIES[currency].decimals)),
    parse: orDefault(withoutUnit),
  },
  moment: {
    ...TEXT,
    control: 'moment',
    show(value, _, { isEnd }) {
      if (typeof value !== 'string') return ''
      return value.length === 10 ? `${value}T${isEnd ? '23:59' : '00:00'}` : value.slice(0, 16)
    },
  },
  flag: {
    control: 'flag',
    show: (value, _, { isOn = false }) => ((value ?? isOn) ? '1' : '0'),
    parse: (typed) => typed === '1',
  },
  html: { control: 'long', show: (value) => plainOf(String(value ?? '')), parse: orDefault(htmlOfText) },
  texts: LINES,
  codes: {
    ...LINES,
    parse: orDefault((typed) => linesOf(typed).flatMap((line) => line.toUpperCase().split(/[\s,;]+/))),
  },
  seats: {
    control: 'long',
    show: seatsText,
    parse: orDefault((typed, { name }) => seatsIn(typed, String(name ?? ''))),
  },
  kept: { control: 'long', show: keptText, parse: orDefault((typed, { seats }) => keptIn(typed, seats)) },
  labels: { control: 'long', show: labelsText, parse: orDefault(labelsIn) },
  views: { control: 'long', show: viewsText, parse: orDefault(viewsIn) },
  words: {
    ...TEXT,
    control: 'choice',
    options: (_, { choices = [] }) => choices.map(([value, label]) => ({ value, label })),
    show: (value) => ((value as string[] | null | undefined) ?? []).join(' '),
    parse: orDefault((typed) => typed.split(' ')),
  },
  tiers: { control: 'long', show: (value, { currency }) => tiersText(value, currency), parse: orDefault(tiersIn) },
  choice: {
    ...TEXT,
    control: 'choice',
    options: (_, { choices = [] }) => choices.map(([value, label]) => ({ value, label })),
    // A browser sends the first option if none is selected.
    show: (value, _, { choices }) => String(value ?? choices?.[0]?.[0] ?? ''),
  },
  venue: {
    ...TEXT,
    control: 'choice',
    options: ({ venues }) => [
      { value: '', label: formWords.online },
      ...venues.map(({ slug, name }) => ({ value: slug, label: name })),
      { value: NEW_VENUE, label: formWords.newVenue },
    ],
  },
  pool: {
    ...TEXT,
    control: 'choice',
    options: (subject) => [{ value: '', label: formWords.noPool }, ...poolOptions(subject)],
  },
  dates: {
    ...someOf(({ dateKeys }) => dateKeys),
    options: ({ document }) =>
      document.lists.dates!.map(({ value: { key, starts } }) => ({
        value: String(key),
        label: String(starts).replace('T', ' '),
      })),
  },
  tickets: { ...someOf(({ typeNames }) => typeNames), options: ({ context }) => named(context.typeNames) },
  opens: {
    ...LINES,
    control: 'many',
    options: (subject) => named(namesIn(subject, 'ticket_types', ({ visibility }) => visibility === 'code')),
  },
  requires: {
    control: 'many',
    options: ({ context }) => named(context.typeNames),
    show: (value) =>
      ((value as Needs | undefined)?.[0]?.any_of ?? []).filter((name) => typeof name === 'string').join('\n'),
    parse(typed, _context, _within, before) {
      const any_of = linesOf(typed)
      const first = any_of.length === 0 ? [] : [{ title: any_of.join(' / '), any_of }]
      return [...first, ...((before as Needs | undefined) ?? []).slice(1)]
    },
  },
}

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

/** The value of a field as the form shows it. */
export const shownValue = (row: FieldRow, value: Values, context: FormContext): string =>
  KINDS[row.kind].show(valueAt(value, row.path), context, row)

/** Puts what was typed into the row that the field is part of. A pasted seating plan also says what is special about its seats. */
export function putValue({ path, kind }: FieldRow, value: Values, typed: string, context: FormContext): void {
  setValueAt(value, path, KINDS[kind].parse(typed, context, value, valueAt(value, path)))
  const plan = kind === 'seats' ? pretixPlan(typed, String(value.name ?? '')) : null
  if (plan !== null) setValueAt(value, 'seat_marks', plan.marks)
}

/** How the form shows a field, with its value. */
export function shownField(row: FieldRow, value: Values, subject: FormSubject) {
  const { control, options, prefix } = KINDS[row.kind]
  return {
    control,
    value: shownValue(row, value, subject.context),
    prefix: prefix?.(subject.context) ?? '',
    options: options?.(subject, row) ?? [],
  }
}
