import { type Selectable, sql } from 'kysely'
import type { PaymentsTable, RefundsTable } from '../../db/schema/types.generated.ts'
import type { Db } from '../../db/transaction/tx.ts'
import type { SaleAt } from '../../testing/fixtures/sale.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'

/** One payment in a provider's books, in minor units. */
export type VendorBook = { capturedMinor: number; returnedMinor: number }

/** A refund that failed more often than this needs staff. */
const TRIED_OFTEN = 3
/** Expected reasons for a failed job: a vendor that was down, a process that died. */
const TO_BE_EXPECTED = /did not answer|killed|never reported back/

type Check = (holds: boolean, otherwise: string) => void

/**
 * Checks these sales after everything has finished: nothing oversold, every captured penny delivered or refunded, matching
 * books, no ticket without payment, each email sent once. Returns a sentence for each invariant that does not hold. `vendors`
 * has every payment in the providers' books, by id; `now` is the shop's time.
 */
export async function brokenInvariants(
  db: Db,
  { sales, vendors, now }: { sales: readonly SaleAt[]; vendors: ReadonlyMap<string, VendorBook>; now: Date },
): Promise<string[]> {
  const broken: string[] = []
  const check: Check = (holds, otherwise) => {
    if (!holds) broken.push(otherwise)
  }
  const payments = await db.selectFrom('payments').selectAll().where('provider', '<>', 'free').orderBy('id').execute()
  const refunds = await db.selectFrom('refunds').selectAll().orderBy('id').execute()
  const isStuck = (paymentId: number) =>
    refunds.filter(({ payment_id, status }) => payment_id === paymentId && status === 'failed').length > TRIED_OFTEN

  await checkPayments(db, check, { payments, vendors, isStuck })
  const soldByType = new Map<number, number>()
  for (const { saleId } of sales)
    for (const [typeId, qty] of await checkSale(db, check, saleId))
      soldByType.set(typeId, (soldByType.get(typeId) ?? 0) + qty)
  await checkStock(db, check, soldByType)
  await checkMaximums(db, check)
  await checkMails(db, check, refunds)
  await checkVouchers(db, check)
  await checkJobs(db, check, now)

  const owing = new Set(payments.filter(({ id }) => isStuck(id)).map(({ sale_id }) => sale_id))
  for (const { sale_id, what, minor } of await ledgerDifferences(db))
    check(what.startsWith('owed') && owing.has(sale_id), `sale ${sale_id}: ${what} (${minor})`)
  return broken
}

/** Each payment has ended, is booked as the vendor has it, and was fulfilled or went back. */
async function checkPayments(
  db: Db,
  check: Check,
  {
    payments,
    vendors,
    isStuck,
  }: {
    payments: readonly Selectable<PaymentsTable>[]
    vendors: ReadonlyMap<string, VendorBook>
    isStuck: (paymentId: number) => boolean
  },
): Promise<void> {
  /** Payments that a buyer's bank has charged back. */
  const losses = await db.selectFrom('ledger_entries').select('payment_id').where('movement', '=', 'dispute').execute()
  const isLost = (paymentId: number) => losses.some(({ payment_id }) => payment_id === paymentId)
  const ourPaymentIds = new Set(payments.map(({ provider_payment_id }) => provider_payment_id))
  for (const [id, { capturedMinor, returnedMinor }] of vendors)
    check(ourPaymentIds.has(id) || capturedMinor === returnedMinor, `the money of ${id} is not in our books`)
  for (const { id, status, outcome, provider_payment_id, amount_minor, refunded_minor } of payments) {
    const { capturedMinor = 0, returnedMinor = 0 } = vendors.get(provider_payment_id ?? '') ?? {}
    check(status !== 'created' && status !== 'processing', `payment ${id} has not ended`)
    check(capturedMinor > 0 === (outcome !== null), `payment ${id}: ${capturedMinor} came in, outcome ${outcome}`)
    check(outcome === null || amount_minor === capturedMinor, `payment ${id} is booked as another amount than came in`)
    check(returnedMinor === refunded_minor, `payment ${id}: ${returnedMinor} went back, booked ${refunded_minor}`)
    check(
      outcome !== 'refunded' || isStuck(id) || isLost(id) || refunded_minor === amount_minor,
      `payment ${id} is not sent back`,
    )
  }
}

/** A sale is paid once and has the tickets that it bought, less those refunded. Returns its valid tickets by type. */
async function checkSale(db: Db, check: Check, saleId: number): Promise<Map<number, number>> {
  const sale = await db.selectFrom('sales').selectAll().where('id', '=', saleId).executeTakeFirstOrThrow()
  const lines = await db.selectFrom('sale_lines').selectAll().where('sale_id', '=', saleId).execute()
  const isDelivered = sale.paid_at !== null && sale.cancelled_at === null
  const fulfilled = await db
    .selectFrom('payments')
    .select(['id', 'provider'])
    .where('sale_id', '=', saleId)
    .where('outcome', '=', 'fulfilled')
    .where('purpose', 'in', ['sale', 'plan_first'])
    .execute()
  check(fulfilled.length === (sale.paid_at === null ? 0 : 1), `sale ${saleId} is paid by ${fulfilled.length} payments`)
  check(fulfilled[0]?.provider !== 'free' || sale.total_minor === 0, `sale ${saleId} was claimed for nothing`)
  const orderLines = await db.selectFrom('order_lines').selectAll().where('sale_id', '=', saleId).execute()
  const validByType = new Map<number, number>()
  let left = 0
  for (const { ticket_type_id, qty: bought } of lines) {
    const qty = bought - (orderLines.find((line) => line.ticket_type_id === ticket_type_id)?.refunded_qty ?? 0)
    left += qty
    const { valid } = await db
      .selectFrom('tickets')
      .select((eb) => eb.fn.countAll<number>().as('valid'))
      .where('sale_id', '=', saleId)
      .where('ticket_type_id', '=', ticket_type_id)
      .where('status', '=', 'valid')
      .executeTakeFirstOrThrow()
    check(Number(valid) === (isDelivered ? qty : 0), `sale ${saleId} has ${valid} tickets, bought ${qty}`)
    validByType.set(ticket_type_id, (validByType.get(ticket_type_id) ?? 0) + Number(valid))
  }
  const wallets = (await mailsOf(db, saleId)).filter(({ kind }) => kind === 'wallet')
  // An order whose tickets were all refunded before their delivery gets none.
  const fewest = isDelivered && left > 0 ? 1 : 0
  check(wallets.length >= fewest && wallets.length <= 1, `sale ${saleId}: ${wallets.length} wallet mails`)
  return validByType
}

/** The counters match the valid tickets, nothing is oversold, and nothing is still held. */
async function checkStock(db: Db, check: Check, soldByType: ReadonlyMap<number, number>): Promise<void> {
  for (const { ticket_type_id, held, sold, capacity } of await db.selectFrom('stock').selectAll().execute()) {
    const valid = soldByType.get(ticket_type_id)
    if (valid === undefined) continue
    check(capacity === null || sold <= capacity, `ticket type ${ticket_type_id} is oversold: ${sold} of ${capacity}`)
    check(held === 0, `${held} of ticket type ${ticket_type_id} are still held`)
    check(sold === valid, `${sold} of ${ticket_type_id} counted, ${valid} sold`)
  }
}

/** Nobody keeps more tickets of a type than one customer may buy; what was returned may be bought again. */
async function checkMaximums(db: Db, check: Check): Promise<void> {
  const above = await db
    .selectFrom('order_lines as line')
    .innerJoin('sales as sale', 'sale.id', 'line.sale_id')
    .innerJoin('ticket_types as type', 'type.id', 'line.ticket_type_id')
    .leftJoin('users as user', 'user.id', 'sale.user_id')
    .select((eb) => [eb.fn.coalesce('user.email', 'sale.guest_email').as('email'), 'type.id', 'type.max_can_reserve'])
    .where('sale.paid_at', 'is not', null)
    .where('sale.cancelled_at', 'is', null)
    .groupBy((eb) => [eb.fn.coalesce('user.email', 'sale.guest_email'), 'type.id', 'type.max_can_reserve'])
    .having((eb) => eb(sql`sum(line.qty - line.refunded_qty)`, '>', eb.ref('type.max_can_reserve')))
    .execute()
  for (const { email, id, max_can_reserve } of above)
    check(false, `${email} has bought more than ${max_can_reserve} of ticket type ${id}`)
}

/** Every email has left, and each refund was emailed once. */
async function checkMails(db: Db, check: Check, refunds: readonly Selectable<RefundsTable>[]): Promise<void> {
  const mails = await db.selectFrom('mails').selectAll().execute()
  for (const { id, status } of mails) check(status === 'sent', `mail ${id} is ${status}`)
  for (const { id, status, reason } of refunds) {
    if (status === 'failed') continue
    // The email about a cancelled event also covers its refunds.
    const expected = status === 'succeeded' && reason !== 'cancelled' ? 1 : 0
    check(mails.filter(({ key }) => key === `refund:${id}`).length === expected, `the mail of refund ${id}`)
  }
}

/** The balance of each gift voucher is its value less what paid orders used of it. */
async function checkVouchers(db: Db, check: Check): Promise<void> {
  for (const voucher of await db.selectFrom('issued_vouchers').selectAll().execute()) {
    const used = await db
      .selectFrom('sale_codes as code')
      .innerJoin('sales as sale', 'sale.id', 'code.sale_id')
      .select((eb) =>
        eb.fn
          .coalesce(eb.fn.sum<string>(eb('code.reserved_minor', '-', eb.ref('code.returned_minor'))), eb.lit(0))
          .as('minor'),
      )
      .where('code.voucher_id', '=', voucher.id)
      .where('sale.paid_at', 'is not', null)
      .where('sale.cancelled_at', 'is', null)
      .executeTakeFirstOrThrow()
    check(voucher.reserved_minor === 0, `${voucher.reserved_minor} of voucher ${voucher.id} are still set aside`)
    check(
      voucher.balance_minor === voucher.value_minor - Number(used.minor),
      `voucher ${voucher.id} stands at ${voucher.balance_minor}`,
    )
  }
}

/** Every due job was done, and none failed for an unexpected reason. */
async function checkJobs(db: Db, check: Check, now: Date): Promise<void> {
  const jobs = await db.selectFrom('jobs').selectAll().execute()
  for (const { kind, key, last_error, run_at, done_at, gave_up_at } of jobs) {
    check(done_at !== null || gave_up_at !== null || run_at > now, `job ${kind} ${key} was not done`)
    check(
      last_error === null || (gave_up_at === null && TO_BE_EXPECTED.test(last_error)),
      `job ${kind} ${key}: ${last_error}`,
    )
  }
}

const mailsOf = (db: Db, saleId: number) =>
  db.selectFrom('mails').select('kind').where('sale_id', '=', saleId).execute()
