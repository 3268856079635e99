import { type PGlite, protocol } from '@electric-sql/pglite'
import { asParameter } from './values.ts'

type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number]
type Field = { name: string; dataTypeID: number }

/** What a statement returned. `command` is the tag of PostgreSQL, such as `UPDATE 3`. */
type Answer = { rows: Record<string, unknown>[]; command: string }

/** The maximum number of prepared statements. The shop has fewer; lists of different lengths would add more and more. */
const MAX_KEPT = 400

const { serialize } = protocol

/**
 * Prepared statements of this PGlite, by their text. PGlite's own `query` parses and plans each of them every time, which takes
 * longer than running it, and crosses into WebAssembly six times instead of once.
 */
export class PreparedStatements {
  readonly #pg: PGlite
  /** Ordered by last use. */
  readonly #kept = new Map<string, { name: string; fields: Field[] }>()
  #made = 0

  constructor(pg: PGlite) {
    this.#pg = pg
  }

  /** Runs one statement. Throws what PostgreSQL refuses. */
  async run(text: string, parameters: readonly unknown[]): Promise<Answer> {
    const prepared = this.#kept.get(text)
    this.#kept.delete(text)
    const name = prepared?.name ?? `s${++this.#made}`
    const values = parameters.map((value) => (value === null || value === undefined ? null : asParameter(value)))
    const messages = await this.#send([
      ...(prepared ? [] : [serialize.parse({ name, text }), serialize.describe({ type: 'S', name })]),
      serialize.bind({ statement: name, values }),
      serialize.execute({}),
      serialize.sync(),
    ]).catch(async (error: unknown) => {
      await this.#close(name)
      throw error
    })
    const fields = prepared?.fields ?? fieldsIn(messages)
    this.#kept.set(text, { name, fields })
    await this.#closeOldest()
    return this.#answer(messages, fields)
  }

  /** Call it after a change of the schema, because prepared statements would still return the columns that they had before. */
  async forget(): Promise<void> {
    const names = [...this.#kept.values()].map(({ name }) => name)
    this.#kept.clear()
    for (const name of names) await this.#close(name)
  }

  async #closeOldest(): Promise<void> {
    if (this.#kept.size <= MAX_KEPT) return
    const [text, { name }] = this.#kept.entries().next().value!
    this.#kept.delete(text)
    await this.#close(name)
  }

  async #close(name: string): Promise<void> {
    await this.#send([serialize.close({ type: 'S', name }), serialize.sync()])
  }

  async #send(messages: Uint8Array[]): Promise<Message[]> {
    if (this.#pg.closed) throw new Error('PGlite is closed')
    return this.#pg.runExclusive(() => this.#pg.execProtocolStream(Buffer.concat(messages)))
  }

  #answer(messages: Message[], fields: Field[]): Answer {
    const { parsers } = this.#pg
    const read = fields.map(({ name, dataTypeID }) => [name, parsers[dataTypeID]] as const)
    const rows: Answer['rows'] = []
    let command = ''
    for (const message of messages) {
      if (message.name === 'dataRow') {
        const row: Record<string, unknown> = {}
        const { fields: values } = message as Message & { fields: (string | null)[] }
        for (const [i, [name, parse]] of read.entries()) {
          const value = values[i]!
          row[name] = value === null || parse === undefined ? value : parse(value)
        }
        rows.push(row)
      } else if (message.name === 'commandComplete') command = (message as Message & { text: string }).text
    }
    return { rows, command }
  }
}

const fieldsIn = (messages: Message[]): Field[] =>
  (messages.find(({ name }) => name === 'rowDescription') as (Message & { fields: Field[] }) | undefined)?.fields ?? []
