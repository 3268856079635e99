import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { PATHS } from '@foyer/contract/paths.ts'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { makeMetrics } from '../../metrics.ts'
import { openShop } from '../../testing/shop.ts'
import { type ConnectionLimits, connectionLimits, descriptorsIn } from './connection-limits.ts'

const shop = await openShop('embedded')
afterAll(() => shop.close())

const SHORT: ConnectionLimits = {
  connections: 1000,
  connectionsPerNetwork: 1000,
  bodiesPerNetwork: 1000,
  headMs: 400,
  bodyMs: 400,
  bodyBytesPerSecond: 100,
  idleMs: 400,
  silentMs: 10_000,
  stopMs: 400,
  tickMs: 25,
}

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** The shop behind a port, with these limits and its own counters. */
async function listening(limits: Partial<ConnectionLimits> = {}, changed: Partial<typeof shop.deps> = {}) {
  const metrics = makeMetrics()
  const deps = { ...shop.deps, metrics, ...changed }
  const app = await buildApp(deps, null, { ...SHORT, ...limits })
  await app.listen({ host: '0.0.0.0', port: 0 })
  closing.push(() => app.close())
  const { port } = app.server.address() as AddressInfo

  /** A connection from an address of this machine: all of 127.0.0.0/8 are. */
  async function open(from = '127.0.0.1') {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from })
    const connection = { socket, answer: '', ended: false, write: (text: string) => void socket.write(text) }
    socket.on('error', () => {})
    socket.on('data', (data) => {
      connection.answer += data
    })
    socket.once('close', () => {
      connection.ended = true
    })
    closing.push(async () => socket.destroy())
    await once(socket, 'connect')
    return connection
  }
  return { app, open, ended: async (why: string) => numberOf(await metrics.text(), why) }
}

type Open = Awaited<ReturnType<Awaited<ReturnType<typeof listening>>['open']>>

const numberOf = (text: string, why: string) =>
  Number(/\d+$/.exec(text.split('\n').find((line) => line.includes(`ended_total{why="${why}"}`)) ?? '')?.[0] ?? 0)

const [, CHALLENGE] = PATHS.get_captcha_challenge
const [, MESSAGE] = PATHS.send_one_time_code
const FORM = 'content-type: application/x-www-form-urlencoded'
const EMAIL = 'email=ada'
const post = (length: number, more = '') =>
  `POST ${MESSAGE} HTTP/1.1\r\nhost: shop.test\r\n${more}${FORM}\r\ncontent-length: ${length}\r\n\r\n`
const get = (path: string = CHALLENGE) => `GET ${path} HTTP/1.1\r\nhost: shop.test\r\n\r\n`

const answered = async ({ socket }: { socket: Socket }, connection: Open) => {
  while (connection.answer === '' && !connection.ended)
    await Promise.race([once(socket, 'data'), once(socket, 'close')])
  return connection.answer
}
const statusOf = async (connection: Open) => /^HTTP\/1\.1 (\d+)/.exec(await answered(connection, connection))?.[1]

/** Sends a text in pieces. Ends early when the server hangs up. */
async function trickle(connection: Open, text: string, piece: number, everyMs: number) {
  for (let at = 0; at < text.length && !connection.ended; at += piece) {
    connection.write(text.slice(at, at + piece))
    await sleep(everyMs)
  }
}

describe('a slow client', () => {
  it('that sends a body one byte at a time is hung up on', async () => {
    const { open, ended } = await listening()
    const slow = await open()
    slow.write(post(10_000))
    await trickle(slow, 'x'.repeat(200), 1, 50)
    expect(slow).toMatchObject({ ended: true, answer: expect.stringMatching(/^HTTP\/1\.1 408 /) })
    expect(await ended('slow_body')).toBe(1)
  })

  it('that sends a fast beginning and then nothing is hung up on', async () => {
    const { open } = await listening()
    const stalled = await open()
    stalled.write(post(100_000) + 'x'.repeat(50_000))
    expect(await statusOf(stalled)).toBe('408')
  })

  it('that has its answer but never ends its body is hung up on', async () => {
    const { open } = await listening()
    const refused = await open()
    refused.write(post(10_000, 'origin: https://evil.example\r\n'))
    expect(await statusOf(refused)).toBe('403')
    await trickle(refused, 'x'.repeat(200), 1, 50)
    expect(refused.ended).toBe(true)
  })

  it.each([
    ['a connection without a request', ''],
    ['the head of a request', `POST ${MESSAGE} HTTP/1.1\r\nhost: sh`],
  ])('with no more than %s is hung up on', async (_, sent) => {
    const { open } = await listening()
    const slow = await open()
    slow.write(sent)
    expect(await statusOf(slow)).toBe('408')
  })

  it('is hung up on after an answer when it asks for nothing more', async () => {
    const { open } = await listening({ idleMs: 200 })
    const idle = await open()
    idle.write(get())
    expect(await statusOf(idle)).toBe('200')
    await once(idle.socket, 'close')
  })

  it('that makes steady progress is answered, however long it takes', async () => {
    const { open, ended } = await listening()
    const phone = await open()
    const body = `${EMAIL}&padding=${'x'.repeat(400)}`
    phone.write(post(body.length))
    const began = performance.now()
    // 200 bytes a second, with pauses: twice the least rate, for five times the patience.
    await trickle(phone, body, 40, 200)
    expect(performance.now() - began).toBeGreaterThan(SHORT.bodyMs * 4)
    // The form is read, and refused for its address.
    expect(await statusOf(phone)).toBe('400')
    expect(phone.answer).toContain('bad_email')
    expect(await ended('slow_body')).toBe(0)
  })

  it('is not blamed for the time in which the process did nothing', async () => {
    const { open } = await listening()
    const phone = await open()
    phone.write(post(EMAIL.length))
    await sleep(100)
    const until = performance.now() + 3 * SHORT.bodyMs
    while (performance.now() < until);
    await sleep(100)
    phone.write(EMAIL)
    expect(await statusOf(phone)).toBe('400')
  })
})

describe('connections', () => {
  /** The number of connections that are still open, once the server has had time to end others. */
  const openOf = async (connections: readonly Open[]) => {
    await sleep(100)
    return connections.map(({ ended }) => !ended)
  }

  it('of one network are limited: its longest waiting one makes room, and other networks notice nothing', async () => {
    const { open, ended } = await listening({ connectionsPerNetwork: 3 })
    const other = await open('127.0.0.9')
    const own: Open[] = []
    for (let n = 0; n < 5; n++) own.push(await open())
    expect(await openOf([...own, other])).toEqual([false, false, true, true, true, true])
    expect(await ended('network_full')).toBe(2)
    own[4]!.write(get())
    expect(await statusOf(own[4]!)).toBe('200')
  })

  it('of one network are refused when all of its requests are being answered', async () => {
    let answer = (_: boolean) => {}
    const pingDatabase = () =>
      new Promise<boolean>((resolve) => {
        const before = answer
        answer = (up) => {
          before(up)
          resolve(up)
        }
      })
    const { open } = await listening({ connectionsPerNetwork: 2 }, { pingDatabase })
    const busy = [await open(), await open()]
    for (const connection of busy) connection.write(get('/readyz'))
    await sleep(50)
    expect(await openOf([...busy, await open()])).toEqual([true, true, false])
    answer(true)
    for (const connection of busy) expect(await statusOf(connection)).toBe('200')
    // Answered connections wait again, and make room.
    expect(await openOf([...busy, await open()])).toEqual([false, true, true])
  })

  it('of all networks are limited: the largest network makes room', async () => {
    const { open, ended } = await listening({ connections: 6, connectionsPerNetwork: 4, bodyMs: 5000 })
    const first = await open('127.0.1.1')
    const many: Open[] = []
    for (let n = 0; n < 4; n++) {
      const connection = await open('127.0.1.2')
      connection.write(post(10_000))
      many.push(connection)
    }
    const later: Open[] = []
    for (let n = 0; n < 3; n++) later.push(await open(`127.0.1.${n + 3}`))
    expect(await openOf([first, ...many, ...later])).toEqual([true, false, false, true, true, true, true, true])
    expect(await ended('full')).toBe(2)
  })

  it('of a proxy are not counted as one network’s, but its clients’ unfinished bodies are', async () => {
    const { open, ended } = await listening(
      { connectionsPerNetwork: 2, bodiesPerNetwork: 2, bodyMs: 5000 },
      { config: { ...shop.deps.config, trustProxy: ['127.0.0.1'] } },
    )
    const from = async (network: string) => {
      const connection = await open()
      connection.write(post(EMAIL.length, `x-forwarded-for: ${network}\r\n`))
      await sleep(20)
      return connection
    }
    const crowd = [await from('203.0.113.1'), await from('203.0.113.1'), await from('203.0.113.1')]
    const buyer = await from('203.0.113.2')
    expect(await openOf([...crowd, buyer])).toEqual([false, true, true, true])
    expect(await ended('bodies_full')).toBe(1)
    buyer.write(EMAIL)
    expect(await statusOf(buyer)).toBe('400')
    const strangers = [await open('127.0.0.9'), await open('127.0.0.9'), await open('127.0.0.9')]
    expect(await openOf(strangers), 'who is not the proxy is counted').toEqual([false, true, true])
  })

  it('that wait do not keep a stopping shop from its end', async () => {
    const { app, open } = await listening({ headMs: 60_000, bodyMs: 60_000, idleMs: 60_000 })
    const [silent, head, body] = [await open(), await open(), await open()]
    head.write('GET / HT')
    body.write(post(10))
    await sleep(50)
    await app.close()
    expect(await openOf([silent, head, body])).toEqual([false, false, false])
  })
})

describe('the limits of a process', () => {
  const config = { databasePool: 10, maxConnections: undefined, connectionsPerAddress: undefined }

  it('leave descriptors to the database, whatever buyers do', () => {
    for (const descriptors of [256, 1024, 4096, 20_000, 65_536]) {
      const { connections, connectionsPerNetwork } = connectionLimits(config, descriptors)
      // Each connection may also be sent a file.
      expect(descriptors - 2 * connections).toBeGreaterThanOrEqual(100)
      expect(connectionsPerNetwork).toBeLessThanOrEqual(connections / 4)
      expect(connectionsPerNetwork).toBeGreaterThan(0)
    }
    const few = connectionLimits(config, 1024).connections
    expect(connectionLimits({ ...config, databasePool: 100 }, 1024).connections).toBe(few - 45)
  })

  it('can be set', () => {
    const set = { ...config, maxConnections: 500, connectionsPerAddress: 400 }
    expect(connectionLimits(set, 20_000)).toMatchObject({ connections: 500, connectionsPerNetwork: 400 })
  })

  it('are read from what the system allows', () => {
    const text =
      'Limit Soft Limit Hard Limit Units\nMax open files            20000                30000                files\n'
    expect(descriptorsIn(text)).toBe(20_000)
    expect(descriptorsIn(text.replace('20000', 'unlimited'))).toBe(Number.POSITIVE_INFINITY)
    expect(descriptorsIn('')).toBe(null)
  })
})
