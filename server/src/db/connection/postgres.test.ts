import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { openPostgres } from './postgres.ts'

/** The settings that a connection starts with, read from its first message: a length, a version, then names and values. */
async function startOf(databaseUrl: (port: number) => string): Promise<Record<string, string>> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const opened = await openPostgres(databaseUrl((server.address() as AddressInfo).port), { dataDir: '' })
  try {
    void opened.ping()
    const [socket] = (await once(server, 'connection')) as [Socket]
    const [message] = (await once(socket, 'data')) as [Buffer]
    const words = message.subarray(8).toString().split('\0')
    socket.destroy()
    return Object.fromEntries(words.flatMap((word, i) => (i % 2 === 0 && word !== '' ? [[word, words[i + 1]!]] : [])))
  } finally {
    await opened.close()
    server.close()
  }
}

it.each([
  ['of a whole database', 'postgres://foyer@127.0.0.1:PORT/foyer', /-c tcp_user_timeout=20000$/],
  ['of a schema', 'postgres://foyer@127.0.0.1:PORT/foyer?options=-c%20search_path%3Dglobe', /-c search_path=globe$/],
])('the settings of an address %s have no space at their end, which pgbouncer refuses', async (_, address, end) => {
  const { options, user } = await startOf((port) => address.replace('PORT', String(port)))
  expect(user).toBe('foyer')
  expect(options).toMatch(/^-c timezone=UTC -c /)
  expect(options).toMatch(end)
})
