import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import type { SaleAt } from '../../testing/fixtures/sale.ts'
import { cancelEvent } from '../cancel/event.ts'
import type { AccountConnectors, PaymentProvider } from '../provider/provider.ts'
import { refundOrder } from '../refund/order.ts'
import type { ModelEvent } from './model-event.ts'

type Random = { int(below: number): number }
type Db = Deps['db']

const DATES = ['2027-09-02T18:00:00Z', '2027-09-03T18:00:00Z', '2027-09-04T18:00:00Z']
const HALL = 8

/**
 * A house that sells beside others in one basket. The second is registered for tax and sells Adult, Child and Family places of
 * one hall on three dates; the third lets buyers choose a price, sells programmes, and tickets that only a code opens. Each may
 * have a payment account of its own, share one with the other, or use the installation's.
 */
export async function withNeighbours(db: Db, modelEvent: ModelEvent, { random, now }: { random: Random; now: Date }) {
  const hall = await createTaxedEvent(db)
  const fair = await createFlexibleEvent(db)
  const organiserIds = [modelEvent.organiserId, hall.organiserId, fair.organiserId]
  const oneOf = <T>(list: readonly T[]): T => list[random.int(list.length)]!

  /** Pays an organiser into this account from now on; without a name, into the installation's. */
  const pay = async (organiserId: number, name: string | null) => {
    await db
      .updateTable('payment_accounts')
      .set({ ended_at: now })
      .where('organiser_id', '=', organiserId)
      .where('ended_at', 'is', null)
      .execute()
    if (name === null) return
    await db
      .insertInto('payment_accounts')
      .values({
        organiser_id: organiserId,
        provider: 'stripe',
        external_id: `acct_${name}`,
        platform_fee_bp: random.int(2) * 250,
        created_at: now,
        updated_at: now,
      })
      .onConflict((same) => same.columns(['organiser_id', 'provider', 'external_id']).doUpdateSet({ ended_at: null }))
      .execute()
  }
  const ACCOUNTS = [null, 'shared', 'own'] as const
  const chooseAccount = (organiserId: number) => {
    const kind = oneOf(ACCOUNTS)
    return pay(organiserId, kind === 'own' ? `of_${organiserId}` : kind)
  }
  for (const id of organiserIds) await chooseAccount(id)

  const EDITS = [
    () =>
      db
        .updateTable('organisers')
        .set({ tax_bp: 500 + random.int(2000) })
        .where('tax_number', 'is not', null),
    () =>
      db
        .updateTable('organisers')
        .set({ fee_tax_bp: random.int(2500) })
        .where('tax_number', 'is not', null),
    () => db.updateTable('pools').set({ capacity: sql`greatest(held + sold + kept, ${HALL - random.int(3)})` }),
    () => db.updateTable('quotas').set({ max_tickets: sql`greatest(used, ${1 + random.int(3)})` }),
    () =>
      db
        .updateTable('ticket_types')
        .set({ min_price_minor: random.int(400) })
        .where('id', '=', fair.choiceId),
  ]
  /** Sales that were paid when a date was cancelled. */
  const cancelled = new Map<number, Set<number>>()

  return {
    ...modelEvent,
    choose: async (sale: SaleAt) => {
      await modelEvent.choose(sale)
      const more = [
        ...(random.int(2) === 0 ? [{ ticket_type_id: oneOf(hall.typeIds), qty: 1 + random.int(2) }] : []),
        ...(random.int(3) === 0 ? [{ ticket_type_id: fair.choiceId, qty: 1, chosen_minor: random.int(4) * 300 }] : []),
        ...(random.int(4) === 0 ? [{ ticket_type_id: fair.extraId, qty: 1 }] : []),
        ...(random.int(4) === 0 ? [{ ticket_type_id: fair.codeOnlyId, qty: 1, access_code_id: fair.codeId }] : []),
      ]
      for (const line of more)
        await db
          .insertInto('sale_lines')
          .values({ sale_id: sale.saleId, added_at: now, ...line })
          .execute()
    },
    refund: async (deps: Deps, sale: SaleAt): Promise<string[]> => {
      const ask = await modelEvent.refundOf(sale)
      const organiserId = random.int(2) === 0 ? oneOf(organiserIds) : undefined
      const before = await refundedBy(db, sale.saleId)
      const limited: typeof ask = ask.what === 'whole' ? { ...ask, what: 'lines' } : ask
      await refundOrder(deps, organiserId === undefined ? ask : { ...limited, organiserId })
      const own = organiserId ?? ('organiserId' in ask ? ask.organiserId : undefined)
      if (own === undefined) return []
      const after = await refundedBy(db, sale.saleId)
      return [...after].flatMap(([id, minor]) =>
        id === own || minor === before.get(id) ? [] : [`organiser ${own} refunded lines of organiser ${id}`],
      )
    },
    edit: async () => {
      const which = random.int(3)
      if (which === 0) await modelEvent.edit()
      else if (which === 1) await oneOf(EDITS)().execute()
      else await chooseAccount(oneOf(organiserIds))
    },
    /** Mostly a date that this sale is about to buy. */
    cancelDate: async (deps: Deps, sale: SaleAt) => {
      if (random.int(2) > 0) return
      const { rows } = await sql<{ id: number }>`
        select date_id as id from sale_lines line join ticket_types type on type.id = line.ticket_type_id
        where sale_id = ${sale.saleId} and date_id = any(${hall.dateIds}::bigint[]) order by 1`.execute(db)
      const dateId = rows[0]?.id ?? (random.int(4) === 0 ? oneOf(hall.dateIds) : undefined)
      if (dateId === undefined || cancelled.has(dateId)) return
      const done = await cancelEvent(deps, { slug: hall.slug, dateId })
      if (!done.ok) throw new Error(`date ${dateId} was not cancelled: ${done.code}`)
      cancelled.set(dateId, new Set((await ordersOf(db, dateId)).map(({ sale_id }) => sale_id)))
    },
    connected: (provider: PaymentProvider) => connectedAccounts(provider),
    broken: async () => [
      ...(await brokenBooks(db)),
      ...(await brokenCounters(db)),
      ...(await soldAfterCancelling(db, cancelled)),
    ],
  }
}

/** The payment's id at the vendor, which says in which account it is. */
export const idAtVendor = (paymentId: number, accountId: number | null): string =>
  accountId === null ? `pay-${paymentId}` : `acct${accountId}-pay-${paymentId}`

/** The organiser's account that the vendor names in an event about this payment. */
export async function accountAtVendor(db: Db, id: string): Promise<{ externalId: string } | null> {
  const accountId = /^acct(\d+)-/.exec(id)?.[1]
  if (accountId === undefined) return null
  return db
    .selectFrom('payment_accounts')
    .select('external_id as externalId')
    .where('id', '=', Number(accountId))
    .executeTakeFirstOrThrow()
}

/** A vendor that finds a payment only in its own account. */
function connectedAccounts(provider: PaymentProvider): {
  provider: PaymentProvider
  connectors: AccountConnectors
} {
  const inAccount = (prefix: string): PaymentProvider => {
    const own = (id: string) => {
      if (!id.startsWith(prefix)) throw new Error(`payment ${id} is not in the account ${prefix}`)
      return id
    }
    return {
      ...provider,
      read: (id) => provider.read(own(id)),
      cancel: (id) => provider.cancel(own(id)),
      refund: (ask) => provider.refund({ ...ask, providerPaymentId: own(ask.providerPaymentId) }),
      listRefunds: (id) => provider.listRefunds(own(id)),
      readRefund: (id, paymentId) => provider.readRefund(id, own(paymentId)),
    }
  }
  return {
    provider: inAccount('pay-'),
    connectors: { stripe: { ...provider, connect: ({ id }) => inAccount(`acct${id}-`) } },
  }
}

async function createTaxedEvent(db: Db) {
  const event = await createEvent(db, {
    organiser: { tax_number: 'GB123456789', tax_bp: 2000, delivery_tax_bp: 500 },
    refund_protection_bp: 300,
    startsAt: new Date(DATES[0]!),
  })
  await db.deleteFrom('stock').where('ticket_type_id', '=', event.ticketId).execute()
  await db.deleteFrom('ticket_types').where('id', '=', event.ticketId).execute()
  const dateIds: number[] = []
  const typeIds: number[] = []
  for (const [i, startsAt] of DATES.entries()) {
    const dateId =
      i === 0
        ? event.dateId
        : (
            await db
              .insertInto('event_dates')
              .values({ event_id: event.eventId, starts_at: new Date(startsAt) })
              .returning('id')
              .executeTakeFirstOrThrow()
          ).id
    dateIds.push(dateId)
    const pool = await db
      .insertInto('pools')
      .values({ event_id: event.eventId, event_date_id: dateId, name: 'Hall', capacity: HALL })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [name, price_minor, pool_places, capacity] of [
      ['Adult', 1200, 1, null],
      ['Child', 600, 1, 3],
      ['Family', 3000, 4, null],
    ] as const)
      typeIds.push(
        await createTicketType(
          db,
          {
            event_id: event.eventId,
            date_id: dateId,
            name,
            price_minor,
            booking_fee_minor: 99,
            pool_id: pool.id,
            pool_places,
            delivered_by_post: name === 'Adult',
            delivery_cost_minor: name === 'Adult' ? 250 : 0,
          },
          capacity,
        ),
      )
  }
  return { ...event, dateIds, typeIds }
}

async function createFlexibleEvent(db: Db) {
  const event = await createEvent(db, {
    startsAt: new Date(DATES[1]!),
    tickets: [
      { name: 'Pay what you can', price_minor: 1000, min_price_minor: 0, booking_fee_minor: 0, capacity: 12 },
      { name: 'Programme', price_minor: 400, booking_fee_minor: 0, extra: true, capacity: 6 },
      { name: 'Members', price_minor: 700, visibility: 'code', capacity: 50 },
    ],
  })
  const [choiceId, extraId, codeOnlyId] = event.ticketIds as [number, number, number]
  const quota = await db.insertInto('quotas').values({ max_tickets: 2 }).returning('id').executeTakeFirstOrThrow()
  const code = await db
    .insertInto('access_codes')
    .values({ event_id: event.eventId, code: 'MEMBERS', quota_id: quota.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('access_code_types').values({ access_code_id: code.id, ticket_type_id: codeOnlyId }).execute()
  return { ...event, choiceId, extraId, codeOnlyId, codeId: code.id }
}

async function createTicketType(
  db: Db,
  values: Parameters<ReturnType<typeof ticketTypes>['values']>[0],
  capacity: number | null,
) {
  const { id } = await ticketTypes(db).values(values).returning('id').executeTakeFirstOrThrow()
  await db.insertInto('stock').values({ ticket_type_id: id, capacity }).execute()
  return id
}
const ticketTypes = (db: Db) => db.insertInto('ticket_types')

/** What was refunded of a sale's lines, by organiser. */
async function refundedBy(db: Db, saleId: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; minor: number }>`
    select organiser_id as id, sum(refunded_qty * 1000000 + refunded_net_minor + refunded_fee_minor
      + refunded_protection_minor + refunded_delivery_minor + refunded_voucher_minor)::bigint as minor
    from order_lines where sale_id = ${saleId} group by 1`.execute(db)
  return new Map(rows.map(({ id, minor }) => [id, minor]))
}

const ordersOf = (db: Db, dateId: number) =>
  db.selectFrom('order_lines').select('sale_id').distinct().where('date_id', '=', dateId).execute()

/** Every row names the organiser of its own event, in lines, ledger, tax and account. */
async function brokenBooks(db: Db): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select 'line ' || line.line || ' of sale ' || line.sale_id || ' is booked to another than its organiser' as what
      from order_lines line join ticket_types type on type.id = line.ticket_type_id join events event on event.id = type.event_id
      where (line.organiser_id, line.event_id, line.date_id) is distinct from (event.organiser_id, event.id, type.date_id)
    union all
    select 'sale ' || line.sale_id || ': organiser ' || line.organiser_id || ' has not what was paid for its lines'
      from (select sale_id, organiser_id, sum(net_minor + fee_minor + protection_minor + delivery_minor + rounding_minor
          - voucher_minor)::bigint as minor from order_lines group by 1, 2) line
      left join (select entry.sale_id, entry.organiser_id, sum(entry.amount_minor)::bigint as minor from ledger_entries entry
          join payments on payments.id = entry.payment_id and payments.outcome = 'fulfilled'
          where entry.account = 'captured' group by 1, 2) entry using (sale_id, organiser_id)
      where line.minor <> coalesce(entry.minor, 0)
        and not exists (select from payment_plans plan where plan.sale_id = line.sale_id)
    union all
    select 'sale ' || entry.sale_id || ': ' || sum(amount_minor) || ' are still owed between its buyer and organiser ' || organiser_id
      from ledger_entries entry join payment_plans plan using (sale_id)
      where account = 'receivable' and organiser_id is not null
        and not exists (select from refunds where refunds.sale_id = entry.sale_id and refunds.status = 'failed')
      group by entry.sale_id, organiser_id having sum(amount_minor) <> 0
    union all
    select 'sale ' || line.sale_id || ' is taxed wrongly in line ' || line.line
      from order_lines line join organisers on organisers.id = line.organiser_id
      where kind = 'ticket' and net_minor <> 0 and (tax_number is not null) <> exists (
        select from order_line_taxes tax where tax.sale_id = line.sale_id and tax.line = line.line and part = 'net')
    union all
    select distinct 'payment ' || payment.id || ' is in an account of others'
      from payments payment join payment_accounts account on account.id = payment.account_id
      join order_lines line on line.sale_id = payment.sale_id
      where payment.outcome = 'fulfilled' and not exists (select from payment_accounts own
        where own.organiser_id = line.organiser_id and own.external_id = account.external_id)`.execute(db)
  return rows.map(({ what }) => what)
}

/** Pools and quotas count the valid tickets, and nothing is held. */
async function brokenCounters(db: Db): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    with valid as (select ticket_type_id as id, count(*)::int as qty from tickets where status = 'valid' group by 1)
    select 'pool ' || pool.id || ' counts ' || sold || ' sold and ' || held || ' held of ' || capacity as what from pools pool
      where held <> 0 or sold + kept > capacity or sold <> (select coalesce(sum(valid.qty * type.pool_places), 0)
        from ticket_types type join valid using (id) where type.pool_id = pool.id)
    union all
    select 'quota ' || quota.id || ' counts ' || used || ' used of ' || max_tickets from quotas quota
      where used > max_tickets or used <> (select coalesce(sum(valid.qty), 0) from access_codes code
        join access_code_types opens on opens.access_code_id = code.id join valid on valid.id = opens.ticket_type_id
        where code.quota_id = quota.id)`.execute(db)
  return rows.map(({ what }) => what)
}

/** After a date is cancelled, nobody can buy it, nobody keeps a ticket for it, and everyone who had one is emailed once. */
async function soldAfterCancelling(db: Db, cancelled: ReadonlyMap<number, ReadonlySet<number>>): Promise<string[]> {
  const broken: string[] = []
  for (const [dateId, before] of cancelled) {
    for (const { sale_id } of await ordersOf(db, dateId))
      if (!before.has(sale_id)) broken.push(`date ${dateId} was sold to sale ${sale_id} after it was cancelled`)
    const { rows } = await sql<{ sale_id: number; valid: number; mails: number; kept: number }>`
      select line.sale_id, sum(qty - refunded_qty)::int as kept,
        (select count(*)::int from tickets join ticket_types type on type.id = ticket_type_id
          where tickets.sale_id = line.sale_id and type.date_id = ${dateId} and tickets.status = 'valid') as valid,
        (select count(*)::int from mails where mails.sale_id = line.sale_id
          and split_part(mails.key, ':', 1) = 'event_cancelled' and exists (
            select from unnest(string_to_array(split_part(mails.key, ':', 3), ',')::int[]) as told (line)
            join order_lines own on own.line = told.line and own.sale_id = mails.sale_id and own.date_id = ${dateId})) as mails
      from order_lines line where date_id = ${dateId} group by line.sale_id`.execute(db)
    for (const { sale_id, valid, mails, kept } of rows) {
      if (valid > 0 || kept > 0)
        broken.push(`sale ${sale_id} keeps ${kept} places and ${valid} tickets of date ${dateId}`)
      if (mails > 1) broken.push(`sale ${sale_id} was told ${mails} times that date ${dateId} is cancelled`)
    }
  }
  return broken
}
