import { PATHS } from '@foyer/contract/paths.ts'
import { sql } from 'kysely'
import { openBigShop, type Timing } from '../big-shop.ts'
import { type Database, newDatabase, vacuum } from '../database.ts'
import { baskets, ticketTypes } from '../fill.ts'
import { request } from '../http.ts'
import { closedLoop, oneRequest } from '../load.ts'
import { multiply } from '../multiply.ts'
import { BUYERS, outcomeOf, reserveRequest } from '../reserve.ts'
import { type Row, round, type Scenario, type Setting } from '../scenario.ts'
import { startShop } from '../shop.ts'

/** Reserves per second in a filled database, with baskets of `lines` lines and `workers` processes. */
async function reserves(database: Database, count: number, { lines = 1, workers = 1 } = {}): Promise<number> {
  const types = await ticketTypes(database.db, Math.max(lines, 1), 1_000_000)
  const prepared = await baskets(database.db, count + 200, () => types)
  const shop = await startShop(database.url, { WORKERS: String(workers) })
  try {
    const requests = prepared.map(reserveRequest)
    await closedLoop(shop.port, BUYERS, 200, oneRequest(requests))
    const { perSecond } = await closedLoop(shop.port, BUYERS, count, oneRequest(requests.slice(200), outcomeOf))
    return perSecond
  } finally {
    await shop.stop()
  }
}

/** One organiser per ten events and two ticket types per event, in one statement because there may be ten thousand. */
async function manyEvents({ db }: Database, count: number): Promise<string> {
  await sql`
    with organiser as (
      insert into organisers (slug, name, full_url, marketing_signup_message)
      select 'o-' || n, 'Organiser ' || n, '/organisers/o-' || n || '/', '' from generate_series(0, ${count - 1} / 10) n returning id
    ),
    numbered as (select id, row_number() over (order by id) - 1 as n, count(*) over () as total from organiser),
    event as (
      insert into events (organiser_id, slug, title, currency, timezone)
      select numbered.id, 'e-' || n.n, 'Event ' || n.n, 'GBP', 'Europe/London'
      from generate_series(0, ${count - 1}) n(n) join numbered on numbered.n = n.n % total returning id
    ),
    day as (
      insert into event_dates (event_id, starts_at) select id, now() + interval '30 days' + id % 300 * interval '1 day' from event
      returning id, event_id
    ),
    type as (
      insert into ticket_types (event_id, date_id, name, price_minor)
      select event_id, id, name, 1000 from day, (values ('Adult'), ('Child')) as kind(name) returning id
    )
    insert into stock (ticket_type_id, capacity) select id, 100 from type`.execute(db)
  await vacuum(db)
  return 'e-0'
}

async function measureEvents({ server, quick, log }: Setting): Promise<Row[]> {
  const rows: Row[] = []
  for (const events of quick ? [10, 1000] : [10, 100, 1000, 10_000]) {
    const database = await newDatabase(server)
    try {
      const slug = await manyEvents(database, events)
      const shop = await startShop(database.url)
      try {
        const rate = async (path: string, count: number) => {
          await closedLoop(shop.port, 4, 20, oneRequest([request({ path })]))
          return round((await closedLoop(shop.port, 16, count, oneRequest([request({ path })]))).perSecond)
        }
        // Each search uses a different word, so that nothing comes from a cache.
        const search = async () => {
          const searches = Array.from({ length: 40 }, (_, n) =>
            request({ path: `${PATHS.catalogue_events[1]}?q=event+${n}` }),
          )
          return round((await closedLoop(shop.port, 1, searches.length, oneRequest(searches))).p50)
        }
        rows.push({
          events,
          'event page/s': await rate(`/events/${slug}/`, quick ? 200 : 1000),
          'list, call/s': await rate(PATHS.catalogue_events[1], quick ? 100 : 500),
          'a search, ms': await search(),
          'reserves/s': round(await reserves(database, quick ? 500 : 3000)),
        })
        log(`${events} events: done`)
      } finally {
        await shop.stop()
      }
    } finally {
      await database.close()
    }
  }
  return rows
}

/** Measures the steps one after the other on the same database. */
async function measureSteps<T>(
  { server, log }: Setting,
  steps: readonly T[],
  measure: (database: Database, step: T) => Promise<Row>,
): Promise<Row[]> {
  const database = await newDatabase(server)
  try {
    const rows: Row[] = []
    for (const step of steps) {
      const row = await measure(database, step)
      log(Object.entries(row).join(', '))
      rows.push(row)
    }
    return rows
  } finally {
    await database.close()
  }
}

/** Copies of the demo's some 190 orders, and of its events: 500,000 orders of 2,000 events, or a tenth of that. */
const BIG = { copies: 2600, events: 71 }
const QUICK = { copies: 260, events: 7 }

/** Every page, list, report and scheduled task of a shop with the demo's orders beside the same shop with very many of them. */
async function measureBigShop({ server, quick, log }: Setting): Promise<Row[]> {
  const database = await newDatabase(server)
  try {
    // The shop itself makes the orders of its demo; then nothing of it runs.
    const demo = await startShop(database.url, { DEMO: 'true' })
    await demo.stop()
    const measure = async () => {
      const shop = await openBigShop(database.url)
      const found = new Map<string, string | number>()
      const note = (name: string, { ms, failed }: Timing) => found.set(name, failed ?? round(ms))
      for await (const timing of shop.reads()) note(timing.what, timing)
      for await (const timing of shop.tasks()) note(timing.what, timing)
      await shop.close()
      return found
    }
    const small = await measure()
    const { copies, events } = quick ? QUICK : BIG
    await multiply(database.db, copies, events, log)
    const big = await measure()
    return [...big].map(([what, ms]) => ({ what, 'small, ms': small.get(what) ?? '-', 'big, ms': ms }))
  } finally {
    await database.close()
  }
}

export const growth: Scenario = {
  name: 'growth',
  about: 'how the cost grows with orders, baskets, events, lines and processes',
  async run(setting) {
    const count = setting.quick ? 500 : 3000
    const byBaskets = await measureSteps(
      setting,
      setting.quick ? [0, 10_000] : [0, 10_000, 100_000],
      async (database, before) => {
        const types = await ticketTypes(database.db, 1, 10_000_000)
        for (let made = 0; made < before; made += 10_000) await baskets(database.db, 10_000, () => types)
        return { 'baskets there are': before, 'reserves/s': round(await reserves(database, count)) }
      },
    )
    const byLines = await measureSteps(setting, setting.quick ? [1, 8] : [1, 2, 4, 8], async (database, lines) => ({
      'lines per basket': lines,
      'reserves/s': round(await reserves(database, count, { lines })),
    }))
    const byProcesses = await measureSteps(setting, [1, 2, 4], async (database, workers) => ({
      processes: workers,
      'reserves/s': round(await reserves(database, count, { workers })),
    }))
    return [
      { title: 'Every page, list, report and task', rows: await measureBigShop(setting) },
      { title: 'Events', rows: await measureEvents(setting) },
      { title: 'Baskets', rows: byBaskets },
      { title: 'Lines', rows: byLines },
      { title: 'Processes, one hot ticket type', rows: byProcesses },
    ]
  },
}
