import { groupBy } from '@foyer/domain/group.ts'
import type { Minor } from '@foyer/domain/money/money.ts'
import { sum } from '@foyer/domain/money/money.ts'
import { prorate } from '@foyer/domain/money/prorate.ts'
import { sql } from 'kysely'
import type { LedgerEntriesTable } from '../../db/schema/types.generated.ts'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import { paidOfLine } from '../../sale/order/line-amounts.ts'
import type { LedgerDifference, OfSlice } from './difference.ts'
import { taxDifferences } from './tax-differences.ts'

export type Account = LedgerEntriesTable['account']
/** Debits are positive (money received, discounts given), credits negative (what was sold). A movement sums to zero. */
type Movement = Partial<Record<Account, Minor>>

/**
 * One row of a movement and its organiser. Rows of earlier versions, and of money that is only refunded, have none. A movement
 * sums to zero for each organiser.
 */
export type Posting = {
  account: Account
  minor: Minor
  organiserId?: number | null
  eventId?: number | null
  ticketTypeId?: number | null
}

/** An amount by organiser; null for amounts without one. */
export type ByOrganiser = ReadonlyMap<number | null, Minor>

/** Splits an amount over organisers in proportion to theirs, to the penny. */
export function splitBy(amount: Minor, weights: ByOrganiser): Map<number | null, Minor> {
  const organisers = [...weights.keys()]
  const parts = prorate(
    amount,
    organisers.map((id) => Math.max(0, weights.get(id)!)),
  )
  if (sum(parts) !== amount) return new Map([[null, amount]])
  return new Map(organisers.flatMap((id, i) => (parts[i]! === 0 ? [] : [[id, parts[i]!]])))
}

/** Money received, against what was owed. Money for nothing leaves a debt until it is refunded. */
export const captureMovement = (split: ByOrganiser): Posting[] =>
  [...split].flatMap(([organiserId, minor]): Posting[] => [
    { account: 'captured', minor, organiserId },
    { account: 'receivable', minor: -minor, organiserId },
  ])
/** The operator's fee on a payment to an organiser's account: a cost of the organiser, taken from the payment. */
export const platformFeeMovement = (split: ByOrganiser): Posting[] =>
  [...split].flatMap(([organiserId, minor]): Posting[] => [
    { account: 'platform_fees', minor, organiserId },
    { account: 'paid_to_platform', minor: -minor, organiserId },
  ])

/** Money refunded. */
export const refundMovement = (split: ByOrganiser): Posting[] =>
  [...split].flatMap(([organiserId, minor]): Posting[] => [
    { account: 'refunded', minor: -minor, organiserId },
    { account: 'receivable', minor, organiserId },
  ])

/** Money charged back after a dispute. `owed` was due to the buyer anyway, so it isn't a loss. */
export const disputeMovement = (amount: Minor, owed: ByOrganiser): Posting[] => {
  const lost = amount - sum([...owed.values()])
  return [
    ...[...owed].flatMap(([organiserId, minor]): Posting[] => [
      { account: 'disputed', minor: -minor, organiserId },
      { account: 'receivable', minor, organiserId },
    ]),
    { account: 'disputed', minor: -lost },
    { account: 'dispute_losses', minor: lost },
  ]
}

type Entry = {
  saleId: number
  movement: string
  amounts: Movement | readonly Posting[]
  currency: string
  paymentId?: number | undefined
  refundId?: number
  at: Date
}

/** Writes a movement. Throws when it does not sum to zero: that is a bug, and the transaction must not commit. */
export async function book(tx: Tx, entry: Entry): Promise<void> {
  const rows = ledgerRows(entry)
  if (rows.length > 0) await tx.insertInto('ledger_entries').values(rows).execute()
}

const postingsOf = (amounts: Entry['amounts']): readonly Posting[] =>
  Array.isArray(amounts)
    ? amounts
    : (Object.entries(amounts) as [Account, Minor][]).map(([account, minor]) => ({ account, minor }))

/** The rows of a movement that are not zero. */
export function ledgerRows(entry: Entry) {
  const rows = postingsOf(entry.amounts).filter(({ minor }) => minor !== 0)
  for (const [organiserId, own] of groupBy(rows, (row) => row.organiserId ?? null))
    if (sum(own.map(({ minor }) => minor)) !== 0)
      throw new Error(`movement ${entry.movement} does not sum to zero for organiser ${organiserId}`)
  return rows.map(({ account, minor, organiserId = null, eventId = null, ticketTypeId = null }) => ({
    sale_id: entry.saleId,
    movement: entry.movement,
    account,
    amount_minor: minor,
    currency: entry.currency,
    payment_id: entry.paymentId ?? null,
    refund_id: entry.refundId ?? null,
    organiser_id: organiserId,
    event_id: eventId,
    ticket_type_id: ticketTypeId,
    at: entry.at,
  }))
}

/** The balance of one account for one organiser. Sales are credits, so they are below zero. */
export type Balance = Posting & Required<Pick<Posting, 'organiserId' | 'eventId' | 'ticketTypeId'>>

/** The balance of each account of this sale, by organiser. */
export async function balancesOf(tx: Pick<Tx, 'selectFrom'>, saleId: number): Promise<Balance[]> {
  const rows = await tx
    .selectFrom('ledger_entries')
    .select((eb) => [
      'account',
      'organiser_id as organiserId',
      'event_id as eventId',
      'ticket_type_id as ticketTypeId',
      eb.fn.sum<string>('amount_minor').as('minor'),
    ])
    .where('sale_id', '=', saleId)
    .groupBy(['account', 'organiser_id', 'event_id', 'ticket_type_id'])
    .orderBy('organiser_id')
    .orderBy('event_id')
    .orderBy('ticket_type_id')
    .orderBy('account')
    .execute()
  return rows.map((row) => ({ ...row, minor: Number(row.minor) })).filter(({ minor }) => minor !== 0)
}

/** What the buyer still owes each organiser; below zero, what the buyer gets back. */
export const receivables = (balances: readonly Balance[]): Map<number | null, Minor> =>
  new Map(
    [
      ...groupBy(
        balances.filter(({ account }) => account === 'receivable'),
        ({ organiserId }) => organiserId,
      ),
    ].map(([organiserId, own]) => [organiserId, sum(own.map(({ minor }) => minor))]),
  )

/** Sales that are checked by one statement. Each takes some milliseconds, however many sales there are. */
const SLICE = 2000

/**
 * Checks the books over the whole database and returns every difference in minor units. Movements and sales must sum to
 * zero, captures and refunds must match the payments, the cost of a paid order must match what its buyer was shown, and no
 * balance may be open except plan payments still to come and refunds on their way. Everything belongs to one sale, so the sales are
 * checked slice by slice: no statement grows with the shop, and others run between two.
 */
export async function ledgerDifferences(db: Db, slice = SLICE): Promise<LedgerDifference[]> {
  const found: LedgerDifference[] = []
  const taxes: LedgerDifference[] = []
  for (let after = 0; ; ) {
    const { rows } = await sql<{ until: number | null }>`
      select max(id) as until from (select id from sales where id > ${after} order by id limit ${slice}) next`.execute(
      db,
    )
    const until = rows[0]!.until
    if (until === null) return [...found, ...taxes]
    const from = after
    const of: OfSlice = (table, saleId = 'sale_id') => sql`(
      select * from ${sql.table(table)} where ${sql.ref(saleId)} > ${from} and ${sql.ref(saleId)} <= ${until})`
    found.push(...(await differencesOf(db, of)))
    taxes.push(...(await taxDifferences(db, of)))
    after = until
  }
}

async function differencesOf(db: Db, of: OfSlice): Promise<LedgerDifference[]> {
  const { rows } = await sql<LedgerDifference>`
    select sale_id, 'entries do not sum to zero' as what, sum(amount_minor)::bigint as minor
      from ${of('ledger_entries')} ledger_entries group by sale_id, movement, currency, coalesce(payment_id, 0), coalesce(refund_id, 0), at
      having sum(amount_minor) <> 0
    union all
    select sale_id, 'entries of an organiser do not sum to zero', sum(amount_minor)::bigint
      from ${of('ledger_entries')} ledger_entries group by sale_id, coalesce(organiser_id, 0) having sum(amount_minor) <> 0
    union all
    select sale.id, 'a paid order has no lines', sale.total_minor
      from ${of('sales', 'id')} sale left join ${of('orders')} orders on orders.sale_id = sale.id
      where sale.paid_at is not null and orders.sale_id is null
        and exists (select from ${of('payments')} payments where payments.sale_id = sale.id and payments.outcome = 'fulfilled')
    union all
    select orders.sale_id, 'the lines differ from what the order cost', coalesce(line.minor, 0) - orders.total_minor
      from ${of('orders')} orders
      left join (select sale_id, sum(${paidOfLine('order_lines')})::bigint as minor
        from ${of('order_lines')} order_lines group by sale_id) line using (sale_id)
      where coalesce(line.minor, 0) <> orders.total_minor
    union all
    select sale_id, 'the lines differ from the ledger: ' || what, sum(minor)::bigint from (
      select sale_id, case when filled_in then 0 else organiser_id end as organiser_id,
          case when filled_in then 0 else coalesce(ticket_type_id, 0) end as ticket_type_id, part.what, part.minor
        from ${of('order_lines')} order_lines join ${of('orders')} orders using (sale_id)
        cross join lateral (values
          (case kind when 'ticket' then 'tickets' when 'donation' then 'donation' else 'gift vouchers' end,
            net_minor - refunded_net_minor),
          (case kind when 'donation' then 'donation fee' else 'fees' end, fee_minor - refunded_fee_minor),
          ('protection', protection_minor - refunded_protection_minor),
          ('delivery', delivery_minor - refunded_delivery_minor),
          ('rounding', rounding_minor - refunded_rounding_minor),
          ('gift vouchers redeemed', refunded_voucher_minor - voucher_minor)) part (what, minor)
      union all
      select entry.sale_id, case when filled_in then 0 else coalesce(entry.organiser_id, 0) end,
          case when filled_in then 0 else coalesce(entry.ticket_type_id, 0) end,
          case account when 'tickets' then 'tickets' when 'offers' then 'tickets' when 'discounts' then 'tickets'
            when 'donation' then 'donation' when 'gift_vouchers_sold' then 'gift vouchers' when 'booking_fees' then 'fees'
            when 'donation_fee' then 'donation fee' when 'refund_protection' then 'protection'
            when 'delivery' then 'delivery' when 'rounding' then 'rounding' else 'gift vouchers redeemed' end, amount_minor
        from ${of('ledger_entries')} entry join ${of('orders')} orders on orders.sale_id = entry.sale_id
        where account not in ('captured', 'refunded', 'receivable', 'disputed', 'dispute_losses', 'refunded_elsewhere',
          'refunded_to_vouchers')) both_books
      group by sale_id, organiser_id, ticket_type_id, what having sum(minor) <> 0
    union all
    select coalesce(entry.sale_id, payment.sale_id), 'captured differs from the payments', coalesce(entry.minor, 0) - coalesce(payment.minor, 0)
      from (select sale_id, sum(amount_minor)::bigint as minor from ${of('ledger_entries')} ledger_entries where account = 'captured' group by sale_id) entry
      full join (select sale_id, sum(amount_minor)::bigint as minor from ${of('payments')} payments
        where status in ('paid', 'refunded', 'partly_refunded') and amount_minor > 0 group by sale_id) payment using (sale_id)
      where coalesce(entry.minor, 0) <> coalesce(payment.minor, 0)
    union all
    select coalesce(entry.sale_id, refund.sale_id), 'refunded differs from the refunds', coalesce(entry.minor, 0) - coalesce(refund.minor, 0)
      from (select sale_id, -sum(amount_minor)::bigint as minor from ${of('ledger_entries')} ledger_entries where account = 'refunded' group by sale_id) entry
      full join (select sale_id, sum(amount_minor)::bigint as minor from ${of('refunds')} refunds where status = 'succeeded' group by sale_id) refund using (sale_id)
      where coalesce(entry.minor, 0) <> coalesce(refund.minor, 0)
    union all
    select payment.sale_id, 'refunds of a payment differ from its own sum', payment.refunded_minor - coalesce(refund.minor, 0)
      from ${of('payments')} payment
      left join (select payment_id, sum(amount_minor)::bigint as minor from ${of('refunds')} refunds where status = 'succeeded' group by payment_id) refund
        on refund.payment_id = payment.id
      where payment.refunded_minor <> coalesce(refund.minor, 0)
    union all
    select sale.id, 'the order differs from what it cost', coalesce(entry.minor, 0) - coalesce(sale.total_minor, 0)
      from ${of('sales', 'id')} sale
      left join (select sale_id, sum(amount_minor)::bigint as minor from ${of('ledger_entries')} ledger_entries
        where account = 'receivable' and movement = 'sale' group by sale_id) entry on entry.sale_id = sale.id
      where coalesce(entry.minor, 0) <> case when sale.paid_at is null then 0 else coalesce(sale.total_minor, 0) end
    union all
    select sale.id, 'owed, and no payment or refund is on its way', entry.minor - coalesce(plan.minor, 0) + coalesce(refund.minor, 0)
      from ${of('sales', 'id')} sale
      join (select sale_id, sum(amount_minor)::bigint as minor from ${of('ledger_entries')} ledger_entries
        where account = 'receivable' group by sale_id) entry on entry.sale_id = sale.id
      left join (select sale_id, sum(amount_minor)::bigint as minor from ${of('plan_instalments')} plan_instalments
        where status not in ('paid', 'cancelled') group by sale_id) plan on plan.sale_id = sale.id
      left join (select sale_id, sum(amount_minor)::bigint as minor from ${of('refunds')} refunds
        where status in ('queued', 'pending') group by sale_id) refund on refund.sale_id = sale.id
      where entry.minor - coalesce(plan.minor, 0) + coalesce(refund.minor, 0) <> 0
    order by 1, 2`.execute(db)
  return rows
}
