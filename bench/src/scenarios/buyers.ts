import { measureCpu } from '../cpu.ts'
import { newDatabase } from '../database.ts'
import { ticketTypes } from '../fill.ts'
import { type Connection, request } from '../http.ts'
import { freeOrder, toHold } from '../journeys.ts'
import { closedLoop, type Journey, type Measured } from '../load.ts'
import { startProgram } from '../processes.ts'
import { inTurns, medianOf, type Row, rangeOf, round, type Scenario, type Setting } from '../scenario.ts'
import { startShop } from '../shop.ts'

const AT_ONCE = 64
/** Journeys that aren't counted: the shop and its floors compile their code first. */
const WARM_UP = 1000

async function post<T>(connection: Connection, path: string, body: object): Promise<T> {
  const text = JSON.stringify(body)
  const head = request({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', 'content-length': `${text.length}` },
  })
  const reply = await connection.send(head + text)
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.body.slice(0, 200)}`)
  return JSON.parse(reply.body) as T
}

const bareHold: Journey = async (connection) =>
  (await post<{ reserved: boolean }>(connection, '/hold', {})).reserved ? 'reserved' : 'sold out'

const bareOrder: Journey = async (connection, n) => {
  const { reserved, session } = await post<{ reserved: boolean; session: string }>(connection, '/hold', {})
  if (!reserved) return 'sold out'
  const buyer = { session, name: 'Ada Lovelace', email: `ada-${n}@example.org` }
  return (await post<{ ordered: boolean }>(connection, '/order', buyer)).ordered ? 'ordered' : 'not ordered'
}

type Kind = { buyers: number; atOnce: number; tickets?: number; shop: (ticketId: number) => Journey; floor: Journey }
/** `each`: the floor that combines the requests for holds but makes every order by itself. */
type Candidate = 'shop' | 'floor' | 'each'
type Result = Measured & { program: number; postgres: number }

/** Runs one round on a new database. With `tickets` limited, the warm-up uses another ticket type. */
async function measure({ server }: Setting, kind: Kind, of: Candidate): Promise<Result> {
  const database = await newDatabase(server)
  try {
    const [plenty] = await ticketTypes(database.db, 1, 1_000_000, { express: true, tickets: [FREE] })
    const [few] =
      kind.tickets === undefined
        ? [plenty]
        : await ticketTypes(database.db, 1, kind.tickets, { express: true, tickets: [FREE] })
    const floor = (type: number) =>
      startProgram('./floors/journey.ts', {
        args: [database.url, String(type), ...(of === 'each' ? [of] : [])],
        ready: /listening on (\d+)/,
      })
    const running = of === 'shop' ? await startShop(database.url) : await floor(few!)
    const warm = of === 'shop' || few === plenty ? running : await floor(plenty!)
    try {
      const journey = (type: number) => (of === 'shop' ? kind.shop(type) : kind.floor)
      const first = journey(plenty!)
      await closedLoop(warm.port, AT_ONCE, WARM_UP, (connection, n) => first(connection, 1_000_000 + n))
      const cpu = await measureCpu(database, running.pid)
      const measured = await closedLoop(running.port, kind.atOnce, kind.buyers, journey(few!))
      return { ...measured, ...(await cpu()) }
    } finally {
      await running.stop()
      if (warm !== running) await warm.stop()
    }
  } finally {
    await database.close()
  }
}

const FREE = { price_minor: 0, booking_fee_minor: 0 }

export const buyers: Scenario = {
  name: 'buyers',
  about: 'what a buyer does: from a new browser to a hold, a whole free order, and a rush of 2,000 for 500 tickets',
  async run(setting) {
    const { quick, log } = setting
    const count = quick ? 1000 : 4000
    const kinds: Record<string, Kind> = {
      'new browser to hold': { buyers: count, atOnce: AT_ONCE, shop: toHold, floor: bareHold },
      'whole free order': { buyers: count / 4, atOnce: AT_ONCE, shop: freeOrder, floor: bareOrder },
      'rush of 2,000 for 500': { buyers: 2000, atOnce: 2000, tickets: 500, shop: freeOrder, floor: bareOrder },
    }
    const rows: Row[] = []
    for (const [what, kind] of Object.entries(kinds)) {
      const results = await inTurns(quick ? 1 : 3, {
        'the shop': () => measure(setting, kind, 'shop'),
        'bare, combining': () => measure(setting, kind, 'floor'),
        ...(kind.floor === bareOrder && { 'bare, each order by itself': () => measure(setting, kind, 'each') }),
      })
      const rate = ({ perSecond }: Result) => perSecond
      const floor = medianOf(results['bare, combining']!, rate)
      const byItself = results['bare, each order by itself']
      for (const [who, runs] of Object.entries(results)) {
        const perSecond = medianOf(runs, rate)
        log(`${what}, ${who}: ${round(perSecond)} buyers per second`)
        rows.push({
          what,
          who,
          'buyers/s': round(perSecond),
          'in its rounds': rangeOf(runs, rate),
          'of its floor': `${(perSecond / floor).toFixed(2)} x`,
          'of the other floor': byItself ? `${(perSecond / medianOf(byItself, rate)).toFixed(2)} x` : '',
          'p50 ms': round(medianOf(runs, ({ p50 }) => p50)),
          'p95 ms': round(medianOf(runs, ({ p95 }) => p95)),
          'ms of the program': millis(medianOf(runs, ({ program }) => program) / kind.buyers),
          'ms of PostgreSQL': millis(medianOf(runs, ({ postgres }) => postgres) / kind.buyers),
          replies: Object.entries(runs[0]!.outcomes)
            .map(([outcome, count]) => `${count} ${outcome}`)
            .join(', '),
        })
      }
    }
    return [
      {
        title: `What a buyer does: ${AT_ONCE} buyers at once, a new browser each`,
        rows,
        notes: [
          'To the hold: 2 calls; the floor makes session, basket, line and hold in 1. A whole free order: 7 calls; the floor makes it in 2.',
          'The floor combines orders that wait at the same moment; the other floor combines what comes before them and makes each order by itself.',
          'A buyer refused by the first call has no basket; the others have sent three calls by then.',
          'The last two columns are processor time for each buyer; it includes tickets made and mailed in the meantime.',
        ],
      },
    ]
  },
}

const millis = (value: number) => Math.round(value * 100) / 100
