import { sql } from 'kysely'
import { compiledOnce, type Parameters, query, runQuery } from '../../db/transaction/batch.ts'
import { type Columns, listsOf, namesOf, rowsOf } from '../../db/transaction/column-lists.ts'
import { ON_ITS_NODE } from '../../db/transaction/on-its-node.ts'
import type { Tx } from '../../db/transaction/tx.ts'

export type TicketToWrite = {
  sale_id: number
  ticket_type_id: number
  seat_id: number | null
  /** The seats of a ticket that has several. */
  seat_ids: number[] | null
  instance: number
  code: string
  holder_name: string
  holder_email: string
  user_id: number | null
}

export type VoucherToWrite = {
  code: string
  design_id: number
  sale_id: number
  instance: number
  currency: string
  value_minor: number
  expires_on: string
  from_name: string
  to_name: string
}

/** The columns that are written, with the types in which they are sent. */
const TICKETS = {
  sale_id: 'bigint',
  ticket_type_id: 'bigint',
  seat_id: 'bigint',
  seat_ids: 'text',
  instance: 'int',
  code: 'text',
  holder_name: 'text',
  holder_email: 'text',
  user_id: 'bigint',
} as const satisfies Record<keyof TicketToWrite, string>

const VOUCHERS = {
  code: 'text',
  design_id: 'bigint',
  sale_id: 'bigint',
  instance: 'int',
  currency: 'text',
  value_minor: 'bigint',
  expires_on: 'date',
  from_name: 'text',
  to_name: 'text',
} as const satisfies Record<keyof VoucherToWrite, string>

type Values = { now: Date; inHistory: boolean; saleIds: readonly number[] } & Record<string, unknown>

const statement = compiledOnce((db, values: Parameters<Values>) => {
  const rows = (table: string, columns: Columns) => sql`${rowsOf(table, columns, values)} as one (${namesOf(columns)})`
  // guard: tickets-written-once
  const written = sql<{ sale_id: number; issued: number }>`
    with happened as (
      select nextval('sale_events_id_seq') as id, sale_id from unnest(${values.saleIds}::bigint[]) as one (sale_id)
    ),
    ticket as (
      insert into tickets (sale_id, ticket_type_id, seat_id, seat_ids, instance, code, holder_name, holder_email, user_id, issued_at)
      select sale_id, ticket_type_id, seat_id, seat_ids::bigint[], instance, code, holder_name, holder_email, user_id, ${values.now}::timestamptz
      from ${rows('tickets', TICKETS)}
      on conflict on constraint tickets_issued_once do nothing
      returning sale_id
    ),
    voucher as (
      insert into issued_vouchers (code, design_id, sale_id, instance, currency, value_minor, balance_minor, expires_on, from_name,
        to_name, issued_at)
      select code, design_id, sale_id, instance, currency, value_minor, value_minor, expires_on, from_name, to_name, ${values.now}::timestamptz
      from ${rows('vouchers', VOUCHERS)}
      on conflict (sale_id, design_id, value_minor, instance) do nothing
      returning sale_id
    ),
    issued as (
      select sale_id, count(*)::int as issued from (select * from ticket union all select * from voucher) one group by sale_id
    ),
    delivered as (
      update sales set tickets_delivered_at = ${values.now}::timestamptz where id = any(${values.saleIds}::bigint[])
    ),
    noted as (
      insert into sale_events (id, sale_id, kind, facts, at)
      select happened.id, sale_id, 'tickets_delivered', ('{"issued": ' || issued::text || '}')::jsonb, ${values.now}::timestamptz
      from issued join happened using (sale_id) ${ON_ITS_NODE}
      where ${values.inHistory}::boolean
    )
    select * from issued`
  return { compile: () => written.compile(db) }
})

/** Writes tickets and gift vouchers, and that their sales have them. Returns how many are new, by sale. */
export async function writeIssued(
  tx: Tx,
  {
    tickets,
    vouchers,
    ...sales
  }: {
    tickets: readonly TicketToWrite[]
    vouchers: readonly VoucherToWrite[]
    saleIds: readonly number[]
    /** Whether to record the delivery in the history of the sales. */
    inHistory: boolean
    now: Date
  },
): Promise<Map<number, number>> {
  if (sales.saleIds.length === 0) return new Map()
  const seats = tickets.map((ticket) => ({ ...ticket, seat_ids: ticket.seat_ids && `{${ticket.seat_ids.join()}}` }))
  const values = { ...sales, ...listsOf('tickets', TICKETS, seats), ...listsOf('vouchers', VOUCHERS, vouchers) }
  return runQuery(
    tx,
    query(statement(values), (rows) => new Map(rows.map((row) => [row.sale_id, row.issued]))),
  )
}
