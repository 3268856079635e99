import { randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import { Pool } from 'pg'
import { combine } from './combine.ts'

/**
 * The minimum cost of what a buyer does, on this machine and this PostgreSQL: two bare fastify routes over the shop's own tables
 * that combine waiting requests. The first creates session, sale, line and hold, the second the order. With `each` as the third
 * argument, every order is created by itself. No rules, no prices.
 */
const [databaseUrl, ticketType, each] = process.argv.slice(2) as [string, string, 'each' | undefined]
const pool = new Pool({ connectionString: databaseUrl, max: 10 })

/** Session ids for which there was a ticket, first come, first served. */
const hold = combine(async (sessions: string[]): Promise<boolean[]> => {
  const { rows } = await pool.query<{ reference: string }>({
    name: 'hold',
    text: `with counter as (
        select greatest(capacity - held - sold, 0) as free from stock where ticket_type_id = $1 for update
      ),
      winner as (
        select session from unnest($2::text[]) with ordinality as w(session, place), counter where place <= free
      ),
      sale as (
        insert into sales (reference, state, currency, held_from, held_until, created_at, updated_at)
        select session, 'reserve', 'GBP', now(), now() + interval '15 minutes', now(), now() from winner
        returning id, reference
      ),
      named as (
        insert into sessions (id, sale_id, created_at, last_seen_at, expires_at)
        select reference, id, now(), now(), now() + interval '90 days' from sale
      ),
      line as (insert into sale_lines (sale_id, ticket_type_id, qty, added_at) select id, $1, 1, now() from sale),
      counted as (
        update stock set held = held + won.qty from (select count(*)::int as qty from winner) won where ticket_type_id = $1
      ),
      held as (insert into holds (sale_id, ticket_type_id, qty) select id, $1, 1 from sale)
      select reference from sale`,
    values: [ticketType, sessions],
  })
  const won = new Set(rows.map(({ reference }) => reference))
  return sessions.map((session) => won.has(session))
})

type Buyer = { session: string; name: string; email: string }

async function orderAll(buyers: Buyer[]): Promise<boolean[]> {
  const { rows } = await pool.query<{ session_id: string }>({
    name: 'order',
    text: `with buyer as (
        select session.id as session_id, session.sale_id, name, email
        from unnest($2::text[], $3::text[], $4::text[]) as b(session, name, email) join sessions session on session.id = session
      ),
      paid as (
        update sales set state = 'deliver_tickets', guest_name = name, guest_email = email, total_minor = 0, paid_at = now(),
          held_until = null, updated_at = now()
        from buyer where sales.id = buyer.sale_id and sales.paid_at is null returning sales.id, session_id
      ),
      payment as (
        insert into payments (sale_id, provider, amount_minor, currency, status, outcome, idempotency_key, created_at, updated_at, paid_at)
        select id, 'free', 0, 'GBP', 'paid', 'fulfilled', session_id, now(), now(), now() from paid
      ),
      released as (delete from holds using paid where holds.sale_id = paid.id),
      counted as (
        update stock set held = held - bought.qty, sold = sold + bought.qty
        from (select count(*)::int as qty from paid) bought where ticket_type_id = $1
      ),
      job as (
        insert into jobs (kind, key, run_at, created_at) select 'deliver_sale', id::text, now(), now() from paid
      )
      select session_id from paid`,
    values: [
      ticketType,
      buyers.map(({ session }) => session),
      buyers.map(({ name }) => name),
      buyers.map(({ email }) => email),
    ],
  })
  const ordered = new Set(rows.map(({ session_id }) => session_id))
  return buyers.map(({ session }) => ordered.has(session))
}

const order = each === undefined ? combine(orderAll) : async (buyer: Buyer) => (await orderAll([buyer]))[0]!

const app = Fastify()
app.post('/hold', async () => {
  const session = randomBytes(32).toString('base64url')
  return { reserved: await hold(session), session }
})
app.post<{ Body: Buyer }>('/order', async ({ body }) => ({ ordered: await order(body) }))
await app.listen({ port: 0, host: '127.0.0.1', backlog: 4096 })
console.log(`listening on ${(app.server.address() as { port: number }).port}`)
process.on('SIGTERM', () => process.exit(0))
