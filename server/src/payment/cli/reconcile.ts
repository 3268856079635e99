import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { sum } from '@foyer/domain/money/money.ts'
import { type Clock, systemClock } from '../../clock.ts'
import type { Db } from '../../db/transaction/tx.ts'
import { saleByReference } from '../../sale/sale.ts'
import { recordCheck } from '../ledger/book-checks.ts'
import { COMPARE_DAYS, compareBooks, type Difference } from '../ledger/compare.ts'
import { referenceOf } from '../order/number.ts'
import { BY_HAND } from '../provider/provider.ts'
import { type Env, explainUsage, type Say, withDatabase } from './with-database.ts'
import { type ProviderShop, withProviders } from './with-providers.ts'

const USAGE = `npm run reconcile [-- DAYS | ORDER]

Compares the shop's books with the payment providers over the last ${COMPARE_DAYS} days, or DAYS, or those of one order, by its number or
reference, and prints each difference. Ends with 1 if there is one, otherwise with 2 if payments could not be compared because a provider
did not answer or its keys are missing.`

const lineOf = ({ provider, payment, what, detail }: Difference, order: OrderRow | undefined) =>
  [provider ?? 'here', payment, ...(order ? [`order ${shownOrderNumber(order.number)}`] : []), what, detail]
    .filter((part) => part !== '')
    .join(': ')

type OrderRow = { sale_id: number; number: string }

/** The order that a difference is about: differences name payments by the provider's ids, and what is only ours by our own. */
function orderOf(db: Db, { provider, payment }: Difference): Promise<OrderRow | undefined> {
  const [, kind, id] = /(sale|payment) (\d+)$/.exec(provider === null ? payment : '') ?? []
  const orders = db.selectFrom('orders').select(['orders.sale_id', 'orders.number'])
  if (kind === 'sale') return orders.where('sale_id', '=', Number(id)).executeTakeFirst()
  const paid = orders.innerJoin('payments', 'payments.sale_id', 'orders.sale_id')
  return (
    kind === 'payment' ? paid.where('payments.id', '=', Number(id)) : paid.where('provider_payment_id', '=', payment)
  ).executeTakeFirst()
}

/** The order named by its number or reference, and how many days ago its first payment began. */
async function wantedOrder(db: Db, typed: string, now: Date): Promise<{ saleId: number; days: number } | null> {
  const sale = await saleByReference(db, await referenceOf(db, typed))
  const first = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.min('created_at').as('at'))
    .where('sale_id', '=', sale?.id ?? 0)
    .executeTakeFirst()
  return sale && first?.at ? { saleId: sale.id, days: Math.ceil((now.getTime() - first.at.getTime()) / DAY_MS) } : null
}

/**
 * Prints every difference, or those of one order, between the providers' books and ours. Returns 1 if there is one, otherwise 2 if
 * a provider did not answer or its keys are missing.
 */
export const run = (
  shop: ProviderShop,
  env: Env,
  say: Say,
  days = COMPARE_DAYS,
  clock: Clock = systemClock,
  order?: string,
): Promise<number> =>
  withDatabase(env, say, async (db) => {
    const checked = Object.keys(shop.providers)
    const onlyOrder = order === undefined ? null : await wantedOrder(db, order, clock.now())
    if (order !== undefined && onlyOrder === null) {
      say('There is no order with this number or reference, or nobody has begun to pay it.')
      return 1
    }
    const far = Math.max(days, onlyOrder?.days ?? 0)
    const compared = await compareBooks({ ...shop, db, clock }, far)
    const found = await Promise.all(
      compared.differences.map(async (difference) => ({ difference, order: await orderOf(db, difference) })),
    )
    const differences = found.filter((row) => onlyOrder === null || row.order?.sale_id === onlyOrder.saleId)
    // What is compared of one order says nothing of the others.
    if (onlyOrder === null && checked.length > 0)
      await recordCheck(db, 'providers', {
        differences: differences.length,
        unreached: compared.unreached.length,
        now: clock.now(),
      })
    for (const row of differences) say(lineOf(row.difference, row.order))
    for (const { provider, why } of compared.unreached) say(`${provider} could not be asked: ${why}`)
    const result =
      differences.length === 0
        ? 'everything agrees'
        : `${differences.length} ${differences.length === 1 ? 'difference' : 'differences'}`
    const reached = checked.filter((name) => !compared.unreached.some(({ provider }) => provider === name))
    if (reached.length > 0) say(`Compared with ${reached.join(', ')} over ${far} days: ${result}.`)
    const unasked = await paymentsWithoutKeys(db, checked)
    if (unasked.count > 0)
      say(
        `This proves nothing about ${unasked.count} payments: no keys are set for ${unasked.providers.join(', ')}${checked.length > 0 ? '.' : `, so only the shop's own books were checked (${result}).`} ` +
          'If the sandbox took them, the running shop compares them itself every six hours.',
      )
    else if (checked.length === 0) say(`No keys are set, so only the shop's own books were checked: ${result}.`)
    else if (reached.length === 0) say(`Only the shop's own books were checked: ${result}.`)
    if (differences.length > 0) return 1
    return compared.unreached.length > 0 || unasked.count > 0 ? 2 : 0
  })

async function paymentsWithoutKeys(
  db: Db,
  checked: readonly string[],
): Promise<{ count: number; providers: string[] }> {
  const rows = await db
    .selectFrom('payments')
    .select(({ fn }) => ['provider', fn.countAll<number>().as('count')])
    .where('provider', 'not in', BY_HAND)
    .where('account_id', 'is', null)
    .groupBy('provider')
    .orderBy('provider')
    .execute()
  const unasked = rows.filter(({ provider }) => !checked.includes(provider))
  return { count: sum(unasked.map(({ count }) => Number(count))), providers: unasked.map(({ provider }) => provider) }
}

/** References may begin with a dash, but are longer than any option. */
const isOption = (argument: string) => argument.startsWith('-') && argument.length < 20

/** What is compared: the last days, or one order. Null for arguments that are neither. */
function readArguments([typed, ...more]: readonly string[]): { days: number; order?: string } | null {
  if (more.length > 0) return null
  if (typed === undefined) return { days: COMPARE_DAYS }
  if (/^\d{1,4}$/.test(typed)) return Number(typed) > 0 ? { days: Number(typed) } : null
  return isOption(typed) ? null : { days: COMPARE_DAYS, order: typed }
}

async function main(args: readonly string[], env: NodeJS.ProcessEnv, say: Say): Promise<number> {
  const wanted = readArguments(args)
  if (wanted === null) return explainUsage(USAGE, args, say)
  return withProviders(env, say, (shop) => run(shop, env, say, wanted.days, systemClock, wanted.order))
}

if (process.argv[1] === import.meta.filename)
  process.exitCode = await main(process.argv.slice(2), process.env, console.log)
