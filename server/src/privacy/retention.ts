import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Database } from '../db/schema/types.generated.ts'
import { type Db, inTx, type Tx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import { areOpen } from '../payment/provider/status.ts'
import { erasePersonalDataOfSales } from './sale-data.ts'

/** A basket that nothing is left in is of no use the next day, unlike one with tickets (`KEEP_BASKETS_DAYS`). */
const EMPTY_BASKET_DAYS = 1

/** Sign-in codes are valid for minutes, expired sessions serve no purpose, and rate limits look back a day at most. */
const CODE_DAYS = 1

/**
 * Seven years: HMRC may ask for VAT records and Gift Aid declarations for six (VATA 1994, sch. 11 para. 6; SI 2016/1195), and
 * the year left over is for a claim made late. No setting erases them sooner.
 */
const STATUTORY_DAYS = 7 * 365 + 2

/** Who wasn’t satisfied goes on to an authority or a mediator within a year. */
const COMPLAINT_DAYS = 365

/** Rows erased per statement, so that transactions stay short. */
const BATCH_SIZE = 500

type Retention = Config['retention']

type Rule = {
  what: string
  /** In days; 0 means as soon as it expires. */
  days(retention: Retention): number
  /** Erases rows older than `before`, in short transactions. Returns how many; fewer than `BATCH_SIZE` if none are left. */
  erase(db: Db, before: Date): Promise<number>
}

/** Wraps a statement that erases a slice and returns one row for each row erased. */
const slice = (statement: (before: Date) => RawBuilder<unknown>) => async (db: Db, before: Date) =>
  (await statement(before).execute(db)).rows.length

/**
 * Erases slice after slice of `sales` in the order of their ids, so that many baskets among many orders are found in one pass.
 * `eraseSlice` returns the ids of at most `BATCH_SIZE` rows after `afterId`.
 */
const allSlices =
  (eraseSlice: (db: Db, before: Date, afterId: number) => Promise<number[]>) =>
  async (db: Db, before: Date): Promise<number> => {
    let erased = 0
    for (let afterId = 0; ; ) {
      const ids = await eraseSlice(db, before, afterId)
      erased += ids.length
      if (ids.length < BATCH_SIZE) return erased
      afterId = ids.at(-1)!
    }
  }

/** Whether a sale of a query on `sales` is a record that the law wants kept: it has a Gift Aid declaration, or tax. */
const IS_STATUTORY = sql<boolean>`(exists (select from gift_aid_declarations declared where declared.sale_id = sales.id)
  or exists (select from order_line_taxes taxed where taxed.sale_id = sales.id))`

const RULES: Rule[] = [
  {
    what: 'expired sessions',
    days: () => 0,
    erase: slice(
      (before) => sql`delete from sessions where id in (
        select id from sessions where expires_at < ${before} limit ${BATCH_SIZE}) returning 1`,
    ),
  },
  {
    what: 'office sessions in which nobody signed in',
    days: () => 0,
    erase: slice(
      (before) => sql`delete from staff_sessions where id in (
        select id from staff_sessions where staff_id is null and expires_at < ${before} limit ${BATCH_SIZE}) returning 1`,
    ),
  },
  {
    what: 'sign-in codes',
    days: () => CODE_DAYS,
    erase: slice(
      (before) => sql`delete from one_time_codes where id in (
        select id from one_time_codes where created_at < ${before} limit ${BATCH_SIZE}) returning 1`,
    ),
  },
  {
    // The person is no longer waiting: the entry has ended, or its date is over.
    what: 'places in waiting lists',
    days: ({ messages }) => messages,
    erase: slice(
      (before) => sql`delete from waiting where id in (
        select id from waiting where ended_at < ${before} limit ${BATCH_SIZE}) returning 1`,
    ),
  },
  { what: 'abandoned baskets', days: ({ baskets }) => baskets, erase: allSlices(eraseAbandonedBaskets) },
  { what: 'empty baskets', days: () => EMPTY_BASKET_DAYS, erase: allSlices(eraseEmptyBaskets) },
  {
    what: 'emails without an order',
    days: () => CODE_DAYS,
    erase: slice(
      (before) => sql`delete from mails where id in (
        select id from mails where sale_id is null and status <> 'queued' and queued_at < ${before} limit ${BATCH_SIZE})
        returning 1`,
    ),
  },
  {
    what: 'texts of emails',
    days: ({ messages }) => messages,
    erase: slice(
      (before) => sql`update mails set body_text = '', body_html = '', attachments = '[]', last_error = null,
          unsubscribe_url = null where id in (
        select id from mails where status <> 'queued' and queued_at < ${before} and body_text <> '' limit ${BATCH_SIZE})
        returning 1`,
    ),
  },
  {
    what: 'answered complaints',
    days: () => COMPLAINT_DAYS,
    erase: slice(
      (before) => sql`delete from complaints where id in (
        select id from complaints where answered_at < ${before} limit ${BATCH_SIZE}) returning 1`,
    ),
  },
  {
    what: 'requests to the shop',
    days: () => COMPLAINT_DAYS,
    erase: slice(
      (before) => sql`delete from data_requests where id in (
        select id from data_requests where asked_at < ${before} limit ${BATCH_SIZE}) returning 1`,
    ),
  },
  {
    what: 'people of mailings',
    days: ({ messages }) => messages,
    erase: slice(
      (before) => sql`update mailing_people set email = null, name = '' where id in (
        select person.id from mailing_people person join mailings mailing on mailing.id = person.mailing_id
        where mailing.ended_at < ${before} and person.email is not null limit ${BATCH_SIZE}) returning 1`,
    ),
  },
  {
    what: 'text messages',
    days: ({ messages }) => messages,
    erase: slice(
      (before) => sql`update text_messages set body = '', recipient = '', last_error = null where id in (
        select id from text_messages where status <> 'queued' and queued_at < ${before} and body <> '' limit ${BATCH_SIZE})
        returning 1`,
    ),
  },
  {
    // Those that gave up stay for the operator, except the one whose payload has an address.
    what: 'finished jobs',
    days: ({ records }) => records,
    erase: slice(
      (before) => sql`delete from jobs where id in (
        select id from jobs
        where done_at < ${before} or (gave_up_at < ${before} and kind = 'tell_transfer_ended') limit ${BATCH_SIZE}) returning 1`,
    ),
  },
  {
    // A form that is sent again within this time still acts once.
    what: 'forms of the office',
    days: ({ records }) => records,
    erase: slice(
      (before) => sql`delete from office_forms where key in (
        select key from office_forms where at < ${before} limit ${BATCH_SIZE}) returning 1`,
    ),
  },
  {
    what: 'ids of webhook events',
    days: ({ records }) => records,
    erase: slice(
      (before) => sql`delete from payment_notices where id in (
        select id from payment_notices where received_at < ${before} limit ${BATCH_SIZE}) returning 1`,
    ),
  },
  {
    what: 'customers of old orders',
    days: ({ orders }) => orders,
    erase: (db, before) => eraseCustomersOfOldOrders(db, before, sql<boolean>`not ${IS_STATUTORY}`),
  },
  {
    // A declaration stays until as long after the claim it is part of.
    what: 'customers of statutory records',
    days: ({ orders }) => Math.max(orders, STATUTORY_DAYS),
    erase: (db, before) =>
      eraseCustomersOfOldOrders(
        db,
        before,
        sql<boolean>`${IS_STATUTORY} and not exists (select from gift_aid_claim_lines claimed
          join gift_aid_claims claim on claim.id = claimed.claim_id
          where claimed.sale_id = sales.id and claim.made_at >= ${before})`,
      ),
  },
]

/**
 * Erases all data past its retention time. Safe to interrupt, repeat and run in several processes. Returns the number of
 * rows erased by kind, for the log.
 */
export async function eraseExpiredData({ db, clock, config, log }: Deps): Promise<Record<string, number>> {
  const now = clock.now().getTime()
  const erased: Record<string, number> = {}
  for (const { what, days, erase } of RULES) {
    const before = new Date(now - days(config.retention) * DAY_MS)
    for (;;) {
      const count = await erase(db, before)
      if (count > 0) erased[what] = (erased[what] ?? 0) + count
      if (count < BATCH_SIZE) break
    }
  }
  if (Object.keys(erased).length > 0) log.info({ erased }, 'personal data erased')
  return erased
}

/** Whether the sale of a query on `sales` has payments, or payments that match this condition. */
const hasPayments = (eb: ExpressionBuilder<Database, 'sales'>, condition?: RawBuilder<boolean>) =>
  eb.exists(
    eb
      .selectFrom('payments')
      .select('id')
      .whereRef('sale_id', '=', 'sales.id')
      .$if(condition !== undefined, (query) => query.where(condition!)),
  )

/**
 * Deletes baskets that were never paid. Those with a failed or cancelled payment keep their row for the books, without
 * personal data; the sweep no longer selects them, because nothing personal is left in them.
 */
function eraseAbandonedBaskets(db: Db, before: Date, afterId: number): Promise<number[]> {
  return inTx(db, async (tx) => {
    const sales = await tx
      .selectFrom('sales')
      .select((eb) => ['id', hasPayments(eb).as('has_payments')])
      .where('paid_at', 'is', null)
      .where('held_until', 'is', null)
      .where('updated_at', '<', before)
      .where('id', '>', afterId)
      .where((eb) =>
        eb.or([
          eb.not(hasPayments(eb)),
          eb('user_id', 'is not', null),
          eb('guest_email', 'is not', null),
          eb('init_guest_email', 'is not', null),
          eb('contact_number', 'is not', null),
          // The name and address of a declaration outlive the customer: another may have left, or was erased.
          eb.exists(
            eb
              .selectFrom('gift_aid_declarations')
              .select('sale_id')
              .whereRef('gift_aid_declarations.sale_id', '=', 'sales.id'),
          ),
        ]),
      )
      .where((eb) => eb.not(hasPayments(eb, areOpen())))
      .orderBy('id')
      .limit(BATCH_SIZE)
      .forUpdate()
      .skipLocked()
      .execute()
    const withPayments = sales.filter(({ has_payments }) => has_payments).map(({ id }) => id)
    const withoutPayments = sales.filter(({ has_payments }) => !has_payments).map(({ id }) => id)
    await erasePersonalDataOfSales(tx, withPayments)
    if (withPayments.length > 0) {
      await tx.deleteFrom('gift_aid_declarations').where('sale_id', 'in', withPayments).execute()
      await tx.updateTable('sales').set({ user_id: null }).where('id', 'in', withPayments).execute()
    }
    await deleteSales(tx, withoutPayments)
    return sales.map(({ id }) => id)
  })
}

/** Deletes baskets without tickets, gift vouchers, payments and a customer. */
function eraseEmptyBaskets(db: Db, before: Date, afterId: number): Promise<number[]> {
  return inTx(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select id from sales
      where id > ${afterId} and paid_at is null and held_until is null and updated_at < ${before}
        and user_id is null and guest_email is null
        and not exists (select from sale_lines where sale_id = sales.id)
        and not exists (select from sale_vouchers where sale_id = sales.id)
        and not exists (select from payments where sale_id = sales.id)
      order by id limit ${BATCH_SIZE} for update skip locked`.execute(tx)
    const ids = rows.map(({ id }) => id)
    await deleteSales(tx, ids)
    return ids
  })
}

async function deleteSales(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.updateTable('sessions').set({ sale_id: null }).where('sale_id', 'in', ids).execute()
  for (const table of ['sale_events', 'gift_aid_declarations', 'mails', 'text_messages', 'holds'] as const)
    await tx.deleteFrom(table).where('sale_id', 'in', ids).execute()
  // Lines, vouchers, codes, addresses and answers are deleted with their sale.
  await tx.deleteFrom('sales').where('id', 'in', ids).execute()
}

/** Erases buyers, ticket recipients and Gift Aid donors of those old orders. The books stay: lines, payments and ledger. */
function eraseCustomersOfOldOrders(db: Db, before: Date, those: RawBuilder<boolean>): Promise<number> {
  return inTx(db, async (tx) => {
    const sales = await tx
      .selectFrom('sales')
      .select('id')
      .where('paid_at', '<', before)
      .where(those)
      .where((eb) =>
        eb.or([
          eb('user_id', 'is not', null),
          eb('guest_email', 'is not', null),
          eb.exists(
            eb
              .selectFrom('gift_aid_declarations as declaration')
              .select('sale_id')
              .whereRef('declaration.sale_id', '=', 'sales.id')
              .where('donor_name', '<>', ''),
          ),
        ]),
      )
      .orderBy('id')
      .limit(BATCH_SIZE)
      .forUpdate()
      .skipLocked()
      .execute()
    const ids = sales.map(({ id }) => id)
    if (ids.length === 0) return 0
    await erasePersonalDataOfSales(tx, ids)
    await tx.deleteFrom('waiver_signatures').where('sale_id', 'in', ids).execute()
    await tx
      .updateTable('gift_aid_declarations')
      .set({ donor_name: '', address_1: '', postcode: '' })
      .where('sale_id', 'in', ids)
      .execute()
    await tx
      .updateTable('gift_aid_claim_lines')
      .set({ first_name: '', last_name: '', house: '', postcode: '' })
      .where('sale_id', 'in', ids)
      .execute()
    await tx
      .updateTable('tickets')
      .set({ holder_name: '', holder_email: '', user_id: null })
      .where('sale_id', 'in', ids)
      .execute()
    await tx.updateTable('sales').set({ user_id: null }).where('id', 'in', ids).execute()
    await tx.updateTable('orders').set({ user_id: null }).where('sale_id', 'in', ids).execute()
    return ids.length
  })
}
