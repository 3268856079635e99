import type { Socket } from 'node:net'
import { Client, type QueryResult } from 'pg'
import { sqlState } from './unavailable.ts'

/** Texts that are kept prepared, for each connection; beyond it, and for one that is seen once only, nothing is kept. */
const MOST_PREPARED = 1000

const IN_FAILED_TRANSACTION = '25P02'

const seen = new Set<string>()
const names = new Map<string, string>()
let generation = 0

/** A name for a statement that comes again: the second time it is asked for. Without parameters there is little to plan. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  if (!seen.has(text)) {
    // Lists of every length make texts without end: those that never come back are forgotten together.
    if (seen.size >= 10 * MOST_PREPARED) seen.clear()
    seen.add(text)
    return undefined
  }
  if (names.size >= MOST_PREPARED) return undefined
  const name = `foyer_${generation}_${names.size}`
  names.set(text, name)
  return name
}

/** A migration has changed a table while we run: what was prepared for the old one is of no use, under its name or any. */
export const isStalePlan = (error: unknown): boolean =>
  sqlState(error) === '0A000' && error instanceof Error && error.message.includes('cached plan')

/** As the shop uses a connection: a statement with its parameters, answered by a promise. */
type Ask = (text: string, values?: unknown[]) => Promise<QueryResult>

/**
 * A connection that lets PostgreSQL parse and plan a statement once and not each time: with a dozen joins planning costs more
 * than doing. A plan made stale by a migration is made anew; inside a transaction `inTx` tries the whole again.
 */
export class PreparingClient extends Client {
  // biome-ignore lint/suspicious/noExplicitAny: the driver's own signature has a dozen forms.
  override query(...asked: any[]): any {
    this.#sendTogether()
    const [text, values] = asked
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0 || asked.length > 2)
      return (super.query as (...asked: unknown[]) => unknown)(...asked)
    return this.#prepared(text, values)
  }

  /** What is asked in one turn leaves in one packet: each packet wakes PostgreSQL, which costs more than what is in it. */
  #sendTogether(): void {
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection
    stream.cork()
    process.nextTick(() => stream.uncork())
  }

  async #prepared(text: string, values: unknown[]): Promise<QueryResult> {
    const name = nameOf(text)
    if (name === undefined) return (super.query as Ask)(text, values)
    try {
      return await super.query({ name, text, values })
    } catch (error) {
      if (!isStalePlan(error)) throw error
      if (names.get(text) === name) {
        generation++
        names.clear()
      }
      // Inside a transaction nothing is heard any more; only the whole of it can be tried again.
      return (super.query as Ask)(text, values).catch((again: unknown) => {
        throw sqlState(again) === IN_FAILED_TRANSACTION ? error : again
      })
    }
  }
}
