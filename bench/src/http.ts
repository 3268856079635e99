import { connect, type Socket } from 'node:net'

export type Reply = { status: number; head: string; body: string }

/**
 * One keep-alive HTTP connection to 127.0.0.1 that carries one request at a time. It uses a bare socket because Node's own
 * client costs more per request than what is measured, and it would run on the same cores.
 */
export class Connection {
  readonly #socket: Socket
  #received: Buffer = Buffer.alloc(0)
  #waiting: { resolve(reply: Reply): void; reject(error: Error): void } | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#take(chunk))
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => this.#fail(new Error('the server closed the connection')))
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('error', reject)
      socket.once('connect', () => {
        socket.off('error', reject)
        resolve(new Connection(socket))
      })
    })
  }

  /** Sends a request built by `request` and waits for its response. */
  send(request: string): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#waiting = undefined
    this.#socket.destroy()
  }

  #fail(error: Error): void {
    this.#waiting?.reject(error)
    this.#waiting = undefined
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    const end = this.#received.indexOf('\r\n\r\n')
    if (end === -1) return
    const head = this.#received.toString('latin1', 0, end)
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
    if (length === undefined) {
      this.#fail(new Error(`a reply without a length: ${head}`))
      return
    }
    const until = end + 4 + Number(length)
    if (this.#received.length < until) return
    const body = this.#received.toString('utf8', end + 4, until)
    this.#received = this.#received.subarray(until)
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.resolve({ status: Number(head.slice(9, 12)), head, body })
  }
}

type RequestOptions = {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  form?: Record<string, string>
}

/** Builds a request as bytes on the wire. `form` is url-encoded, as the shop's own pages send it. */
export function request({ method, path, headers = {}, form }: RequestOptions): string {
  const body = form === undefined ? '' : new URLSearchParams(form).toString()
  const lines = [
    `${method ?? (form ? 'POST' : 'GET')} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(form ? ['content-type: application/x-www-form-urlencoded', `content-length: ${Buffer.byteLength(body)}`] : []),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
