import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PATHS } from '@foyer/contract/paths.ts'
import { afterEach, expect, it } from 'vitest'
import { freePort } from '../free-port.ts'
import { describeOnPostgres, useTestDatabase } from '../testing/database/databases.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { startProgram } from '../testing/processes/programs.ts'

/** Descriptors of the process: as many as loading its files takes, and few enough to use them up. */
const DESCRIPTORS = 1024
/** Connections of each of four attackers: together more than that. */
const SOCKETS = 350

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** Connections from one address, each with a request whose body never ends: they send a byte a second, and connect again. */
function dribble(port: number, from: string) {
  const [, path] = PATHS.add_to_basket
  const head = `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 9000\r\n\r\n`
  const open = () => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from })
    socket.on('error', () => {})
    socket.write(head)
    sockets.push(socket)
    return socket
  }
  const own = Array.from({ length: SOCKETS }, open)
  const timer = setInterval(() => {
    own.forEach((socket, n) => {
      if (socket.destroyed) own[n] = open()
      else socket.write('x')
    })
  }, 1000)
  return () => clearInterval(timer)
}

/** A browser of another network, with one connection. */
function makeBuyer(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let cookie = ''
  return (path: string, body: string) =>
    new Promise<{ status: number; text: string } | { failed: string }>((resolve) => {
      const failed = (error: Error) => resolve({ failed: error.message })
      const sent = request(
        {
          agent,
          port,
          path,
          host: '127.0.0.1',
          localAddress: '127.0.0.77',
          method: 'POST',
          timeout: 10_000,
          headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length },
        },
        async (response) => {
          cookie = response.headers['set-cookie']?.[0]?.split(';')[0] ?? cookie
          let text = ''
          for await (const part of response) text += part
          resolve({ status: response.statusCode!, text })
        },
      )
      sent.once('timeout', () => sent.destroy(new Error('no answer')))
      sent.once('error', failed)
      sent.end(body)
    })
}

describeOnPostgres('a shop with more slow connections than descriptors', () => {
  const database = useTestDatabase('postgres')

  it('sells to other networks, and connects to its database', async () => {
    const { db, databaseUrl } = database()
    const { ticketId } = await createEvent(db, { startsAt: new Date('2099-01-01T12:00:00Z') })
    const folder = mkdtempSync(join(tmpdir(), 'foyer-slow-'))
    const port = await freePort()
    const shop = await startProgram(
      '../dist/main.js',
      [],
      { DATABASE_URL: databaseUrl!, DATA_DIR: folder, PORT: String(port), DEMO: 'false', LOG_LEVEL: 'warn' },
      { descriptors: DESCRIPTORS },
    )
    const stops: (() => void)[] = []
    try {
      while (!(await shop.line()).includes('Foyer is open'));
      for (const network of ['127.0.0.11', '127.0.0.12', '127.0.0.13', '127.0.0.14']) stops.push(dribble(port, network))
      await sleep(2000)
      // The pool has one connection so far; as many buyers at once need more.
      const results = await Promise.all(
        Array.from({ length: 8 }, async () => {
          const buyer = makeBuyer(port)
          const added = await buyer(PATHS.add_to_basket[1], `ticket_id=${ticketId}&quantity=1`)
          return [added, await buyer(PATHS.reserve_tickets[1], '')]
        }),
      )
      for (const [added, reserved] of results) {
        expect(added).toMatchObject({ status: 200 })
        expect(reserved).toMatchObject({ status: 200, text: expect.stringContaining('"reserved":true') })
      }
    } finally {
      for (const stop of stops) stop()
      await shop.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    }
  }, 120_000)
})
