import { fill } from '@foyer/contract/fill.ts'
import { SECTIONS } from '@foyer/contract/office/events/fields.en.ts'
import { ORGANISER_SECTIONS } from '@foyer/contract/office/events/organiser-fields.en.ts'
import { fieldChanges as t } from '@foyer/contract/office/log/details.en.ts'
import { wordList } from '@foyer/domain/format/words.ts'

type Json = Readonly<Record<string, unknown>>
export type Change = { before: Json; after: Json }

const ALL_SECTIONS = [...SECTIONS, ...ORGANISER_SECTIONS]
const FIELDS = ALL_SECTIONS.flatMap(({ fields = [] }) => fields)
const LISTS = ALL_SECTIONS.flatMap(({ lists = [] }) => lists)
const MAX_NAMED = 3

/** What a form calls a field that it saved as `name`, such as `title` or `ticket_types.0.price`; undefined if no form has it. */
export function labelOf(name: string, rows: Readonly<Record<string, string>>): string | undefined {
  const own = FIELDS.find(({ path }) => path === name)
  if (own) return own.label
  const [list, row, ...path] = name.split('.')
  const found = LISTS.filter((candidate) => candidate.list === list)
  if (found.length === 0 || row === undefined) return undefined
  const one = rows[`${list}.${row}`] || `${found[0]!.rowLabel} ${Number(row) + 1}`
  if (path.length === 0) return fill(t.removed, { one })
  const field = found.flatMap(({ fields }) => fields).find((candidate) => candidate.path === path.join('.'))
  return field && fill(t.inRow, { one, label: field.label })
}

export const rowsIn = ({ after }: Change) => (after.rows ?? {}) as Record<string, string>

/** The fields that a form changed, by their labels. */
export const fieldLabels = (change: Change): string[] =>
  Object.keys(change.after).flatMap((name) => labelOf(name, rowsIn(change)) ?? [])

/** "Title, Summary and Place", or the first ones and how many more. */
export const shortList = (labels: readonly string[]): string =>
  wordList(
    labels.length > MAX_NAMED + 1
      ? [...labels.slice(0, MAX_NAMED), fill(t.more, { n: labels.length - MAX_NAMED })]
      : labels,
  )
