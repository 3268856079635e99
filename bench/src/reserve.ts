import { PATHS } from '@foyer/contract/paths.ts'
import { type Database, newDatabase } from './database.ts'
import { addressOf, type Basket, baskets, ticketTypes } from './fill.ts'
import { type Reply, request } from './http.ts'
import { closedLoop, type Measured, oneRequest } from './load.ts'
import { startProgram } from './processes.ts'
import { inTurns, medianOf, type Row, rangeOf, round, type Setting } from './scenario.ts'
import { startShop } from './shop.ts'

export const BUYERS = 64
/**
 * Reserves that aren't counted, for the shop and its floors: a shop that has been selling for some seconds has compiled its code.
 */
const WARM_UP = 12_000

export const reserveRequest = ({ cookie }: Pick<Basket, 'cookie'>, n: number): string =>
  request({
    path: PATHS.reserve_tickets[1],
    form: { 'h-captcha-response': '' },
    headers: { cookie, 'x-forwarded-for': addressOf(n) },
  })

/** The name of a reserve's outcome. */
export function outcomeOf({ status, body }: Reply): string {
  if (status !== 200) return `status ${status}`
  if (body.includes('"reserved":true')) return 'reserved'
  return body.includes('sold out') || body.includes(' left') ? 'sold out' : 'other'
}

type FloorRequest = { sale: number; type: number }

function floorRequest(options: FloorRequest): string {
  const body = JSON.stringify(options)
  const head = [
    'POST /reserve HTTP/1.1',
    'host: 127.0.0.1',
    'content-type: application/json',
    `content-length: ${body.length}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

type Filled = { types: readonly number[]; prepared: readonly Basket[] }

/** Creates ticket types that never run out and, for each request to come, a basket with `lines` lines. */
async function fill({ db }: Database, count: number, types: number, lines: number): Promise<Filled> {
  const ids = await ticketTypes(db, types, 1_000_000)
  const prepared = await baskets(db, count, (n) => Array.from({ length: lines }, (_, i) => ids[(n + i) % types]!))
  return { types: ids, prepared }
}

async function load(port: number, requests: readonly string[]): Promise<Measured> {
  await closedLoop(port, BUYERS, WARM_UP, oneRequest(requests))
  const rest = requests.slice(WARM_UP)
  return closedLoop(port, BUYERS, rest.length, oneRequest(rest, outcomeOf))
}

/** The shop's reserves per second, from a table made by reserveAgainstFloors. */
export const shopRate = (rows: readonly Row[]): number => Number(rows[0]!['reserves/s'])

export type ReserveOptions = { types: number; lines?: number; count: number; rounds: number; workers?: number }

/**
 * Reserves by 64 concurrent buyers, each with their own basket, over `types` ticket types: the shop over HTTP, alternating with
 * the two bare floors on the same database.
 */
export async function reserveAgainstFloors(
  { server, log }: Setting,
  { types, lines = 1, count, rounds, workers = 1 }: ReserveOptions,
): Promise<Row[]> {
  const database = await newDatabase(server)
  try {
    const shop = async () => {
      const { prepared } = await fill(database, count + WARM_UP, types, lines)
      const running = await startShop(database.url, { WORKERS: String(workers) })
      try {
        return await load(running.port, prepared.map(reserveRequest))
      } finally {
        await running.stop()
      }
    }
    const floor = (kind: 'single' | 'combined') => async () => {
      const { types: ids, prepared } = await fill(database, count + WARM_UP, types, lines)
      const running = await startProgram('./floors/bare.ts', {
        args: [kind, database.url],
        ready: /listening on (\d+)/,
      })
      try {
        const requests = prepared.map(({ saleId }, n) => floorRequest({ sale: saleId, type: ids[n % types]! }))
        return await load(running.port, requests)
      } finally {
        await running.stop()
      }
    }
    const results = await inTurns(rounds, {
      'the shop': shop,
      'bare, one statement each': floor('single'),
      'bare, combining': floor('combined'),
    })
    const rate = ({ perSecond }: Measured) => perSecond
    const ours = medianOf(results['the shop']!, rate)
    return Object.entries(results).map(([name, runs]) => {
      const perSecond = medianOf(runs, rate)
      log(`${name}: ${round(perSecond)} reserves per second`)
      return {
        what: name,
        'reserves/s': round(perSecond),
        'in its rounds': rangeOf(runs, rate),
        'p50 ms': round(medianOf(runs, ({ p50 }) => p50)),
        'p95 ms': round(medianOf(runs, ({ p95 }) => p95)),
        'the shop is': `${(ours / perSecond).toFixed(2)} x`,
        replies: Object.entries(runs[0]!.outcomes)
          .map(([outcome, count]) => `${count} ${outcome}`)
          .join(', '),
      }
    })
  } finally {
    await database.close()
  }
}
