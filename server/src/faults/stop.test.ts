import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PATHS } from '@foyer/contract/paths.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { freePort } from '../free-port.ts'
import { describeOnPostgres, useTestDatabase } from '../testing/database/databases.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { startProgram } from '../testing/processes/programs.ts'
import { makeSignal } from '../testing/signal.ts'

const CLIENTS = 40

type Answer = { status: number; closes: boolean; cookie: string | null; isReused: boolean }
type Failure = { code: string; isReused: boolean }

/** A client that keeps its one connection for as long as the server does. */
function makeClient(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let cookie = ''
  const ask = (method: string, path: string, body = '') =>
    new Promise<Answer | Failure>((resolve) => {
      const sent = request(
        {
          agent,
          host: '127.0.0.1',
          port,
          method,
          path,
          headers: {
            cookie,
            'content-type': 'application/x-www-form-urlencoded',
            'content-length': Buffer.byteLength(body),
          },
        },
        (response) => {
          cookie = response.headers['set-cookie']?.[0]?.split(';')[0] ?? cookie
          response.resume()
          response.once('end', () =>
            resolve({
              status: response.statusCode!,
              closes: response.headers.connection === 'close',
              cookie,
              isReused: sent.reusedSocket,
            }),
          )
          response.once('error', (error: NodeJS.ErrnoException) => failed(error))
        },
      )
      const failed = (error: NodeJS.ErrnoException) =>
        resolve({ code: error.code ?? error.message, isReused: sent.reusedSocket })
      sent.once('error', failed)
      sent.end(body)
    })
  return { ask, close: () => agent.destroy() }
}

describeOnPostgres('a shop stopped under load', () => {
  const database = useTestDatabase('postgres')

  it.each(['1', '2'])(
    'answers every accepted request, refuses new connections and exits cleanly (WORKERS=%s)',
    async (WORKERS) => {
      const { db, databaseUrl } = database()
      const { ticketId } = await createEvent(db, {
        tickets: [{ capacity: 100_000 }],
        startsAt: new Date('2099-01-01T12:00:00Z'),
      })
      const folder = mkdtempSync(join(tmpdir(), 'foyer-stop-'))
      const port = await freePort()
      const shop = await startProgram('../dist/main.js', [], {
        DATABASE_URL: databaseUrl!,
        DATA_DIR: folder,
        PORT: String(port),
        DEMO: 'false',
        LOG_LEVEL: 'warn',
        WORKERS,
      })
      const clients = Array.from({ length: CLIENTS }, () => makeClient(port))
      try {
        while (!(await shop.line()).includes('Foyer is open'));
        const [, addPath] = PATHS.add_to_basket
        const [, getPath] = PATHS.get
        const add = (client: (typeof clients)[number]) =>
          client.ask('POST', addPath, `ticket_id=${ticketId}&quantity=1`)

        // One request waits for a row that another transaction has locked.
        const waiting = makeClient(port)
        clients.push(waiting)
        const first = await add(waiting)
        expect(first).toMatchObject({ status: 200 })
        const [locked, release] = [makeSignal(), makeSignal()]
        const lock = db.transaction().execute(async (tx) => {
          await sql`select 1 from sales order by id desc limit 1 for update`.execute(tx)
          locked.send()
          await release.sent
        })
        await locked.sent
        const slow = add(waiting)

        let stopping = false
        const before: (Answer | Failure)[] = []
        const after: (Answer | Failure)[] = []
        const idle = clients[0]!
        expect(await idle.ask('GET', getPath)).toMatchObject({ status: 200 })
        const busy = clients.slice(1, CLIENTS).map(async (client) => {
          for (let n = 0; ; n++) {
            const results = stopping ? after : before
            const answer = n % 3 === 0 ? await add(client) : await client.ask('GET', getPath)
            results.push(answer)
            if ('code' in answer) return
          }
        })
        while (before.length < CLIENTS * 3) await sleep(5)

        stopping = true
        const stopped = shop.kill('SIGTERM')
        await sleep(300)
        release.send()
        await lock
        expect(await slow, 'the request that was waiting').toMatchObject({ status: 200, closes: true })
        await Promise.all(busy)
        expect(await stopped).toBe(0)

        const isFailure = (answer: Answer | Failure) => !('status' in answer) || answer.status !== 200
        expect(before.filter(isFailure)).toEqual([])
        const failures = after.filter((answer) => 'code' in answer)
        expect(failures.filter(({ isReused }) => isReused)).toEqual([])
        // A connection that the system had accepted but the program had not is reset.
        for (const { code } of failures) expect(['ECONNREFUSED', 'ECONNRESET']).toContain(code)
        const answers = after.filter((answer) => 'status' in answer)
        for (const { status, closes } of answers) expect(status === 200 || (status === 503 && closes)).toBe(true)
        expect(answers.filter(({ closes }) => closes).length).toBeGreaterThan(0)
      } finally {
        for (const client of clients) client.close()
        await shop.kill('SIGKILL')
        rmSync(folder, { recursive: true, force: true })
      }
    },
    // The start alone takes twenty seconds on a busy machine.
    120_000,
  )
})
