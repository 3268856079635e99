import { fill } from '@foyer/contract/fill.ts'
import { withdrawal } from '@foyer/contract/messages.ts'
import { orderPath } from '@foyer/contract/pages.ts'
import type { WithdrawalProblem } from '@foyer/contract/withdrawal.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { shownOrderNumber, typedOrderNumber } from '@foyer/domain/format/order-number.ts'
import { currencyCode, type Minor, sum, toMajor } from '@foyer/domain/money/money.ts'
import { normalEmail } from '@foyer/domain/people/email.ts'
import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import { inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { withdrawalMail } from '../../mail/templates/withdrawal.ts'
import { mailBuyer } from '../../sale/mail-buyer.ts'
import { lockSale, record, type SaleRow, saleByReference } from '../../sale/sale.ts'
import { linesOf } from '../refund/book-refund.ts'
import { refundLines, refundParts } from '../refund/lines.ts'
import { refundablePayments } from '../refund/reverse-sale.ts'
import { moneyBack, type WithdrawalLine, withdrawalOf } from './lines.ts'

export type WithdrawalForm = { name: string; reference: string; email: string }
type Refusal = Fail<WithdrawalProblem>

/** The paid order that a form means: by its number or the reference of its link, and its email address, which must both be right. */
export async function orderOf(
  db: Deps['db'],
  { reference, email }: WithdrawalForm,
): Promise<{ sale: SaleRow; number: string } | null> {
  const byNumber = await db
    .selectFrom('orders')
    .select(['sale_id', 'number', 'email'])
    .where('number', '=', typedOrderNumber(reference))
    .executeTakeFirst()
  const linked = byNumber === undefined ? await saleByReference(db, reference.trim()) : undefined
  const order =
    byNumber ??
    (linked &&
      (await db
        .selectFrom('orders')
        .select(['sale_id', 'number', 'email'])
        .where('sale_id', '=', linked.id)
        .executeTakeFirst()))
  // An order whose buyer was erased has no address.
  // guard: withdrawal-by-the-buyers-address
  if (order === undefined || order.email === '' || normalEmail(order.email) !== normalEmail(email)) return null
  const sale = await db.selectFrom('sales').selectAll().where('id', '=', order.sale_id).executeTakeFirstOrThrow()
  return { sale, number: shownOrderNumber(order.number) }
}

/**
 * Withdraws from lines of an order: refunds what was paid for them with all fees, and emails the buyer what was withdrawn from, and when.
 * `chosen` are the numbers of the lines that were shown. The same form sent again finds them withdrawn, and does nothing.
 */
export async function withdraw(
  deps: Deps,
  { sale: { id: saleId }, number }: { sale: SaleRow; number: string },
  { name, chosen }: { name: string; chosen: readonly number[] },
): Promise<Ok | Refusal> {
  return inTx(deps.db, async (tx): Promise<Ok | Refusal> => {
    const now = deps.clock.now()
    const sale = await lockSale(tx, saleId)
    const { lines: rows } = await linesOf(tx, sale)
    const order = await withdrawalOf(tx, saleId, { rows, now })
    if (!order.isOnline) return fail('in_person')
    const asked = order.lines.filter(({ row }) => chosen.includes(row.line))
    if (asked.length === 0) return fail('none_chosen')
    // guard: withdrawn-once
    if (await wereWithdrawn(tx, saleId, asked)) return { ok: true }
    // guard: withdrawn-in-time
    if (asked.some(({ state }) => state !== 'open')) return fail('not_now')
    if (order.isDisputed) return fail('disputed')
    const refunded = await refund(tx, deps, sale, asked, now)
    if (!refunded.ok) return refunded
    const currency = currencyCode(sale.currency)
    await record(tx, saleId, 'withdrawn', now, {
      lines: asked.map(({ row }) => row.line),
      amount: toMajor(refunded.minor, currency),
    })
    const { email } = await tx
      .selectFrom('orders')
      .select('email')
      .where('sale_id', '=', saleId)
      .executeTakeFirstOrThrow()
    await mailBuyer(tx, deps.config, sale, async () => ({
      ...withdrawalMail({
        name,
        number,
        orderUrl: deps.config.publicUrl + orderPath(sale.reference),
        at: niceDate(now),
        amount: formatMinor(refunded.minor, currency),
        lines: asked.map(lineText),
      }),
      key: `withdrawal:${saleId}:${asked.map(({ row }) => row.line).join(',')}`,
      kind: 'withdrawal',
      recipient: email,
      saleId,
      now,
    }))
    return { ok: true }
  })
}

/** What a line is in words: "2 × Programme, Quiz night, Sat 5 Dec". */
const lineText = ({ row, title, name, niceDate: date }: WithdrawalLine): string =>
  [fill(withdrawal.line, { n: row.qty - row.refunded_qty, name }), title ?? '', date]
    .filter((part) => part !== '')
    .join(', ')

/** Whether all of these lines were withdrawn from before. */
async function wereWithdrawn(tx: Tx, saleId: number, lines: readonly WithdrawalLine[]): Promise<boolean> {
  const events = await tx
    .selectFrom('sale_events')
    .select('facts')
    .where('sale_id', '=', saleId)
    .where('kind', '=', 'withdrawn')
    .execute()
  const done = new Set(events.flatMap(({ facts }) => (facts as { lines?: number[] }).lines ?? []))
  return lines.every(({ row }) => done.has(row.line))
}

/** Refunds these lines. Returns what goes back as money, now or as less to pay of a plan. */
async function refund(
  tx: Tx,
  deps: Deps,
  sale: SaleRow,
  asked: readonly WithdrawalLine[],
  now: Date,
): Promise<Ok<{ minor: Minor }> | Refusal> {
  const minor = moneyBack(asked)
  const whole = asked.filter(({ isBalance }) => !isBalance)
  const balances = asked.filter(({ isBalance }) => isBalance)
  const left = sum((await refundablePayments(tx, sale.id)).map(({ leftMinor }) => leftMinor))
  if (balances.length > 0 && minor > left) return fail('not_now')
  if (whole.length > 0) {
    const rows = whole.map(({ row }) => row)
    const refunded = await refundLines(tx, deps, sale, rows, { why: 'refunded', now })
    // Nothing left of a free line, or of one that was refunded by amount, is withdrawn from all the same.
    if (!refunded.ok && refunded.code !== 'nothing_to_refund')
      return fail(refunded.code === 'plan_paying' ? 'plan_paying' : 'not_now')
  }
  if (balances.length === 0) return { ok: true, minor }
  const qty = new Map(balances.map(({ row }) => [row.line, row.qty - row.refunded_qty]))
  await refundParts(tx, sale, new Map(balances.map(({ row, parts }) => [row, parts])), { qty, why: 'refunded', now })
  // What its price did not pay for, such as a discount, is not spent afterwards.
  // guard: withdrawn-voucher-ends
  for (const { row } of balances)
    await tx
      .updateTable('issued_vouchers')
      .set({ voided_at: now })
      .where('sale_id', '=', sale.id)
      .where('design_id', '=', row.design_id)
      .where('value_minor', '=', row.list_minor / row.qty)
      .where('voided_at', 'is', null)
      .execute()
  return { ok: true, minor }
}
