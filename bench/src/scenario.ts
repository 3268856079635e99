import type { Server } from './database.ts'
import { median } from './median.ts'
import type { Rates } from './simulate.ts'

/** A table row: numbers and words by column. */
export type Row = Record<string, string | number>
export type Table = { title: string; rows: Row[]; notes?: string[] }

export type Setting = {
  server: Server
  /** `--quick`: fewer and smaller rounds, for a rough result. */
  quick: boolean
  log(text: string): void
  /** The rates measured in this run, for one machine; the simulation uses them. */
  rates: Partial<Rates>
}

/** Measures one thing and alternates with its floors in the same run. */
export type Scenario = { name: string; about: string; run(setting: Setting): Promise<Table[]> }

/** Runs every candidate once per round, so that a busy minute affects all of them. Returns each one's results by round. */
export async function inTurns<T>(
  rounds: number,
  candidates: Record<string, () => Promise<T>>,
): Promise<Record<string, T[]>> {
  const results: Record<string, T[]> = {}
  for (let round = 0; round < rounds; round++)
    for (const [name, measure] of Object.entries(candidates)) {
      results[name] ??= []
      results[name].push(await measure())
    }
  return results
}

export const medianOf = <T>(results: readonly T[], value: (result: T) => number): number => median(results.map(value))

/** The lowest and highest value, to show the noise. */
export const rangeOf = <T>(results: readonly T[], value: (result: T) => number): string => {
  const values = results.map(value)
  return `${round(Math.min(...values))} to ${round(Math.max(...values))}`
}

/** Rounds to the precision worth reading. */
export const round = (value: number): number => (value >= 100 ? Math.round(value) : Math.round(value * 10) / 10)
