import { setTimeout as sleep } from 'node:timers/promises'
import { OFFICE_PATHS } from '@foyer/contract/office/paths.ts'
import { measureCpu } from '../cpu.ts'
import { type Database, newDatabase, vacuum } from '../database.ts'
import { baskets, ticketTypes } from '../fill.ts'
import { Connection, request } from '../http.ts'
import { closedLoop, type Measured, oneRequest } from '../load.ts'
import { median } from '../median.ts'
import { signInStaff } from '../office-session.ts'
import { BUYERS, outcomeOf, reserveRequest } from '../reserve.ts'
import { inTurns, medianOf, rangeOf, round, type Scenario } from '../scenario.ts'
import { startShop } from '../shop.ts'

const OFFICES = 5
/** Between two loads of one office: faster than a person reads. */
const PAUSE_MS = 1000
const WARM_UP = 3000

/** Signs in a new manager of the organiser, and returns the requests of the screens that stay open while an event sells. */
async function signInManager({ db }: Database, event: { id: number; organiser_id: number }): Promise<string[]> {
  const cookie = await signInStaff(db, { organiserId: event.organiser_id, role: 'manager', now: new Date() })
  const screen = (name: 'office_home' | 'office_events' | 'office_event' | 'office_log', of = '') =>
    request({
      path: `${OFFICE_PATHS[name][1]}?organiser_id=${event.organiser_id}${of}`,
      headers: { cookie },
    })
  return [
    screen('office_home'),
    screen('office_events'),
    screen('office_event', `&event_id=${event.id}`),
    screen('office_log'),
  ]
}

/** Loads these screens one after the other until it is stopped. Returns how long each load took, in milliseconds. */
function openOffice(port: number, screens: readonly string[]): { stop(): Promise<number[]> } {
  let isOpen = true
  const times: number[] = []
  const loading = (async () => {
    const connection = await Connection.open(port)
    for (let n = 0; isOpen; n++) {
      const began = performance.now()
      const { status, body } = await connection.send(screens[n % screens.length]!)
      if (status !== 200) throw new Error(`the office answered ${status}: ${body.slice(0, 200)}`)
      times.push(performance.now() - began)
      await sleep(PAUSE_MS)
    }
    connection.close()
    return times
  })()
  loading.catch(() => {})
  return {
    stop() {
      isOpen = false
      return loading
    },
  }
}

type Result = Measured & { loads: number; officeMs: number; program: number; postgres: number }

export const offices: Scenario = {
  name: 'offices',
  about: `reserves while ${OFFICES} offices load their screens again and again, and without them`,
  async run({ server, quick, log }) {
    const count = quick ? 4000 : 8000
    const rounds = quick ? 2 : 5
    const database = await newDatabase(server)
    try {
      const [type] = await ticketTypes(database.db, 1, 1_000_000)
      const event = await database.db.selectFrom('events').select(['id', 'organiser_id']).executeTakeFirstOrThrow()
      const screens = await Promise.all(Array.from({ length: OFFICES }, () => signInManager(database, event)))
      const shop = await startShop(database.url)
      const reserve = async (buyers: number) => {
        const requests = (await baskets(database.db, buyers, () => [type!])).map(reserveRequest)
        return () => closedLoop(shop.port, BUYERS, buyers, oneRequest(requests, outcomeOf))
      }
      const measure = async (open: readonly string[][]): Promise<Result> => {
        const run = await reserve(count)
        const cpu = await measureCpu(database, shop.pid)
        const opened = open.map((office) => openOffice(shop.port, office))
        const measured = await run()
        const spent = await cpu()
        const times = (await Promise.all(opened.map(({ stop }) => stop()))).flat()
        return {
          ...measured,
          ...spent,
          loads: times.length / measured.seconds,
          officeMs: times.length ? median(times) : 0,
        }
      }
      try {
        await (await reserve(WARM_UP))()
        await vacuum(database.db)
        await measure(screens)
        const results = await inTurns(rounds, { none: () => measure([]), [`${OFFICES}`]: () => measure(screens) })
        const rate = ({ perSecond }: Measured) => perSecond
        const without = medianOf(results.none!, rate)
        const rows = Object.entries(results).map(([open, runs]) => {
          log(`${open} open: ${round(medianOf(runs, rate))} reserves per second`)
          return {
            'offices open': open,
            'reserves/s': round(medianOf(runs, rate)),
            'in its rounds': rangeOf(runs, rate),
            'of none open': `${(medianOf(runs, rate) / without).toFixed(2)} x`,
            'p95 ms': round(medianOf(runs, ({ p95 }) => p95)),
            'us of the shop': Math.round((medianOf(runs, ({ program }) => program) / count) * 1000),
            'us of PostgreSQL': Math.round((medianOf(runs, ({ postgres }) => postgres) / count) * 1000),
            'screens/s': round(medianOf(runs, ({ loads }) => loads)),
            'screen p50 ms': round(medianOf(runs, ({ officeMs }) => officeMs)),
            replies: Object.entries(runs[0]!.outcomes)
              .map(([outcome, count]) => `${count} ${outcome}`)
              .join(', '),
          }
        })
        return [
          {
            title: `One hot ticket type beside open offices: ${BUYERS} buyers at once, ${count} baskets a round`,
            rows,
            notes: [
              `Each office loads home, the list of events, the event's overview and the log in turn, ${PAUSE_MS} ms after the last.`,
              'Processor time is for each reserve, with what the screens took.',
            ],
          },
        ]
      } finally {
        await shop.stop()
      }
    } finally {
      await database.close()
    }
  },
}
