import { fill } from '@foyer/contract/fill.ts'
import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import {
  effects,
  type FieldRow,
  formWords,
  type ListRow,
  type Section,
} from '@foyer/contract/office/events/fields.en.ts'
import { clockChangeAt } from '../../../catalogue/wall-clock.ts'
import type { Entry } from './document.ts'
import { type FieldData, type FormSubject, shownField } from './kinds.ts'
import { rowOf } from './ticket-table.ts'
import { UNUSED, type Usage } from './usage.ts'

type Part = OfficeReply<'office_event_form'>['parts'][number]

/** How saving this field affects buyers; empty if it doesn't. */
function effectOf({ effect }: FieldRow, list: string, entry: Entry | null, { usage }: FormSubject): string {
  // It matters most to a new row, before anything is sold.
  if (effect === 'tax') return usage.tax.isRegistered ? '' : effects.tax
  if (effect === undefined || (entry !== null && entry.id === null)) return ''
  const name = entry?.id?.split('|')[0] ?? ''
  const used: Usage =
    (list === 'pools' ? usage.pools.get(name) : list === 'dates' ? usage.dates.get(name) : usage.types.get(name)) ??
    UNUSED
  const { sold, held, dates, kept, least } = list === '' || list === 'offers' ? usage.total : used
  switch (effect) {
    case 'price':
      return sold + held === 0 ? '' : fill(effects.price, { sold, held })
    case 'capacity':
      return least === 0
        ? ''
        : fill(dates > 1 ? effects['capacity.dates'] : effects.capacity, {
            sold,
            held,
            least,
            kept:
              kept === 0 ? '' : fill(dates > 1 ? effects['capacity.kept.dates'] : effects['capacity.kept'], { kept }),
          })
    case 'date':
      return sold === 0 ? '' : fill(effects.date, { sold })
    case 'terms':
      return held === 0 ? '' : fill(effects.terms, { held })
    case 'question':
      return usage.answers.has(name) ? fill(effects.question, { n: usage.answers.get(name)! }) : ''
    case 'waiver':
      return usage.signed.has(name) ? fill(effects.waiver, { n: usage.signed.get(name)! }) : ''
    case 'code':
      return usage.codes.get(name) ? fill(effects.code, { uses: usage.codes.get(name)! }) : ''
    case 'access':
      return usage.access.get(name) ? fill(effects.access, { used: usage.access.get(name)! }) : ''
    case 'tax_number':
      return usage.tax.isRegistered || usage.tax.ratedTypes === 0
        ? ''
        : fill(effects.taxNumber, { n: usage.tax.ratedTypes })
    case 'venue':
      if (usage.venue.others) return effects['venue.shared']
      return usage.venue.own > 0 ? fill(effects.venue, { n: usage.venue.own }) : ''
  }
}

function fieldOf(
  row: FieldRow,
  name: string,
  value: Record<string, unknown>,
  about: [string, Entry | null],
  subject: FormSubject,
): FieldData {
  return {
    name,
    label: row.label,
    hint: row.hint ?? '',
    effect: effectOf(row, ...about, subject),
    ...shownField(row, value, subject),
    required: row.required === true,
    more: row.more === true ? formWords.more : (row.more ?? ''),
  }
}

/** The note above a list entry: its sales, and what is special about its dates. */
function noteOf(list: string, entry: Entry, subject: FormSubject): string {
  return [soldNote(list, entry, subject), datesNote(list, entry, subject)].filter((note) => note !== '').join('. ')
}

/** Notes that a clock change makes a date's start ambiguous, or that a ticket type or pool is for some dates only. */
function datesNote(list: string, { value }: Entry, { document }: FormSubject): string {
  if (list === 'dates') {
    const starts = String(value.starts)
    const time = starts.slice(11, 16)
    const local = starts.slice(0, 16)
    const isTwice = clockChangeAt(local, String(document.own.timezone ?? 'Europe/London'))?.how === 'twice'
    if (!isTwice) return ''
    return fill(starts.length > 16 ? formWords.clockTwiceLater : formWords.clockTwice, { time })
  }
  const all = document.lists.dates?.length ?? 0
  const own = (value.dates as string[] | undefined)?.length ?? all
  const isPart = (list === 'ticket_types' || list === 'pools') && own < all
  return isPart ? fill(formWords.onSomeDates, { n: own, all }) : ''
}

function soldNote(list: string, { id, value }: Entry, { usage }: FormSubject): string {
  if (value.cancelled === true) return formWords.cancelled
  const name = id?.split('|')[0] ?? ''
  const used = { dates: usage.dates, ticket_types: usage.types, pools: usage.pools }[list]?.get(name)
  if (used === undefined || used.sold + used.held === 0) return ''
  return fill(used.dates > 1 ? formWords.soldHeldAll : formWords.soldHeld, { sold: used.sold, held: used.held })
}

/** Builds a section of the form with the document's values. */
export function partsOf({ fields = [], lists = [] }: Section, subject: FormSubject): Part[] {
  const { document } = subject
  const plain: Part = {
    list: '',
    legend: '',
    row_label: '',
    lead: '',
    permanent: false,
    blank: null,
    rows: [
      {
        was: '',
        title: '',
        note: '',
        fields: fields.map((row) => fieldOf(row, row.path, document.own, ['', null], subject)),
      },
    ],
  }
  return [...(fields.length > 0 ? [plain] : []), ...lists.map((list) => listPart(list, subject))]
}

/** Names a row that isn't stored yet, in the address of its form. */
const NEW_ROW = 'new|'

/**
 * The form of one row of a section's lists, saved or new; none if there is no such row. Its fields are those of row 0, so that their
 * names stay when other rows come and go.
 */
export function rowPart({ lists = [] }: Section, wanted: string, subject: FormSubject): Part[] {
  const isNew = wanted.startsWith(NEW_ROW)
  for (const row of lists) {
    const stored = subject.document.lists[row.list]!.find((entry) => rowOf(row.list, entry) === wanted)
    const entry = isNew && wanted === NEW_ROW + row.list ? { id: null, value: {} } : stored
    if (entry === undefined) continue
    const { rows, ...part } = listPart(row, subject, [entry])
    return [{ ...part, rows, permanent: part.permanent || isNew, blank: null }]
  }
  return []
}

function listPart(row: ListRow, subject: FormSubject, entries = subject.document.lists[row.list]!): Part {
  const { list, legend, rowLabel, lead = '', permanent = false, key, fields } = row
  const fieldsOf = (entry: Entry, i: number | string) =>
    fields.map((field) => fieldOf(field, `${list}.${i}.${field.path}`, entry.value, [list, entry], subject))
  return {
    list,
    legend,
    row_label: rowLabel,
    lead,
    permanent,
    rows: entries.map((entry, i) => ({
      was: entry.id ?? '',
      title: titleOf(list, entry.value[key]),
      note: noteOf(list, entry, subject),
      fields: fieldsOf(entry, i),
    })),
    blank: fieldsOf({ id: null, value: {} }, 'N'),
  }
}
const KEYLESS = new Set(['after_sale_messages', 'questions'])

/** What identifies a row of a list to people; empty in lists whose rows only have a number. */
export function titleOf(list: string, key: unknown): string {
  if (KEYLESS.has(list)) return ''
  const [first = '', ...more] = Array.isArray(key) ? key : [key]
  if (more.length > 0) return fill(formWords.andMore, { first, n: more.length })
  return list === 'dates' ? String(first).replace('T', ' ') : String(first)
}

/** The value of every field by name, as the page shows it. A later save is compared with these. */
export const valuesOf = (parts: readonly Part[]): Record<string, string> =>
  Object.fromEntries(
    parts.flatMap(({ rows }) => rows.flatMap(({ fields }) => fields.map(({ name, value }) => [name, value]))),
  )
