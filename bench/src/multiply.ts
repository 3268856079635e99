import type { Db } from '@foyer/server/db/transaction/tx.ts'
import { sql } from 'kysely'
import { vacuum } from './database.ts'

/** The tables of a catalogue: copied once for every `events` copies of the shop. */
const CATALOGUE = `
  events event_dates ticket_types stock pools price_tiers quotas waivers questions
  question_tickets plan_options event_search after_sale_messages access_codes access_code_types`
  .trim()
  .split(/\s+/)
/** The tables of orders and their people: copied for every copy. */
const ORDERS = `
  users sales sale_lines sale_vouchers sale_addresses sale_codes sale_events orders
  order_lines order_line_taxes payments refunds disputes ledger_entries receipts tickets
  transfers transfer_tickets payment_plans plan_instalments plan_names saved_cards consents
  question_answers waiver_signatures issued_vouchers gift_aid_declarations counter_sales feedback
  admissions ticket_changes former_ticket_codes referral_links order_notes payment_notices
  counter_refunds jobs text_messages mails waiting waiting_types`
  .trim()
  .split(/\s+/)
/** One copy in so many has its emails: they are large, and a shop forgets their texts after some months. */
const MAILS_OF = 6
/** What columns name, where the database has no key: a ledger outlives what it names. */
const NAMED: Record<string, string> = {
  sale_id: 'sales',
  event_id: 'events',
  date_id: 'event_dates',
  event_date_id: 'event_dates',
  ticket_type_id: 'ticket_types',
  payment_id: 'payments',
  refund_id: 'refunds',
  change_id: 'ticket_changes',
  user_id: 'users',
  quota_id: 'quotas',
  pool_id: 'pools',
}
/** Ids of the nth copy are this much higher than those of the one before. */
const STRIDE = 100_000

type Column = { name: string; type: string; generated: boolean; references: string | null; unique: boolean }

/**
 * Fills a shop with `copies` of all orders that it has, and `events` copies of its events, in one statement for each table. What a copy
 * refers to are the same rows of its own copy, so that books, tickets and refunds agree. Orders lie up to 300 days earlier than the
 * first ones; texts that must be unique have the number of their copy. Seats aren't copied.
 */
export async function multiply(db: Db, copies: number, events: number, log: (text: string) => void): Promise<void> {
  const isCatalogue = new Set(CATALOGUE)
  const isCopied = new Set([...CATALOGUE, ...ORDERS])
  await db.connection().execute(async (connection) => {
    // Neither triggers nor keys: the copies are consistent, because what they were made of is.
    await sql`set session_replication_role = replica`.execute(connection)
    await sql`set synchronous_commit = off`.execute(connection)
    await sql`set statement_timeout = 0`.execute(connection)
    // An index of texts is made in a tenth of the time that adding to it takes.
    const { rows: ofTexts } = await sql<{ name: string; definition: string }>`
      select indexname as name, indexdef as definition from pg_indexes
      where schemaname = current_schema() and indexdef like '% USING gin %' and tablename = any(${sql.val(ORDERS)}::text[])`.execute(
      connection,
    )
    for (const { name } of ofTexts) await sql`drop index ${sql.id(name)}`.execute(connection)
    for (const table of CATALOGUE.concat(ORDERS)) {
      const columns = (await columnsOf(connection, table)).filter(({ generated }) => !generated)
      const numbers = isCatalogue.has(table)
        ? sql`generate_series(1, ${events}::int)`
        : table === 'mails'
          ? sql`generate_series(1, ${copies}::int, ${MAILS_OF}::int)`
          : sql`generate_series(1, ${copies}::int)`
      const started = performance.now()
      const base = columns.some(({ name }) => name === 'id') ? sql`own.id < ${STRIDE}` : sql`true`
      const { numAffectedRows } = await sql`
        insert into ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))}) overriding system value
        select ${sql.join(columns.map((column) => copied(table, column)))}
        from ${sql.table(table)} own cross join ${numbers} n(k) where ${base}`.execute(connection)
      log(`${table}: ${numAffectedRows} rows in ${Math.round((performance.now() - started) / 100) / 10} s`)
      if (columns.some(({ name, type }) => name === 'id' && type === 'bigint'))
        await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
          connection,
        )
    }
    await sql`set maintenance_work_mem = '1GB'`.execute(connection)
    for (const { definition } of ofTexts) await sql.raw(definition).execute(connection)
    log('indexes of texts made')
    await sql`reset session_replication_role`.execute(connection)
  })
  await vacuum(db)

  function copied(table: string, { name, type, references, unique }: Column) {
    const column = sql.ref(`own.${name}`)
    if (name === 'seat_id') return sql`null`
    const target = name === 'id' && type === 'bigint' ? table : (references ?? NAMED[name] ?? null)
    if (target !== null && isCopied.has(target) && type === 'bigint')
      return isCatalogue.has(target)
        ? sql`${column} + ${STRIDE}::bigint * (1 + (n.k - 1) % ${events}::int)`
        : sql`${column} + ${STRIDE}::bigint * n.k`
    if (type === 'timestamp with time zone' && !isCatalogue.has(table))
      return sql`${column} - (n.k * 7919 % 432000) * interval '1 minute'`
    if (table === 'receipts' && name === 'number') return sql`${column} + ${STRIDE}::bigint * n.k`
    if (type === 'text' && (name.endsWith('email') || name === 'recipient'))
      return sql`case when ${column} like '%@%' then n.k || '.' || ${column} else ${column} end`
    if (type === 'text' && unique && !['kind', 'provider', 'key_kind', 'part', 'state', 'movement'].includes(name))
      return sql`${column} || '-' || n.k`
    return sql`${column}`
  }
}

async function columnsOf(db: Db, table: string): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select a.attname as name, format_type(a.atttypid, null) as type, a.attgenerated <> '' as generated,
      (select confrelid::regclass::text from pg_constraint
        where conrelid = a.attrelid and contype = 'f' and conkey = array[a.attnum] limit 1) as references,
      exists (select from pg_index where indrelid = a.attrelid and indisunique and a.attnum = any(indkey)) as unique
    from pg_attribute a where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`.execute(
    db,
  )
  return rows
}
