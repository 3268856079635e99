import { newDatabase } from '../database.ts'
import { baskets, ticketTypes } from '../fill.ts'
import { Connection, request } from '../http.ts'
import { closedLoop, oneRequest } from '../load.ts'
import { BUYERS, outcomeOf, reserveRequest } from '../reserve.ts'
import { type Row, round, type Scenario } from '../scenario.ts'
import { startShop } from '../shop.ts'

async function readMetrics(port: number): Promise<(name: string) => number> {
  const connection = await Connection.open(port)
  const { body } = await connection.send(request({ path: '/metrics' }))
  connection.close()
  return (name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1])
}

export const resources: Scenario = {
  name: 'resources',
  about: 'memory and event-loop delay of one process while everyone reserves',
  async run({ server, quick }) {
    const database = await newDatabase(server)
    try {
      const count = quick ? 1000 : 10_000
      const [type] = await ticketTypes(database.db, 1, 1_000_000)
      const prepared = await baskets(database.db, count, () => [type!])
      const shop = await startShop(database.url)
      try {
        const rows: Row[] = []
        const record = async (when: string) => {
          const metric = await readMetrics(shop.port)
          rows.push({
            when,
            'memory MB': round(metric('process_resident_memory_bytes') / 1e6),
            'heap MB': round(metric('nodejs_heap_size_used_bytes') / 1e6),
            'event loop delay p50 ms': round(metric('nodejs_eventloop_lag_p50_seconds') * 1000),
            'p99 ms': round(metric('nodejs_eventloop_lag_p99_seconds') * 1000),
            'most ms': round(metric('nodejs_eventloop_lag_max_seconds') * 1000),
          })
        }
        await record('before')
        await closedLoop(shop.port, BUYERS, count, oneRequest(prepared.map(reserveRequest), outcomeOf))
        await record(`after ${count} reserves`)
        return [{ title: 'Memory and event-loop delay', rows, notes: ['The delay is since the look before it.'] }]
      } finally {
        await shop.stop()
      }
    } finally {
      await database.close()
    }
  },
}
