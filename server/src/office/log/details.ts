import { details, eventNames } from '@foyer/contract/office/log/details.en.ts'
import { wordList } from '@foyer/domain/format/words.ts'
import type { Db } from '../../db/transaction/tx.ts'
import type { Entry } from './facts.ts'
import { labelOf, rowsIn } from './fields.ts'
import { type Names, namesOf } from './names.ts'

export type Shown = { label: string; before: string; after: string }

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const idsIn = (value: unknown): number[] =>
  Array.isArray(value) ? value.flatMap((id) => (Number.isSafeInteger(Number(id)) ? [Number(id)] : [])) : []
const eventRef = (id: number) => ({ kind: 'event' as const, id })

/** What each entry says besides its sentence: the old and new value of each field of a form, reasons, notes and events. */
export async function detailsOf(db: Db, entries: readonly Entry[]): Promise<Shown[][]> {
  const events = entries.flatMap(({ before, after }) => [...idsIn(before.event_ids), ...idsIn(after.event_ids)])
  const names = await namesOf(db, events.map(eventRef))
  return entries.map((entry) => [...fieldsOf(entry), ...eventsOf(entry, names)])
}

function fieldsOf({ action, before, after }: Entry): Shown[] {
  if (action !== 'save_event' && action !== 'save_settings')
    return Object.entries(details).flatMap(([name, label]) =>
      text(after[name]) === '' ? [] : [{ label, before: '', after: text(after[name]) }],
    )
  const rows = rowsIn({ before, after })
  return Object.keys(after).flatMap((name) => {
    const label = labelOf(name, rows)
    return label === undefined ? [] : [{ label, before: text(before[name]), after: text(after[name]) }]
  })
}

/** The events to which a role or a key is limited. */
function eventsOf({ before, after }: Entry, names: Names): Shown[] {
  if (!Object.hasOwn(after, 'event_ids')) return []
  const listed = (value: unknown) =>
    value === null ? eventNames.all : wordList(idsIn(value).flatMap((id) => names.of(eventRef(id))?.name ?? []))
  const was = Object.hasOwn(before, 'event_ids') ? listed(before.event_ids) : ''
  const is = listed(after.event_ids)
  return was === is ? [] : [{ label: eventNames.label, before: was, after: is }]
}
