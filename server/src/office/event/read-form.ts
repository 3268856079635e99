import { fill } from '@foyer/contract/fill.ts'
import type { Section } from '@foyer/contract/office/events/fields.en.ts'
import { formWords } from '@foyer/contract/office/events/fields.en.ts'
import type { Entry, EventDocument } from './document.ts'
import { putValue, shownValue } from './field-values.ts'
import type { Subject } from './form.ts'

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
}

const typedIn = (sent: Sent, name: string): string => {
  const value = sent[name] ?? ''
  // A checkbox is preceded by a hidden 0, so a checked one sends two values. Multiple choices arrive as a list.
  const text =
    typeof value === 'string'
      ? value
      : /^[01]?$/.test(value[0] ?? '') && value.every((one) => /^[01]$/.test(one))
        ? value.at(-1)!
        : value.filter((one) => one !== '').join('\n')
  return text.replaceAll('\r\n', '\n').trim()
}

/**
 * Applies what was typed to the current event. `base` is what the form showed when it was opened: fields left alone keep
 * their current value, and a field that two people changed differently is a conflict.
 */
export function readForm(
  { fields = [], lists = [] }: Section,
  sent: Sent,
  base: Record<string, string>,
  subject: Subject,
): ReadForm {
  const document = structuredClone(subject.document)
  const { of } = subject
  const read: ReadForm = {
    document,
    changes: { before: {}, after: {} },
    conflicts: {},
    untouched: [],
    places: new Map(),
  }
  const lay = (row: (typeof fields)[number], name: string, value: Record<string, unknown>, isNew = false) => {
    if (sent[name] === undefined) return
    const typed = typedIn(sent, name)
    const now = shownValue(row, value, of)
    const then = isNew ? now : (base[name] ?? now)
    if (typed === then) {
      read.untouched.push(name)
      return
    }
    if (!isNew && now !== then && now !== typed)
      read.conflicts[name] = fill(formWords.now, { label: row.label, value: now || formWords.empty })
    if (typed === now) return
    read.changes.before[name] = now
    read.changes.after[name] = typed
    putValue(row, value, typed, of)
  }
  for (const row of fields) lay(row, row.path, document.own)

  for (const { list, fields: own, stays } of lists) {
    const entries = document.lists[list]!
    const rows = new Set(
      Object.keys(sent).flatMap((name) => (name.startsWith(`${list}.`) ? [name.split('.')[1]!] : [])),
    )
    const gone = new Set<Entry>()
    for (const row of rows) {
      const was = typedIn(sent, `${list}.${row}.was`)
      const known = entries.find(({ id }) => id === was)
      if (was !== '' && known === undefined) {
        read.conflicts[`${list}.${row}.${own[0]!.path}`] = formWords.removedMeanwhile
        continue
      }
      const entry = known ?? { id: null, value: {} }
      if (typedIn(sent, `${list}.${row}.remove`) === '1') {
        if (known === undefined || stays) continue
        gone.add(entry)
        read.changes.before[`${list}.${row}`] = was
        read.changes.after[`${list}.${row}`] = ''
        continue
      }
      if (entry.value.cancelled === true) continue
      const before = Object.keys(read.changes.after).length
      for (const field of own) lay(field, `${list}.${row}.${field.path}`, entry.value, known === undefined)
      if (known === undefined && Object.keys(read.changes.after).length === before) continue
      if (known === undefined) {
        // A new row stores the options it showed as selected, even if they weren't changed.
        for (const field of own) {
          const typed = typedIn(sent, `${list}.${row}.${field.path}`)
          if (field.kind === 'choice') putValue(field, entry.value, typed, of)
        }
        entries.push(entry)
      }
      read.places.set(`${list}.${row}`, 0)
      rowsOf.set(entry, `${list}.${row}`)
    }
    document.lists[list] = entries.filter((entry) => !gone.has(entry))
    for (const [i, entry] of document.lists[list]!.entries()) {
      const row = rowsOf.get(entry)
      if (row) read.places.set(row, i)
    }
  }
  return read
}
const rowsOf = new WeakMap<Entry, string>()

/** The name of the form field for a path of the file; the section's first field if none matches. */
export function fieldAt(section: Section, path: readonly PropertyKey[], { places }: ReadForm): string {
  const keys = path.map(String)
  const rest = keys[0] === 'events' ? keys.slice(2) : keys
  const list = section.lists?.find((one) => one.list === rest[0])
  if (list) {
    const row = [...places].find(([name, i]) => name.startsWith(`${list.list}.`) && String(i) === rest[1])?.[0]
    const inRow = rest.slice(2).join('.')
    const field = list.fields.find(({ path }) => path === inRow || inRow.startsWith(`${path}.`)) ?? list.fields[0]!
    return `${row ?? `${list.list}.0`}.${field.path}`
  }
  const whole = rest.join('.')
  const field = section.fields?.find(({ path }) => path === whole || whole.startsWith(`${path}.`))
  return (
    field?.path ?? section.fields?.[0]?.path ?? `${section.lists![0]!.list}.0.${section.lists![0]!.fields[0]!.path}`
  )
}

/** The first problem of each field, in the order of the form. */
export function firstOfEach(problems: readonly (readonly [field: string, text: string])[]): Record<string, string> {
  const first: Record<string, string> = {}
  for (const [field, text] of problems) first[field] ??= text
  return first
}

/** Turns the import's reason into a sentence. */
export const sentenceAt = (why: string): string =>
  `${why.charAt(0).toUpperCase()}${why.slice(1)}${why.endsWith('.') ? '' : '.'}`

/** The sentence to show under a field. What is missing is named as the form names it. */
export const problemAt = (section: Section, field: string, why: string): string =>
  /^"\w+" is missing$/.test(why) ? fill(formWords.missing, { label: labelOf(section, field) }) : sentenceAt(why)

function labelOf({ fields = [], lists = [] }: Section, field: string): string {
  const list = lists.find((one) => field.startsWith(`${one.list}.`))
  const path = list === undefined ? field : field.split('.').slice(2).join('.')
  return (list?.fields ?? fields).find((row) => row.path === path)?.label ?? ''
}

/** The name of a field as the form sends it. */
export const inForm = (name: string): string => `f[${name}]`

/** Parses the values that the form showed when it was opened. */
export function baseOf(text: string): Record<string, string> {
  try {
    const base: unknown = JSON.parse(text)
    return typeof base === 'object' && base !== null ? (base as Record<string, string>) : {}
  } catch {
    return {}
  }
}
