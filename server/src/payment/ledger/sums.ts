import { LONDON } from '@foyer/domain/format/dates.ts'
import { BANK_PROVIDERS } from '@foyer/domain/payment/providers.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Db, inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'

/*
 * The ledger summed by organiser and London's day, so that the report of a year doesn't read every entry. What is summed are the entries up
 * to an id, whatever their time; readers add the later ones from the ledger itself. So every report is exact at any moment.
 */

/** The amounts of `money_sums`, in minor units. Earnings are positive, refunds negative. */
export const SUMMED = [
  'tickets',
  'fees',
  'protection',
  'delivery',
  'donations',
  'vouchers_sold',
  'vouchers_used',
  'rounding',
  'refunded',
] as const
type Summed = (typeof SUMMED)[number]

/** The sum that a sale on an account counts to. Later movements on the account are refunds. */
const ACCOUNTS: Readonly<Record<string, Summed>> = {
  tickets: 'tickets',
  offers: 'tickets',
  discounts: 'tickets',
  booking_fees: 'fees',
  donation_fee: 'fees',
  refund_protection: 'protection',
  delivery: 'delivery',
  donation: 'donations',
  gift_vouchers_sold: 'vouchers_sold',
  gift_vouchers_redeemed: 'vouchers_used',
  rounding: 'rounding',
}
const PAID_ACCOUNTS = [
  'captured',
  'refunded',
  'refunded_elsewhere',
  'refunded_to_vouchers',
  'disputed',
  'dispute_losses',
  'gift_vouchers_redeemed',
  'receivable',
  'platform_fees',
]
const EARNED_KEY = [
  'organiser_id',
  'day',
  'currency',
  'event_id',
  'ticket_type_id',
  'channel',
  'codes',
  'kind',
] as const
const PAID_KEY = ['organiser_id', 'day', 'currency', 'way', 'account', 'sold'] as const
const columns = (names: readonly string[], table: string) => sql.join(names.map((name) => sql.ref(`${table}.${name}`)))
const accounts = (names: readonly string[]) => sql`account in (${sql.join(names.map((name) => sql.lit(name)))})`
const dayOf = (at: RawBuilder<unknown>) => sql`(${at} at time zone ${sql.lit(LONDON)})::date`

/** An organiser's movements in a period, which begins and ends at London's midnights: from `from` until before `to`. */
export type Period = { organiserId: number; from: Date; to: Date }
// PostgreSQL expects few rows between two unknown days, and would sort them. Of a difference of days it expects many, and sums them as read.
const isInPeriod = ({ organiserId, from, to }: Period) => sql`moved.organiser_id = ${organiserId}
  and moved.day >= ${dayOf(sql`${from}::timestamptz`)} and moved.day - ${dayOf(sql`${to}::timestamptz`)} < 0`

/** The entries that no sum contains. The second condition has no effect but to let PostgreSQL expect few of them, and use their key. */
const NOT_SUMMED = sql`id > (select until_id from money_sums_state) and id <= (select until_id + 1000000000000000 from money_sums_state)`

/**
 * Rows of `moved` (sale_id, organiser_id, event_id, ticket_type_id, currency, at, account, sold, minor) as those of `money_sums`, not
 * grouped. `codes` are the organiser's own codes of the order, each with its event or null.
 */
const earnedRows = (moved: RawBuilder<unknown>) => sql`
  select moved.organiser_id, ${dayOf(sql`moved.at`)} as day, moved.currency, coalesce(moved.event_id, 0) as event_id,
    coalesce(moved.ticket_type_id, 0) as ticket_type_id, coalesce("order".channel, 'online') as channel,
    coalesce(used.codes, '[]') as codes,
    case when moved.event_id is not null then 'other' when moved.account in ('donation', 'donation_fee') then 'donations'
      when moved.account = 'gift_vouchers_sold' then 'vouchers' else 'other' end as kind,
    ${sql.join(SUMMED.filter((name) => name !== 'refunded').map(amountOf))},
    case when moved.sold then 0 else moved.minor end as refunded
  from (${moved}) moved left join orders "order" on "order".sale_id = moved.sale_id
  left join lateral (select jsonb_agg(jsonb_build_array(applied.code, discount.event_id) order by applied.code) as codes
    from sale_codes applied join discount_codes discount on discount.id = applied.discount_id
    left join events event on event.id = discount.event_id
    where applied.sale_id = moved.sale_id and coalesce(event.organiser_id, discount.organiser_id) = moved.organiser_id) used on true`

function amountOf(name: Summed) {
  const own = Object.keys(ACCOUNTS).filter((account) => ACCOUNTS[account] === name)
  return sql`case when moved.sold and moved.${accounts(own)} then moved.minor else 0 end as ${sql.ref(name)}`
}

const earnedEntries = (which: RawBuilder<unknown>) =>
  earnedRows(sql`
    select sale_id, organiser_id, event_id, ticket_type_id, currency, at, account, movement in ('sale', 'change') as sold,
      -amount_minor as minor
    from ledger_entries where ${which} and ${accounts(Object.keys(ACCOUNTS))} and organiser_id is not null`)

/**
 * Orders from before the ledger named organisers, read from their lines. Their refunds count at the time of payment, and change its day,
 * so they are never summed.
 */
const earlierOrders = (organiserId: number) =>
  earnedRows(sql`
    select line.sale_id, line.organiser_id, line.event_id, line.ticket_type_id, "order".currency, line.paid_at as at, part.account,
      part.sold, part.minor
    from orders "order" join order_lines line on line.sale_id = "order".sale_id
    cross join lateral (values
      (case line.kind when 'ticket' then 'tickets' when 'donation' then 'donation' else 'gift_vouchers_sold' end,
        true, line.net_minor),
      ('tickets', false, -line.refunded_net_minor),
      (case line.kind when 'donation' then 'donation_fee' else 'booking_fees' end, true, line.fee_minor),
      ('booking_fees', false, -line.refunded_fee_minor),
      ('refund_protection', true, line.protection_minor), ('refund_protection', false, -line.refunded_protection_minor),
      ('delivery', true, line.delivery_minor), ('delivery', false, -line.refunded_delivery_minor),
      ('rounding', true, line.rounding_minor), ('rounding', false, -line.refunded_rounding_minor),
      ('gift_vouchers_redeemed', true, -line.voucher_minor), ('gift_vouchers_redeemed', false, line.refunded_voucher_minor)
    ) part (account, sold, minor)
    where "order".filled_in and line.organiser_id = ${organiserId} and part.minor <> 0`)

/** What an organiser earned and refunded in a period: rows of `money_sums`, those of one key possibly several times. */
export const earnedIn = (period: Period): RawBuilder<unknown> => sql`
  select ${columns([...EARNED_KEY, ...SUMMED], 'moved')} from (
    select ${columns([...EARNED_KEY, ...SUMMED], 'money_sums')} from money_sums
    union all ${earnedEntries(NOT_SUMMED)}
    union all ${earlierOrders(period.organiserId)}) moved
  where ${isInPeriod(period)}`

/**
 * Rows of `moved` (organiser_id, currency, at, account, movement, payment_id, minor) as those of `money_paid_sums`, not grouped. The way
 * of a payment follows from its instalments, its provider, and whether a card was taken at the counter. What organisers owe each other of
 * a plan is of no single payment.
 */
const paidRows = (moved: RawBuilder<unknown>) => sql`
  select moved.organiser_id, ${dayOf(sql`moved.at`)} as day, moved.currency,
    case when payment.purpose in ('plan_first', 'plan_instalment') or moved.movement = 'plan_shared' then 'plan'
      when payment.id is null then 'other' when payment.provider = 'cash' then 'cash'
      when payment.provider = 'other' then 'other'
      when payment.provider in (${sql.join(BANK_PROVIDERS.map((name) => sql.lit(name)))}) then 'bank'
      when counter.how = 'reader' and payment.purpose = 'sale' then 'reader' else payment.provider end as way,
    moved.account, moved.movement in ('sale', 'change') as sold, moved.minor
  from (${moved}) moved left join payments payment on payment.id = moved.payment_id
    left join counter_sales counter on counter.sale_id = payment.sale_id`

const paidEntries = (which: RawBuilder<unknown>) =>
  paidRows(sql`
    select organiser_id, currency, at, account, movement, payment_id, amount_minor as minor
    from ledger_entries where ${which} and ${accounts(PAID_ACCOUNTS)} and organiser_id is not null`)

/**
 * The organiser's part of what disputes took beyond what was owed to the buyer, where earlier versions named no organiser for it: it is
 * shared as the disputed payment was received, with running sums, so that the parts of all organisers add up to the penny.
 */
const disputeShares = (organiserId: number) =>
  paidRows(sql`
    select part.organiser_id, lost.currency, lost.at, lost.account, lost.movement, lost.payment_id,
      round(lost.amount_minor * part.until / part.whole) - round(lost.amount_minor * (part.until - part.minor) / part.whole) as minor
    from (select distinct payment.sale_id from disputes join payments payment on payment.id = disputes.payment_id) disputed
    join ledger_entries lost on lost.sale_id = disputed.sale_id
    cross join lateral (
      select organiser_id, sum(amount_minor) as minor, sum(sum(amount_minor)) over (order by organiser_id) as until,
        sum(sum(amount_minor)) over () as whole
      from ledger_entries captured where captured.sale_id = lost.sale_id and captured.payment_id = lost.payment_id
        and captured.account = 'captured' group by organiser_id) part
    where lost.organiser_id is null and lost.account in ('disputed', 'dispute_losses') and part.organiser_id = ${organiserId}
      and part.whole <> 0`)

/** How an organiser's sales of a period were paid: rows of `money_paid_sums`, those of one key possibly several times. */
export const paidIn = (period: Period): RawBuilder<unknown> => sql`
  select ${columns([...PAID_KEY, 'minor'], 'moved')} from (
    select ${columns([...PAID_KEY, 'minor'], 'money_paid_sums')} from money_paid_sums
    union all ${paidEntries(NOT_SUMMED)}
    union all ${disputeShares(period.organiserId)}) moved
  where ${isInPeriod(period)}`

/** Entries that are summed at a time. */
const SLICE = 50_000

/**
 * Adds to the sums what has come to the ledger. An entry may be committed after one with a higher id, so each run sums only up to the
 * highest id that the run before saw, once every transaction that ran then has ended; transactions are shorter than the interval.
 */
export async function sumLedger({ db }: Pick<Deps, 'db'>, slice = SLICE): Promise<void> {
  for (let more = true; more; )
    more = await inTx(db, async (tx) => {
      const { rows } = await sql<State>`
        select until_id, seen_id, seen_xid <= pg_snapshot_xmin(pg_current_snapshot())::text::bigint as "hasEnded"
        from money_sums_state for update skip locked`.execute(tx)
      // Another process sums, or the sums are being compared with the ledger, which takes longer than a statement may wait.
      if (rows[0] === undefined) return false
      const { until_id: from, seen_id: seen, hasEnded } = rows[0]
      const until = hasEnded ? await endOfSlice(tx, from, seen, slice) : null
      if (until !== null) {
        await addSlice(tx, from, until)
        return true
      }
      // Numbers of transactions begin again in a database that was restored from a dump. It is seen anew too, and waits for one run.
      await sql`
        update money_sums_state set seen_id = greatest(until_id, (select max(id) from ledger_entries)),
          seen_xid = pg_snapshot_xmax(pg_current_snapshot())::text::bigint`.execute(tx)
      return false
    })
}

type State = { until_id: number; seen_id: number; hasEnded: boolean }

/** The id of the last of the next `slice` entries after `from`, up to `seen`; null without any. */
async function endOfSlice(tx: Tx, from: number, seen: number, slice: number): Promise<number | null> {
  const { rows } = await sql<{ until: number | null }>`
    select max(id) as until
    from (select id from ledger_entries where id > ${from} and id <= ${seen} order by id limit ${slice}) next`.execute(
    tx,
  )
  return rows[0]!.until
}

async function addSlice(tx: Tx, from: number, until: number): Promise<void> {
  const which = sql`id > ${from} and id <= ${until}`
  await addTo(tx, 'money_sums', EARNED_KEY, SUMMED, earnedEntries(which))
  await addTo(tx, 'money_paid_sums', PAID_KEY, ['minor'], paidEntries(which))
  await tx.updateTable('money_sums_state').set({ until_id: until }).execute()
}

async function addTo(
  tx: Tx,
  table: 'money_sums' | 'money_paid_sums',
  key: readonly string[],
  amounts: readonly string[],
  rows: RawBuilder<unknown>,
) {
  const names = (list: readonly string[]) => sql.join(list.map((name) => sql.ref(name)))
  const added = amounts.map(
    (name) => sql`${sql.ref(name)} = ${sql.table(table)}.${sql.ref(name)} + excluded.${sql.ref(name)}`,
  )
  await sql`
    insert into ${sql.table(table)} (${names([...key, ...amounts])})
    select ${names(key)}, ${sql.join(amounts.map((name) => sql`sum(${sql.ref(name)})`))} from (${rows}) moved group by ${names(key)}
    on conflict (${names(key)}) do update set ${sql.join(added)}`.execute(tx)
}

/** A sum that differs from the ledger, by so many minor units. */
export type SumDifference = { where: string; minor: number }

/**
 * Compares the sums with the entries they contain, slice by slice. If they differ and `mend` is true, they are made again from the
 * beginning by the next runs of `sumLedger`; reports are right at once, because they read what isn't summed.
 */
export const sumDifferences = (db: Db, { mend = false, slice = SLICE } = {}): Promise<SumDifference[]> =>
  inTx(db, async (tx) => {
    const totals = new Map<string, number>()
    const add = async (sign: 1 | -1, rows: RawBuilder<{ where: string; minor: number }>) => {
      for (const { where, minor } of (await rows.execute(tx)).rows)
        totals.set(where, (totals.get(where) ?? 0) + sign * Number(minor))
    }
    const { rows } = await sql<{ until_id: number }>`select until_id from money_sums_state for update`.execute(tx)
    const last = rows[0]!.until_id
    await add(1, earnedTotals(sql`select * from money_sums`))
    await add(1, paidTotals(sql`select * from money_paid_sums`))
    for (let from = 0; from < last; ) {
      const until = (await endOfSlice(tx, from, last, slice)) ?? last
      const which = sql`id > ${from} and id <= ${until}`
      await add(-1, earnedTotals(earnedEntries(which)))
      await add(-1, paidTotals(paidEntries(which)))
      from = until
    }
    const found = [...totals].filter(([, minor]) => minor !== 0).map(([where, minor]) => ({ where, minor }))
    if (mend && found.length > 0) {
      await sql`delete from money_sums`.execute(tx)
      await sql`delete from money_paid_sums`.execute(tx)
      await tx.updateTable('money_sums_state').set({ until_id: 0 }).execute()
    }
    return found
  })

const earnedTotals = (rows: RawBuilder<unknown>) => sql<{ where: string; minor: number }>`
  select concat_ws(' ', 'organiser', organiser_id, currency, part.name) as where, sum(part.minor)::bigint as minor
  from (${rows}) moved cross join lateral (values ${sql.join(SUMMED.map((name) => sql`(${sql.lit(name)}, moved.${sql.ref(name)})`))}) part (name, minor)
  group by organiser_id, currency, part.name`

const paidTotals = (rows: RawBuilder<unknown>) => sql<{ where: string; minor: number }>`
  select concat_ws(' ', 'organiser', organiser_id, currency, account, way) as where, sum(minor)::bigint as minor
  from (${rows}) moved group by organiser_id, currency, account, way`
