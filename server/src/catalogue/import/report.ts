/** One line of a report. `line` is the line of the file it is about, `what` the thing, `why` a sentence for a person. */
export type Note = { line: number; what: string; why: string }

export type Taken = { line: number; what: string; how: 'new' | 'updated' }

/** What became of one file. */
export type Report = {
  file: string
  format: 'foyer' | 'schema.org' | null
  /** False when nothing of the file was kept. */
  kept: boolean
  taken: Taken[]
  refused: Note[]
  /** What a person should know about things that were taken: what was assumed, closed, left as it was. */
  notes: Note[]
}

const count = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`

/** The report as text, in the order of the file. */
export function reportText(report: Report): string {
  const { file, format, kept, taken, refused, notes } = report
  const lines = [
    ...taken.map(({ line, what, how }) => ({ line, order: 0, text: `${kept ? how : 'not kept'}: ${what}` })),
    ...notes.map(({ line, what, why }) => ({ line, order: 1, text: `note: ${what}: ${why}` })),
    ...refused.map(({ line, what, why }) => ({ line, order: 2, text: `REFUSED: ${what}: ${why}` })),
  ].sort((a, b) => a.line - b.line || a.order - b.order)
  const outcome = kept
    ? `${count(taken.length, 'thing')} taken, ${refused.length} refused`
    : `nothing taken, ${count(refused.length, 'problem')}`
  const kind = format === null ? '' : ` (${format === 'foyer' ? 'Foyer catalogue' : 'schema.org'})`
  return [
    `${file}${kind}`,
    ...lines.map(({ line, text }) => `  line ${line}: ${text}`),
    `  ${outcome}`,
    ...(kept || refused.length === 0
      ? []
      : ['  A catalogue is taken whole or not at all: mend these lines and import it again.']),
  ].join('\n')
}
