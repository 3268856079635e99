import { Client, type ClientConfig, type QueryResult } from 'pg'
import { sqlState } from './unavailable.ts'

/** Prepared statements per connection. Statements beyond this number, and those seen only once, are not prepared. */
const MAX_PREPARED = 1000

const IN_FAILED_TRANSACTION = '25P02'

const seen = new Set<string>()
const names = new Map<string, string>()
let generation = 0

/** The name to prepare a statement under, from its second use on. */
function nameOf(text: string): string | undefined {
  const prepared = names.get(text)
  if (prepared !== undefined) return prepared
  if (!seen.has(text)) {
    // Lists of different lengths keep producing new texts, so clear them when there are too many.
    if (seen.size >= 10 * MAX_PREPARED) seen.clear()
    seen.add(text)
    return undefined
  }
  if (names.size >= MAX_PREPARED) return undefined
  const name = `foyer_${generation}_${names.size}`
  names.set(text, name)
  return name
}

/** A migration changed a table after the statement was prepared. */
export const isStalePlan = (error: unknown): boolean =>
  sqlState(error) === '0A000' && error instanceof Error && error.message.includes('cached plan')

/**
 * A connection that prepares repeated statements, because planning a dozen joins takes longer than running them. When a
 * migration makes a plan stale the statement is prepared again; inside a transaction `inTx` retries the transaction.
 */
export class PreparingClient extends Client {
  /** When the server last responded, on the monotonic clock. */
  lastReplyAt = performance.now()
  #sentAt = 0
  #waiting = 0

  constructor(config?: ClientConfig) {
    super(config)
    this.connection.on('readyForQuery', () => {
      this.lastReplyAt = performance.now()
      // The first one follows the login, not a query.
      if (this.#waiting > 0) this.#waiting--
    })
  }

  /** How long a response has been due, in milliseconds; 0 when no query is running. */
  get overdueMs(): number {
    return this.#waiting === 0 ? 0 : performance.now() - Math.max(this.lastReplyAt, this.#sentAt)
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver's own signature has a dozen overloads.
  override query(...args: any[]): any {
    this.#corkUntilNextTick()
    const [text, values] = args
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0 || args.length > 2)
      return this.#send(...args)
    return this.#prepared(text, values)
  }

  /**
   * Sends all queries of one event-loop turn in one packet: each packet wakes PostgreSQL, which costs more than its content.
   */
  #corkUntilNextTick(): void {
    const { stream } = this.connection
    stream.cork()
    process.nextTick(() => stream.uncork())
  }

  #send(...args: unknown[]) {
    if (this.#waiting === 0) this.#sentAt = performance.now()
    this.#waiting++
    return (super.query as (...args: unknown[]) => Promise<QueryResult>)(...args)
  }

  async #prepared(text: string, values: unknown[]): Promise<QueryResult> {
    const name = nameOf(text)
    if (name === undefined) return this.#send(text, values)
    try {
      return await this.#send({ name, text, values })
    } catch (error) {
      if (!isStalePlan(error)) throw error
      if (names.get(text) === name) {
        generation++
        names.clear()
      }
      // A failed transaction accepts no more statements; `inTx` retries it as a whole.
      return this.#send(text, values).catch((again: unknown) => {
        throw sqlState(again) === IN_FAILED_TRANSACTION ? error : again
      })
    }
  }
}
