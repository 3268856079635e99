import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** Sits between the shop and a server, and causes network faults. */
export interface Proxy {
  port: number
  /** Delays every response of the server by this many milliseconds. */
  delay(ms: number): void
  /** Closes every connection, and refuses new ones until `reconnect`. */
  disconnect(): void
  reconnect(): void
  /** Drops every packet of the open connections, without an error. New connections work. */
  freeze(): void
  /** The same for new connections too, until the returned function is called. */
  blackHole(): () => void
  close(): Promise<void>
}

/** A TCP proxy on a free port of 127.0.0.1. While waiting for a commit, a slow disk and a slow network look the same. */
export async function tcpProxy(target: { host: string; port: number }): Promise<Proxy> {
  const open = new Set<Socket>()
  let delayMs = 0
  let isDisconnected = false
  let swallowing = false
  const frozen = new WeakSet<Socket>()
  const server = createServer((from) => {
    if (isDisconnected) return void from.destroy()
    if (swallowing) {
      open.add(from)
      from.on('error', () => from.destroy()).on('close', () => open.delete(from))
      return
    }
    const to = connect(target.port, target.host)
    for (const socket of [from, to]) {
      socket.setNoDelay(true)
      open.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        open.delete(socket)
        if (frozen.has(socket)) return
        from.destroy()
        to.destroy()
      })
    }
    from.on('data', (chunk) => frozen.has(from) || to.write(chunk))
    // In order, each with the delay that was set when it arrived.
    let last = Promise.resolve()
    to.on('data', (chunk) => {
      const due = delayMs === 0 ? null : new Promise<void>((resolve) => setTimeout(resolve, delayMs))
      last = last.then(() => due ?? undefined).then(() => void (frozen.has(from) || from.write(chunk)))
    })
  })
  const freeze = () => {
    for (const socket of open) frozen.add(socket)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const drop = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as { port: number }).port,
    delay: (ms) => {
      delayMs = ms
    },
    disconnect: () => {
      isDisconnected = true
      drop()
    },
    reconnect: () => {
      isDisconnected = false
    },
    freeze,
    blackHole: () => {
      freeze()
      swallowing = true
      return () => {
        swallowing = false
      }
    },
    close: async () => {
      drop()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The address of a database through a proxy. */
export function through({ port }: Pick<Proxy, 'port'>, databaseUrl: string): string {
  const address = new URL(databaseUrl)
  address.hostname = '127.0.0.1'
  address.port = String(port)
  return address.href
}
