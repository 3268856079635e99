import { newDatabase } from '../database.ts'
import { baskets, ticketTypes } from '../fill.ts'
import { closedLoop, oneRequest } from '../load.ts'
import { BUYERS, outcomeOf, reserveRequest } from '../reserve.ts'
import { type Row, round, type Scenario } from '../scenario.ts'
import { startShop } from '../shop.ts'

const PROCESSES = 2

export const soldOut: Scenario = {
  name: 'sold-out',
  about: '5,000 buyers for 500 tickets over two processes: exactly 500 are sold, and all others are refused',
  async run({ server, quick, log, rates }) {
    const buyers = quick ? 1000 : 5000
    const tickets = buyers / 10
    const database = await newDatabase(server)
    try {
      const [type] = await ticketTypes(database.db, 1, tickets)
      const prepared = await baskets(database.db, buyers, () => [type!])
      const shops = [await startShop(database.url), await startShop(database.url)]
      try {
        const requests = prepared.map(reserveRequest)
        const ports = shops.map(({ port }) => port)
        const rows: Row[] = []
        // In the second round everyone tries again, and nothing is left.
        for (const when of ['the rush', 'all of them once more']) {
          const measured = await closedLoop(ports, BUYERS, buyers, oneRequest(requests, outcomeOf))
          const { reserved = 0, 'sold out': refused = 0 } = measured.outcomes
          rates.refusals = measured.perSecond
          log(`${when}: ${reserved} reserved, ${refused} refused, of ${buyers}`)
          rows.push({
            when,
            reserved,
            'sold out': refused,
            'anything else': buyers - reserved - refused,
            'replies/s': round(measured.perSecond),
            'p50 ms': round(measured.p50),
            'p95 ms': round(measured.p95),
          })
        }
        const stock = await database.db
          .selectFrom('stock')
          .select(['capacity', 'held', 'sold'])
          .where('ticket_type_id', '=', type!)
          .executeTakeFirstOrThrow()
        const right =
          rows.every((row) => row.reserved === tickets && row['anything else'] === 0) && stock.held === tickets
        return [
          {
            title: `Sold out: ${buyers} buyers for ${tickets} tickets, ${PROCESSES} processes, ${BUYERS} at once`,
            rows,
            notes: [
              `The counter afterwards: capacity ${stock.capacity}, held ${stock.held}, sold ${stock.sold}.`,
              right ? 'Exact: all tickets were sold, and everyone else was refused.' : 'WRONG: see the numbers.',
              'A buyer who reserves again keeps the same hold.',
            ],
          },
        ]
      } finally {
        await Promise.all(shops.map((shop) => shop.stop()))
      }
    } finally {
      await database.close()
    }
  },
}
