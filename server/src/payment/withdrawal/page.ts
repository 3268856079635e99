import { PAGES } from '@foyer/contract/pages.ts'
import type { WithdrawalProblem, WithdrawPageData } from '@foyer/contract/withdrawal.ts'
import { niceDay } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import { z } from 'zod'
import { buyerOf } from '../../after-sale/buyer.ts'
import type { Deps } from '../../deps.ts'
import { networkOf } from '../../http/limits/network.ts'
import { exceedsNetworkLimit, hit } from '../../http/limits/rate-limit.ts'
import type { Session } from '../../http/session.ts'
import { orderNumberOf } from '../../sale/order/order-number.ts'
import { type SaleRow, saleByReference } from '../../sale/sale.ts'
import { moneyOf } from '../refund/book-refund.ts'
import { withdrawalOf } from './lines.ts'
import { orderOf, type WithdrawalForm, withdraw } from './withdraw.ts'

const HOUR_SECONDS = 3600
/** A network, and the forms for one order from wherever they come: nobody finds its email address by trying. */
const FORMS = { name: 'withdraw', max: 30, windowSeconds: HOUR_SECONDS }
const FORMS_OF_AN_ORDER = 20

const NOBODY: WithdrawalForm = { name: '', reference: '', email: '' }

const shownForm = (
  values: WithdrawalForm,
  problem: WithdrawalProblem | null = null,
  step: 'who' | 'done' = 'who',
): WithdrawPageData => ({ step, problem, values, lines: [] })

/** The page as it is first opened: empty, or with the details of an order whose buyer follows a link from its page. */
export async function withdrawPage(
  { db }: Pick<Deps, 'db'>,
  session: Session,
  { order, done }: { order: string; done: boolean },
): Promise<WithdrawPageData> {
  if (done) return shownForm(NOBODY, null, 'done')
  const sale = order === '' ? undefined : await saleByReference(db, order)
  const buyer = sale === undefined || sale.paid_at === null ? null : await buyerOf(db, session, sale)
  // guard: withdrawal-filled-in-for-buyer
  if (sale === undefined || buyer === null) return shownForm(NOBODY)
  return shownForm({
    name: buyer.full_name,
    reference: (await orderNumberOf(db, sale.id)) ?? '',
    email: buyer.email,
  })
}

const text = (max: number) => z.string().trim().max(max).catch('')
const Line = z.coerce.number().int().min(1).max(10_000)
const Form = z
  .object({
    name: text(LIMITS.text.name),
    reference: text(LIMITS.text.code),
    email: text(LIMITS.text.email),
    confirm: z.string().catch(''),
    lines: z
      .preprocess((sent) => (Array.isArray(sent) ? sent : sent === undefined ? [] : [sent]), z.array(Line))
      .catch([]),
  })
  .catch({ ...NOBODY, confirm: '', lines: [] })

/**
 * What a form of the page leads to: the page again, or the address it goes on to once the withdrawal is made. Wrong details and unknown
 * orders have one answer.
 */
export async function submitWithdrawal(
  deps: Deps,
  body: unknown,
  ip: string,
): Promise<{ next: string } | { data: WithdrawPageData }> {
  const { confirm, lines, ...form } = Form.parse(body ?? {})
  const values = Object.fromEntries(
    Object.entries(form).map(([name, value]) => [name, value.replaceAll('\0', '')]),
  ) as WithdrawalForm
  if (values.name === '' || values.reference === '' || values.email === '')
    return { data: shownForm(values, 'missing') }
  const key = values.reference.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  // guard: withdrawals-limited
  if (
    (await exceedsNetworkLimit(deps, FORMS, networkOf(ip))) ||
    (await hit(deps, `withdraw:order:${key}`, HOUR_SECONDS)) > FORMS_OF_AN_ORDER
  )
    return { data: shownForm(values, 'too_many') }
  const found = await orderOf(deps.db, values)
  if (found === null) return { data: shownForm(values, 'unknown') }
  if (confirm === '') return { data: await shownLines(deps, found.sale, values) }
  const done = await withdraw(deps, found, { name: values.name, chosen: lines })
  if (done.ok) return { next: `${PAGES.withdraw}?done=1` }
  return { data: await shownLines(deps, found.sale, values, done.code) }
}

async function shownLines(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  sale: SaleRow,
  values: WithdrawalForm,
  problem: WithdrawalProblem | null = null,
): Promise<WithdrawPageData> {
  const rows = await db.selectFrom('order_lines').selectAll().where('sale_id', '=', sale.id).orderBy('line').execute()
  const order = await withdrawalOf(db, sale.id, { rows, now: clock.now() })
  if (!order.isOnline) return shownForm(values, 'in_person')
  const currency = currencyCode(sale.currency)
  return {
    step: 'what',
    problem: problem ?? (order.isDisputed ? 'disputed' : null),
    values,
    lines: order.lines.map(({ row, title, name, niceDate, state, lastDay, parts, isBalance }) => ({
      line: row.line,
      title: title ?? '',
      name,
      nice_date: niceDate,
      qty: row.qty - row.refunded_qty,
      amount: state === 'open' ? formatMinor(moneyOf(parts), currency) : '',
      state,
      nice_until: lastDay === null ? '' : niceDay(lastDay),
      is_balance: state === 'open' && isBalance,
    })),
  }
}

/** Whether something of a paid order can be withdrawn from now. */
export async function offersWithdrawal(db: Deps['db'], saleId: number, now: Date): Promise<boolean> {
  const rows = await db.selectFrom('order_lines').selectAll().where('sale_id', '=', saleId).orderBy('line').execute()
  const { isOnline, lines } = await withdrawalOf(db, saleId, { rows, now })
  return isOnline && lines.some(({ state }) => state === 'open')
}
