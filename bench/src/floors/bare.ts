import Fastify from 'fastify'
import { Pool } from 'pg'
import { combine } from './combine.ts'

/**
 * The minimum cost of a reserve on this machine and this PostgreSQL: a bare fastify route over the shop's own tables, without
 * session, rules or prices. `single` runs one statement per request; `combined` runs one for all waiting requests.
 */
const [kind, databaseUrl] = process.argv.slice(2) as ['single' | 'combined', string]
const pool = new Pool({ connectionString: databaseUrl, max: 10 })

type HoldRequest = { sale: number; type: number }

/** Takes one ticket and writes the hold, or does nothing; prepared once per connection. */
async function single({ sale, type }: HoldRequest): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'single',
    text: `with taken as (
        update stock set held = held + 1 where ticket_type_id = $2 and held + sold < capacity returning ticket_type_id
      )
      insert into holds (sale_id, ticket_type_id, qty) select $1, ticket_type_id, 1 from taken`,
    values: [sale, type],
  })
  return rowCount === 1
}

/** The same for all waiting requests: locks each counter once, first come, first served. */
const combined = combine(async (requests: HoldRequest[]): Promise<boolean[]> => {
  const { rows } = await pool.query<{ sale_id: string }>({
    name: 'combined',
    text: `with wanted as (
        select sale_id, type_id, row_number() over (partition by type_id order by n) as place
        from unnest($1::bigint[], $2::bigint[]) with ordinality as w(sale_id, type_id, n)
      ),
      counter as (
        select ticket_type_id, capacity - held - sold as free from stock
        where ticket_type_id in (select type_id from wanted) order by ticket_type_id for update
      ),
      winner as (select sale_id, type_id from wanted join counter on ticket_type_id = type_id where place <= free),
      counted as (
        update stock set held = held + won.qty
        from (select type_id, count(*)::int as qty from winner group by type_id) won where ticket_type_id = won.type_id
      )
      insert into holds (sale_id, ticket_type_id, qty) select sale_id, type_id, 1 from winner returning sale_id`,
    values: [requests.map(({ sale }) => sale), requests.map(({ type }) => type)],
  })
  const won = new Set(rows.map(({ sale_id }) => Number(sale_id)))
  return requests.map(({ sale }) => won.has(sale))
})

const hold = kind === 'single' ? single : combined
const app = Fastify()
app.post<{ Body: HoldRequest }>('/reserve', async ({ body }) => ({ reserved: await hold(body) }))
app.get<{ Params: { id: string } }>('/sales/:id', async ({ params }) => {
  const { rows } = await pool.query({ name: 'sale', text: 'select * from sales where id = $1', values: [params.id] })
  return rows[0]
})
await app.listen({ port: 0, host: '127.0.0.1' })
console.log(`listening on ${(app.server.address() as { port: number }).port}`)
process.on('SIGTERM', () => process.exit(0))
