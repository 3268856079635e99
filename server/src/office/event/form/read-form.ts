import { fill } from '@foyer/contract/fill.ts'
import { type FieldRow, formWords, type ListRow, type Section } from '@foyer/contract/office/events/fields.en.ts'
import { fail } from '@foyer/domain/result.ts'
import type { Problem } from '../../../catalogue/import/save.ts'
import type { LastChange } from '../../log/last-change.ts'
import type { Entry, EventDocument } from './document.ts'
import { titleOf } from './form.ts'
import { type FormSubject, putValue, shownValue } from './kinds.ts'

export type Sent = Readonly<Record<string, string | readonly string[]>>
export type ReadForm = {
  document: EventDocument
  /** The old and new value of each changed field. */
  changes: { before: Record<string, string>; after: Record<string, string> }
  /** Fields that another person has also changed since, with a text that gives their current value. */
  conflicts: Record<string, string>
  /** Fields that this person didn't change. */
  untouched: string[]
  /** The position of each form row's entry in its list, to map problems back to fields. */
  places: Map<string, number>
  /** What identifies the rows that were sent, such as `ticket_types.0`, to people. */
  rows: Record<string, string>
}

/** What a form changed, for the log: values by field, and the names of the rows that they are in. */
export function loggedChanges({ changes: { before, after }, rows }: ReadForm) {
  const changed = Object.keys(after)
  const named = Object.entries(rows).filter(([row]) => changed.some((name) => `${name}.`.startsWith(`${row}.`)))
  return { before, after: { ...after, ...(named.length > 0 && { rows: Object.fromEntries(named) }) } }
}

const typedIn = (sent: Sent, name: string): string => {
  const value = sent[name] ?? ''
  const text = typeof value === 'string' ? value : textOfList(value)
  return text.replaceAll('\r\n', '\n').trim()
}

/** A checkbox is preceded by a hidden 0, so a checked one sends two values. Multiple choices arrive as a list. */
const textOfList = (values: readonly string[]): string =>
  values.length > 0 && values.every((entry) => /^[01]$/.test(entry))
    ? values.at(-1)!
    : values.filter((entry) => entry !== '').join('\n')

/**
 * Applies what was typed to the current event. `base` is what the form showed when it was opened: fields left alone keep
 * their current value, and a field that two people changed differently is a conflict.
 */
export function readForm(
  { fields = [], lists = [] }: Section,
  sent: Sent,
  base: Record<string, string>,
  subject: FormSubject,
): ReadForm {
  const read: ReadForm = {
    document: structuredClone(subject.document),
    changes: { before: {}, after: {} },
    conflicts: {},
    untouched: [],
    places: new Map(),
    rows: {},
  }
  const form = { sent, base, context: subject.context, read }
  for (const field of fields) readField(form, field, field.path, read.document.own)
  for (const list of lists) readList(form, list)
  return read
}

type Form = { sent: Sent; base: Record<string, string>; context: FormSubject['context']; read: ReadForm }

/** Applies a field to the value that it is part of. Returns whether that changed. */
function readField(
  { sent, base, context, read }: Form,
  field: FieldRow,
  name: string,
  value: Record<string, unknown>,
  isNew = false,
): boolean {
  if (sent[name] === undefined) return false
  const typed = typedIn(sent, name)
  const current = shownValue(field, value, context)
  // What a new row showed, before a pasted seating plan filled in its other fields.
  const opened = isNew ? shownValue(field, {}, context) : (base[name] ?? current)
  if (typed === opened) {
    read.untouched.push(name)
    return false
  }
  if (!isNew && current !== opened && current !== typed)
    read.conflicts[name] = fill(formWords.now, { label: field.label, value: current || formWords.empty })
  if (typed === current) return false
  read.changes.before[name] = current
  read.changes.after[name] = typed
  putValue(field, value, typed, context)
  return true
}

function readList(form: Form, { list, key, fields, permanent }: ListRow): void {
  const { sent, read } = form
  const entries = read.document.lists[list]!
  const rows = new Map<Entry, string>()
  const removed = new Set<Entry>()
  for (const row of rowsIn(sent, list)) {
    const id = typedIn(sent, `${row}.was`)
    const stored = entries.find((entry) => entry.id === id)
    if (stored) read.rows[row] = titleOf(list, stored.value[key])
    if (id !== '' && stored === undefined) {
      read.conflicts[`${row}.${fields[0]!.path}`] = formWords.removedMeanwhile
    } else if (typedIn(sent, `${row}.remove`) === '1') {
      if (stored === undefined || permanent) continue
      removed.add(stored)
      read.changes.before[row] = id
      read.changes.after[row] = ''
    } else if (stored === undefined) {
      const entry = newEntry(form, row, fields)
      if (entry === null) continue
      entries.push(entry)
      rows.set(entry, row)
      read.rows[row] = titleOf(list, entry.value[key])
    } else if (stored.value.cancelled !== true) {
      for (const field of fields) readField(form, field, `${row}.${field.path}`, stored.value)
      rows.set(stored, row)
    }
  }
  read.document.lists[list] = entries.filter((entry) => !removed.has(entry))
  for (const [i, entry] of read.document.lists[list].entries()) {
    const row = rows.get(entry)
    if (row !== undefined) read.places.set(row, i)
  }
}

/** The rows of a list that were sent, such as `dates.0`. */
const rowsIn = (sent: Sent, list: string): Set<string> =>
  new Set(
    Object.keys(sent).flatMap((name) => (name.startsWith(`${list}.`) ? [name.split('.').slice(0, 2).join('.')] : [])),
  )

/** The entry of a new row; null if nothing was typed there. */
function newEntry(form: Form, row: string, fields: readonly FieldRow[]): Entry | null {
  const entry: Entry = { id: null, value: {} }
  const changed = fields.filter((field) => readField(form, field, `${row}.${field.path}`, entry.value, true))
  if (changed.length === 0) return null
  // A new row stores the options it showed as selected, even if they weren't changed.
  for (const field of fields)
    if (field.kind === 'choice') putValue(field, entry.value, typedIn(form.sent, `${row}.${field.path}`), form.context)
  return entry
}

/** The name of the form field for a path of the file; the section's first field if none matches. */
function fieldAt(section: Section, path: readonly PropertyKey[], { places }: ReadForm): string {
  const keys = path.map(String)
  const rest = keys[0] === 'events' ? keys.slice(2) : keys
  const list = section.lists?.find((list) => list.list === rest[0])
  if (list) {
    const row = [...places].find(([name, i]) => name.startsWith(`${list.list}.`) && String(i) === rest[1])?.[0]
    const inRow = rest.slice(2).join('.')
    const field = list.fields.find((candidate) => covers(candidate, inRow)) ?? list.fields[0]!
    // A problem of a row that the form doesn't have is told without a field.
    return `${row ?? `${list.list}.other`}.${field.path}`
  }
  const whole = rest.join('.')
  const field = section.fields?.find((candidate) => covers(candidate, whole))
  return (
    field?.path ?? section.fields?.[0]?.path ?? `${section.lists![0]!.list}.0.${section.lists![0]!.fields[0]!.path}`
  )
}

const covers = (field: { path: string }, path: string): boolean =>
  path === field.path || path.startsWith(`${field.path}.`)

/** The first problem of each field, in the order of the form. */
function firstOfEach(problems: readonly (readonly [field: string, text: string])[]): Record<string, string> {
  const first: Record<string, string> = {}
  for (const [field, text] of problems) first[field] ??= text
  return first
}

/** Turns the import's reason into a sentence. */
export const sentenceAt = (why: string): string =>
  `${why.charAt(0).toUpperCase()}${why.slice(1)}${why.endsWith('.') ? '' : '.'}`

/** The sentence to show under a field, and in the list of all problems. A missing value and a bare predicate are named by the label. */
export function problemAt(section: Section, field: string, why: string): string {
  const label = labelOf(section, field)
  if (/^"\w+" is missing$/.test(why)) return fill(formWords.missing, { label })
  return label !== '' && /^(should|must) /.test(why) ? fill(formWords.wrong, { label, why }) : sentenceAt(why)
}

function labelOf({ fields = [], lists = [] }: Section, field: string): string {
  const list = lists.find((list) => field.startsWith(`${list.list}.`))
  const path = list === undefined ? field : field.split('.').slice(2).join('.')
  return (list?.fields ?? fields).find((row) => row.path === path)?.label ?? ''
}

/** The name of a field as the form sends it. */
export const inForm = (name: string): string => `f[${name}]`

/** The replies to a form that isn't saved, with the texts under its fields. `last`: who changed it since, and when. */
export const refusalsOf = (section: Section, read: ReadForm) => {
  const at = (problems: Record<string, string>) => ({
    problems: Object.fromEntries(Object.entries(problems).map(([name, text]) => [inForm(name), text])),
    untouched: read.untouched.map(inForm),
  })
  return {
    changedMeanwhile: (last: LastChange) => ({ ...fail('changed_meanwhile', last), body: at(read.conflicts) }),
    refused(problems: readonly Problem[]) {
      const texts = problems.map(({ path, why }) => {
        const field = fieldAt(section, path, read)
        return [field, problemAt(section, field, why)] as const
      })
      return { ...fail('event_refused'), body: at(firstOfEach(texts)) }
    },
  }
}

/** Parses the values that the form showed when it was opened. */
export function baseOf(text: string): Record<string, string> {
  try {
    return (JSON.parse(text) as Record<string, string> | null) ?? {}
  } catch {
    return {}
  }
}
