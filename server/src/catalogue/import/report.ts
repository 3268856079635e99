import { groupBy } from '@foyer/domain/group.ts'

/** One line of a report: `line` is its line in the file, `what` the entry, `why` a sentence for people. */
export type Note = { line: number; what: string; why: string }

export type Taken = { line: number; what: string; how: 'new' | 'updated' }

/** The result for one file. */
export type Report = {
  file: string
  format: 'foyer' | 'schema.org' | null
  /** False if nothing of the file was kept. */
  kept: boolean
  taken: Taken[]
  refused: Note[]
  /** Notes on entries that were imported: what was assumed, closed or left unchanged. */
  notes: Note[]
}

const PLURALS: Record<string, string> = { charity: 'charities' }
const count = (n: number, word: string) => `${n} ${n === 1 ? word : (PLURALS[word] ?? `${word}s`)}`

/** Returns the number imported by kind, as in "3 events, 2 venues"; the kind is the word before an entry's name. */
function countsByKind(imported: readonly Taken[]): string {
  const kinds = groupBy(imported, ({ what }) => what.split(' "')[0]!)
  return [...kinds].map(([kind, entries]) => count(entries.length, kind)).join(', ') || 'nothing'
}

/** Returns the report as text, in the order of the file. */
export function reportText(report: Report): string {
  const { file, format, kept, taken, refused, notes } = report
  const lines = [
    ...taken.map(({ line, what, how }) => ({ line, order: 0, text: `${kept ? how : 'not kept'}: ${what}` })),
    ...notes.map(({ line, what, why }) => ({ line, order: 1, text: `note: ${what}: ${why}` })),
    ...refused.map(({ line, what, why }) => ({ line, order: 2, text: `REFUSED: ${what}: ${why}` })),
  ].sort((a, b) => a.line - b.line || a.order - b.order)
  const outcome = kept
    ? `taken: ${countsByKind(taken)}; refused: ${refused.length}`
    : `nothing taken, ${count(refused.length, 'problem')}`
  const kind = format === null ? '' : ` (${format === 'foyer' ? 'Foyer catalogue' : 'schema.org'})`
  return [
    `${file}${kind}`,
    ...lines.map(({ line, text }) => `  line ${line}: ${text}`),
    `  ${outcome}`,
    ...(kept || format !== 'foyer'
      ? []
      : ['  A catalogue is taken whole or not at all: correct these lines and import it again.']),
  ].join('\n')
}
