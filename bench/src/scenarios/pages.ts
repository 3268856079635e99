import { PAGES } from '@foyer/contract/pages.ts'
import { PATHS } from '@foyer/contract/paths.ts'
import { newDatabase, vacuum } from '../database.ts'
import { addressOf, baskets, ticketTypes } from '../fill.ts'
import { request } from '../http.ts'
import { closedLoop, type Measured, oneRequest } from '../load.ts'
import { startProgram } from '../processes.ts'
import { inTurns, medianOf, type Row, rangeOf, round, type Scenario } from '../scenario.ts'
import { startShop } from '../shop.ts'

const BUYERS = 32
const EVENTS = 400

/** What a bare route with the same read is called in the table. */
const BARE = {
  sale: 'bare, the read of get/',
  event: 'bare, the read of an event page',
  list: 'bare, the read of the list',
  search: 'bare, the read of a search',
}

/** A different word for each request, mistyped, so that no result is kept from the one before. */
const SEARCHES = Array.from({ length: 3000 }, (_, n) => `q=evnet+${n}`)

const NOTE =
  'A bare route does the same read through the same cache and sends it as JSON: no session, view, document or compression.'

export const pages: Scenario = {
  name: 'pages',
  about: 'the checkout of a sale, an event page, the list of events, a search; and bare routes with the same reads',
  async run({ server, quick, log, rates }) {
    const database = await newDatabase(server)
    try {
      for (let n = 0; n < EVENTS; n++) await ticketTypes(database.db, 2, 100)
      const { slug } = await database.db.selectFrom('events').select('slug').executeTakeFirstOrThrow()
      const [type] = await ticketTypes(database.db, 1, 1_000_000)
      const prepared = await baskets(database.db, 1000, () => [type!])
      await vacuum(database.db)
      const shop = await startShop(database.url)
      const bare = await startProgram('./floors/reading.ts', { args: [database.url], ready: /listening on (\d+)/ })
      try {
        const count = quick ? 500 : 3000
        const measure = (port: number, requests: readonly string[]) => async () => {
          await closedLoop(port, 8, 50, oneRequest(requests))
          return closedLoop(port, BUYERS, count, oneRequest(requests))
        }
        const withBasket = (path: string) =>
          prepared.map(({ cookie }, n) => request({ path, headers: { cookie, 'x-forwarded-for': addressOf(n) } }))
        const get = (path: string) => [request({ path })]
        const candidates: Record<string, { port: number; requests: readonly string[]; floor?: string }> = {
          'get/, a basket each': { port: shop.port, requests: withBasket(PATHS.get[1]), floor: BARE.sale },
          'event page, a basket each': { port: shop.port, requests: withBasket(`/events/${slug}/`), floor: BARE.event },
          'event page, a new browser': { port: shop.port, requests: get(`/events/${slug}/`), floor: BARE.event },
          [`list of ${EVENTS} events, as a call`]: {
            port: shop.port,
            requests: get(PATHS.catalogue_events[1]),
            floor: BARE.list,
          },
          [`list of ${EVENTS} events, as a page`]: { port: shop.port, requests: get(PAGES.events), floor: BARE.list },
          [`a search in ${EVENTS} events`]: {
            port: shop.port,
            requests: SEARCHES.flatMap((words) => get(`${PATHS.catalogue_events[1]}?${words}`)),
            floor: BARE.search,
          },
          'add_to_basket, a new browser': {
            port: shop.port,
            requests: [request({ path: PATHS.add_to_basket[1], form: { ticket_id: String(type), quantity: '1' } })],
          },
          [BARE.sale]: { port: bare.port, requests: prepared.flatMap(({ saleId }) => get(`/sales/${saleId}`)) },
          [BARE.event]: { port: bare.port, requests: get(`/events/${slug}`) },
          [BARE.list]: { port: bare.port, requests: get('/events') },
          [BARE.search]: { port: bare.port, requests: SEARCHES.flatMap((words) => get(`/events?${words}`)) },
        }
        const results = await inTurns(
          quick ? 1 : 3,
          Object.fromEntries(
            Object.entries(candidates).map(([what, { port, requests }]) => [what, measure(port, requests)]),
          ),
        )
        const rateOf = (what: string) => medianOf(results[what]!, ({ perSecond }) => perSecond)
        rates.pages = rateOf('event page, a new browser')
        rates.baskets = rateOf('add_to_basket, a new browser')
        const rows = Object.entries(results).map(([what, runs]): Row => {
          const rate = rateOf(what)
          const floor = candidates[what]!.floor
          log(`${what}: ${round(rate)} per second`)
          return {
            what,
            'replies/s': round(rate),
            'in its rounds': rangeOf(runs, ({ perSecond }: Measured) => perSecond),
            'of its bare route': floor ? `${(rate / rateOf(floor)).toFixed(2)} x` : '',
            'p50 ms': round(medianOf(runs, ({ p50 }) => p50)),
            'p95 ms': round(medianOf(runs, ({ p95 }) => p95)),
          }
        })
        return [{ title: `Reading: ${BUYERS} buyers at once, one process, ${EVENTS} events`, rows, notes: [NOTE] }]
      } finally {
        await shop.stop()
        await bare.stop()
      }
    } finally {
      await database.close()
    }
  },
}
