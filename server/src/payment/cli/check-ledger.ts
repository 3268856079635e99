import { sql } from 'kysely'
import { type Clock, systemClock } from '../../clock.ts'
import { orderNumbersOfSales } from '../../sale/order/order-number.ts'
import { recordCheck } from '../ledger/book-checks.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'
import { sumDifferences } from '../ledger/sums.ts'
import { fillInAllOrders } from '../order/fill-in.ts'
import { type Env, type Say, withDatabase, withoutArguments } from './with-database.ts'

const USAGE = `npm run check:ledger

Checks that the ledger is consistent, and so are the sums that reports read, and prints what isn't. Ends with 1 if there is a difference.`

/** Checks the whole ledger for consistency and prints every difference. Returns 1 if there is one. */
export const run = (env: Env, say: Say, clock: Clock = systemClock): Promise<number> =>
  withDatabase(env, say, async (db) => {
    await fillInAllOrders(db)
    const differences = await ledgerDifferences(db)
    const sums = await sumDifferences(db)
    const count = differences.length + sums.length
    await recordCheck(db, 'ledger', { differences: count, now: clock.now() })
    const { rows } = await sql<{ entries: number; sales: number }>`
      select count(*) as entries, count(distinct sale_id) as sales from ledger_entries`.execute(db)
    const numbers = await orderNumbersOfSales(
      db,
      differences.map(({ sale_id }) => sale_id),
    )
    for (const { sale_id, what, minor } of differences)
      say(
        `${[`sale ${sale_id}`, ...(numbers.has(sale_id) ? [`order ${numbers.get(sale_id)}`] : [])].join(', ')}: ${what} (${minor})`,
      )
    for (const { where, minor } of sums) say(`${where}: the sum differs from the ledger (${minor})`)
    say(
      `${rows[0]!.entries} entries of ${rows[0]!.sales} sales: ${count === 0 ? 'everything agrees.' : `${count} differences.`}`,
    )
    return count === 0 ? 0 : 1
  })

if (process.argv[1] === import.meta.filename) process.exitCode = await withoutArguments(USAGE, run)
