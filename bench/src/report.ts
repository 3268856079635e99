import { execFileSync } from 'node:child_process'
import { cpus, loadavg, release, totalmem } from 'node:os'
import type { Server } from './database.ts'
import type { Row, Table } from './scenario.ts'

const cell = (value: string | number | undefined): string =>
  typeof value === 'number' ? value.toLocaleString('en-GB') : (value ?? '')

/** A Markdown table with right-aligned numbers. */
export function markdown(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const isNumber = (column: string) => rows.every((row) => row[column] === undefined || typeof row[column] === 'number')
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    line(columns),
    `|${columns.map((column) => (isNumber(column) ? '---:' : '---')).join('|')}|`,
    ...rows.map((row) => line(columns.map((column) => cell(row[column])))),
  ].join('\n')
}

export const tableText = ({ title, rows, notes = [] }: Table): string =>
  [`### ${title}`, markdown(rows), ...(notes.length > 0 ? [notes.join('\n')] : [])].join('\n\n')

export type Measurement = { scenario: string; about: string; tables: Table[]; seconds: number; loadBefore: number }

/** The machine and the settings of the measurement. The numbers mean nothing without them. */
export function machineText({ version, settings }: Server): string {
  const [first] = cpus()
  return [
    `- ${cpus().length} × ${first?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${release()}, Node ${process.versions.node}`,
    `- PostgreSQL ${version} on the same machine (${settings})`,
    `- the load is made on the same cores, in the process of the benchmark; commit ${commit()}`,
  ].join('\n')
}

export function resultText(machine: string, measured: readonly Measurement[], { quick }: { quick: boolean }): string {
  return [
    `Measured on ${new Date().toISOString().slice(0, 10)}${quick ? ' with `--quick`: one small round of each, a rough picture' : ''}.`,
    machine,
    ...measured.map(({ scenario, about, tables, seconds, loadBefore }) =>
      [
        `## ${scenario}: ${about}`,
        ...tables.map(tableText),
        `Took ${Math.round(seconds)} s; load average before it ${loadBefore.toFixed(1)}.`,
      ].join('\n\n'),
    ),
  ].join('\n\n')
}

export const loadNow = (): number => loadavg()[0]!

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}

const BEGIN = '<!-- written by npm run bench: begin -->'
const END = '<!-- written by npm run bench: end -->'

/** Replaces the text between the two marks and keeps what is around them. */
export function replaceResults(file: string, results: string): string {
  const begin = file.indexOf(BEGIN)
  const end = file.indexOf(END)
  const own = `${BEGIN}\n\n${results}\n\n${END}`
  if (begin === -1 || end < begin) return `${file.trimEnd()}\n\n${own}\n`
  return file.slice(0, begin) + own + file.slice(end + END.length)
}
