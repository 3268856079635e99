import type { Server } from './database.ts'
import type { Rates } from './simulate.ts'

/** One line of a table: numbers and words by column. */
export type Row = Record<string, string | number>
export type Table = { title: string; rows: Row[]; notes?: string[] }

export type Setting = {
  server: Server
  /** `--quick`: smaller and fewer rounds, to see that it works and roughly how it stands. */
  quick: boolean
  /** Says what is going on. */
  say(text: string): void
  /** What this run has measured so far, one machine, for the simulation. */
  rates: Partial<Rates>
}

/** Measures one thing, its floors in the same run and in turns with it. */
export type Scenario = { name: string; about: string; run(setting: Setting): Promise<Table[]> }

/** Runs every candidate once a round, in turns, so that a busy minute of the machine hits all of them; keeps each one's rounds. */
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

/** The middle one; of an even number the lower of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)]!
}

export const medianOf = <T>(results: readonly T[], value: (result: T) => number): number => median(results.map(value))

/** The lowest and the highest, for a reader to see how noisy it was. */
export const rangeOf = <T>(results: readonly T[], value: (result: T) => number): string => {
  const values = results.map(value)
  return `${round(Math.min(...values))} to ${round(Math.max(...values))}`
}

/** As exact as it is worth reading. */
export const round = (value: number): number => (value >= 100 ? Math.round(value) : Math.round(value * 10) / 10)
