import { type CallName, PATHS } from '@foyer/contract/paths.ts'
import { addressOf } from './fill.ts'
import { type Connection, type Reply, request } from './http.ts'

/** A browser with its own cookie and network address, on one connection to one shop. */
export class Buyer {
  readonly #connection: Connection
  readonly #address: string
  #cookie: string | undefined

  constructor(connection: Connection, n: number, cookie?: string) {
    this.#connection = connection
    this.#address = addressOf(n)
    this.#cookie = cookie
  }

  /** Sends a call and returns its body. Throws on any status but 200, with the call's name and the status. */
  async call<T = Record<string, unknown>>(
    name: CallName,
    form: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<T> {
    const reply = await this.try(name, form, headers)
    if (reply.status !== 200) throw new Error(`${name}: ${reply.status} ${reply.body.slice(0, 200)}`)
    return JSON.parse(reply.body) as T
  }

  /** Sends a call and returns its response, whatever its status. */
  try(name: CallName, form: Record<string, string> = {}, headers: Record<string, string> = {}): Promise<Reply> {
    const [method, path] = PATHS[name]
    return this.send(path, method === 'POST' ? form : undefined, headers)
  }

  async send(path: string, form?: Record<string, string>, more: Record<string, string> = {}): Promise<Reply> {
    const headers = { 'x-forwarded-for': this.#address, ...(this.#cookie && { cookie: this.#cookie }), ...more }
    const reply = await this.#connection.send(request({ path, headers, form }))
    this.#cookie = /\r\nset-cookie: (foyer_session=[^;]+)/i.exec(reply.head)?.[1] ?? this.#cookie
    return reply
  }
}
