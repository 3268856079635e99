import { PATHS } from '@foyer/contract/paths.ts'
import { newWorld, settle } from '../database.ts'
import { addressOf, baskets, ticketTypes } from '../fill.ts'
import { request } from '../http.ts'
import { closedLoop, type Measured, oneRequest } from '../load.ts'
import { startProgram } from '../processes.ts'
import { inTurns, medianOf, type Row, rangeOf, round, type Scenario } from '../scenario.ts'
import { startShop } from '../shop.ts'

const BUYERS = 32
const EVENTS = 400

export const pages: Scenario = {
  name: 'pages',
  about: 'the picture of the sale, an event page, the list of events; and a bare route that reads one row',
  async run({ server, quick, say, rates }) {
    const world = await newWorld(server)
    try {
      for (let n = 0; n < EVENTS; n++) await ticketTypes(world.db, 2, 100)
      const { slug } = await world.db.selectFrom('events').select('slug').executeTakeFirstOrThrow()
      const [type] = await ticketTypes(world.db, 1, 1_000_000)
      const prepared = await baskets(world.db, 1000, () => [type!])
      await settle(world.db)
      const shop = await startShop(world.url)
      const bare = await startProgram('./floors/bare.ts', { args: ['one', world.url], ready: /listening on (\d+)/ })
      try {
        const count = quick ? 500 : 3000
        const measure = (port: number, requests: readonly string[]) => async () => {
          await closedLoop(port, 8, 50, oneRequest(requests))
          return closedLoop(port, BUYERS, count, oneRequest(requests))
        }
        const withBasket = (path: string) =>
          prepared.map(({ cookie }, n) => request({ path, headers: { cookie, 'x-forwarded-for': addressOf(n) } }))
        const results = await inTurns(quick ? 1 : 3, {
          'get/, a basket each': measure(shop.port, withBasket(PATHS.get[1])),
          'event page, a basket each': measure(shop.port, withBasket(`/events/${slug}/`)),
          'event page, a new browser': measure(shop.port, [request({ path: `/events/${slug}/` })]),
          [`list of ${EVENTS} events, as a call`]: measure(shop.port, [request({ path: PATHS.catalogue_events[1] })]),
          [`list of ${EVENTS} events, as a page`]: measure(shop.port, [request({ path: '/events/' })]),
          'add_to_basket, a new browser': measure(shop.port, [
            request({ path: PATHS.add_to_basket[1], form: { ticket_id: String(type), quantity: '1' } }),
          ]),
          'bare, one row by its key': measure(
            bare.port,
            prepared.map(({ saleId }) => request({ path: `/sales/${saleId}` })),
          ),
        })
        rates.pages = medianOf(results['event page, a new browser']!, ({ perSecond }) => perSecond)
        rates.baskets = medianOf(results['add_to_basket, a new browser']!, ({ perSecond }) => perSecond)
        const rows = Object.entries(results).map(([what, its]): Row => {
          const rate = medianOf(its, ({ perSecond }) => perSecond)
          say(`${what}: ${round(rate)} per second`)
          return {
            what,
            'answers/s': round(rate),
            'in its rounds': rangeOf(its, ({ perSecond }: Measured) => perSecond),
            'p50 ms': round(medianOf(its, ({ p50 }) => p50)),
            'p95 ms': round(medianOf(its, ({ p95 }) => p95)),
          }
        })
        return [{ title: `Reading: ${BUYERS} buyers at once, one process, ${EVENTS} events`, rows }]
      } finally {
        await shop.stop()
        await bare.stop()
      }
    } finally {
      await world.close()
    }
  },
}
