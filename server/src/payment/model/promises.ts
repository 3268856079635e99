import type { Db } from '../../db/transaction/tx.ts'
import type { SaleAt } from '../../testing/fixtures/sale.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'

/** One payment in a provider's books, in minor units. */
export type VendorBook = { capturedMinor: number; returnedMinor: number }

/** A refund that failed more often than this needs staff. */
const TRIED_OFTEN = 3
/** Expected reasons for a failed job: a vendor that was down, a process that died. */
const TO_BE_EXPECTED = /did not answer|killed|never reported back/

/**
 * Checks these sales after everything has finished: nothing oversold, every captured penny delivered or refunded, matching
 * books, no ticket without payment, each email sent once. Returns what does not hold. `vendors` has every payment in the
 * providers' books, by id; `now` is the shop's time.
 */
export async function brokenPromises(
  db: Db,
  { sales, vendors, now }: { sales: readonly SaleAt[]; vendors: ReadonlyMap<string, VendorBook>; now: Date },
): Promise<string[]> {
  const broken: string[] = []
  const must = (holds: boolean, otherwise: string) => {
    if (!holds) broken.push(otherwise)
  }
  const payments = await db.selectFrom('payments').selectAll().where('provider', '<>', 'free').orderBy('id').execute()
  const refunds = await db.selectFrom('refunds').selectAll().orderBy('id').execute()
  const stuck = (paymentId: number) =>
    refunds.filter(({ payment_id, status }) => payment_id === paymentId && status === 'failed').length > TRIED_OFTEN

  /** Payments that a buyer's bank has charged back. */
  const losses = await db.selectFrom('ledger_entries').select('payment_id').where('movement', '=', 'dispute').execute()
  const isLost = (paymentId: number) => losses.some(({ payment_id }) => payment_id === paymentId)

  const ourPaymentIds = new Set(payments.map(({ provider_payment_id }) => provider_payment_id))
  for (const [id, { capturedMinor, returnedMinor }] of vendors)
    must(ourPaymentIds.has(id) || capturedMinor === returnedMinor, `nobody here knows of the money of ${id}`)
  for (const { id, status, outcome, provider_payment_id, amount_minor, refunded_minor } of payments) {
    const { capturedMinor = 0, returnedMinor = 0 } = vendors.get(provider_payment_id ?? '') ?? {}
    must(status !== 'created' && status !== 'processing', `payment ${id} has not ended`)
    must(capturedMinor > 0 === (outcome !== null), `payment ${id}: ${capturedMinor} came in, outcome ${outcome}`)
    must(outcome === null || amount_minor === capturedMinor, `payment ${id} is booked as another amount than came in`)
    must(returnedMinor === refunded_minor, `payment ${id}: ${returnedMinor} went back, booked ${refunded_minor}`)
    must(
      outcome !== 'refunded' || stuck(id) || isLost(id) || refunded_minor === amount_minor,
      `payment ${id} is not sent back`,
    )
  }

  const sold = new Map<number, number>()
  for (const { saleId } of sales) {
    const sale = await db.selectFrom('sales').selectAll().where('id', '=', saleId).executeTakeFirstOrThrow()
    const lines = await db.selectFrom('sale_lines').selectAll().where('sale_id', '=', saleId).execute()
    const delivered = sale.paid_at !== null && sale.cancelled_at === null
    const fulfilled = await db
      .selectFrom('payments')
      .select(['id', 'provider'])
      .where('sale_id', '=', saleId)
      .where('outcome', '=', 'fulfilled')
      .where('purpose', 'in', ['sale', 'plan_first'])
      .execute()
    must(fulfilled.length === (sale.paid_at === null ? 0 : 1), `sale ${saleId} is paid by ${fulfilled.length} payments`)
    must(fulfilled[0]?.provider !== 'free' || sale.total_minor === 0, `sale ${saleId} was claimed for nothing`)
    const refunded = await db.selectFrom('order_lines').selectAll().where('sale_id', '=', saleId).execute()
    let left = 0
    for (const { ticket_type_id, qty: bought } of lines) {
      const qty = bought - (refunded.find((line) => line.ticket_type_id === ticket_type_id)?.refunded_qty ?? 0)
      left += qty
      const { valid } = await db
        .selectFrom('tickets')
        .select((eb) => eb.fn.countAll<number>().as('valid'))
        .where('sale_id', '=', saleId)
        .where('ticket_type_id', '=', ticket_type_id)
        .where('status', '=', 'valid')
        .executeTakeFirstOrThrow()
      must(Number(valid) === (delivered ? qty : 0), `sale ${saleId} has ${valid} tickets, bought ${qty}`)
      sold.set(ticket_type_id, (sold.get(ticket_type_id) ?? 0) + Number(valid))
    }
    const wallets = (await mailsOf(db, saleId)).filter(({ kind }) => kind === 'wallet')
    // An order whose tickets were all refunded before their delivery gets none.
    const mustHave = delivered && left > 0 ? 1 : 0
    must(wallets.length >= mustHave && wallets.length <= 1, `sale ${saleId}: ${wallets.length} wallet mails`)
  }
  for (const { ticket_type_id, held, sold: counted, capacity } of await db.selectFrom('stock').selectAll().execute()) {
    if (!sold.has(ticket_type_id)) continue
    must(
      capacity === null || counted <= capacity,
      `ticket type ${ticket_type_id} is oversold: ${counted} of ${capacity}`,
    )
    must(held === 0, `${held} of ticket type ${ticket_type_id} are held for ever`)
    must(
      counted === sold.get(ticket_type_id),
      `${counted} of ${ticket_type_id} counted, ${sold.get(ticket_type_id)} sold`,
    )
  }

  const above = await db
    .selectFrom('sale_lines as line')
    .innerJoin('sales as sale', 'sale.id', 'line.sale_id')
    .innerJoin('ticket_types as type', 'type.id', 'line.ticket_type_id')
    .leftJoin('users as user', 'user.id', 'sale.user_id')
    .select((eb) => [eb.fn.coalesce('user.email', 'sale.guest_email').as('email'), 'type.id', 'type.max_can_reserve'])
    .where('sale.paid_at', 'is not', null)
    .where('sale.cancelled_at', 'is', null)
    .groupBy((eb) => [eb.fn.coalesce('user.email', 'sale.guest_email'), 'type.id', 'type.max_can_reserve'])
    .having((eb) => eb(eb.fn.sum('line.qty'), '>', eb.ref('type.max_can_reserve')))
    .execute()
  for (const { email, id, max_can_reserve } of above)
    must(false, `${email} has bought more than ${max_can_reserve} of ticket type ${id}`)

  const mails = await db.selectFrom('mails').selectAll().execute()
  for (const { id, status } of mails) must(status === 'sent', `mail ${id} is ${status}`)
  for (const { id, status, reason } of refunds)
    must(
      // The email about a cancelled event also covers its refunds.
      mails.filter(({ key }) => key === `refund:${id}`).length ===
        (status === 'succeeded' && reason !== 'cancelled' ? 1 : 0) || status === 'failed',
      `the mail of refund ${id}`,
    )
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
    must(voucher.reserved_minor === 0, `${voucher.reserved_minor} of voucher ${voucher.id} are set aside for ever`)
    must(
      voucher.balance_minor === voucher.value_minor - Number(used.minor),
      `voucher ${voucher.id} stands at ${voucher.balance_minor}`,
    )
  }
  for (const { kind, key, last_error, run_at, done_at, gave_up_at } of await db
    .selectFrom('jobs')
    .selectAll()
    .execute()) {
    must(done_at !== null || gave_up_at !== null || run_at > now, `job ${kind} ${key} was left lying`)
    must(
      last_error === null || (gave_up_at === null && TO_BE_EXPECTED.test(last_error)),
      `job ${kind} ${key}: ${last_error}`,
    )
  }

  const owing = new Set(payments.filter(({ id }) => stuck(id)).map(({ sale_id }) => sale_id))
  for (const { sale_id, what, minor } of await ledgerDifferences(db))
    must(what.startsWith('owed') && owing.has(sale_id), `sale ${sale_id}: ${what} (${minor})`)
  return broken
}

const mailsOf = (db: Db, saleId: number) =>
  db.selectFrom('mails').select('kind').where('sale_id', '=', saleId).execute()
