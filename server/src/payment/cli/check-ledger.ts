import { sql } from 'kysely'
import { orderNumbersOfSales } from '../../sale/order/order-number.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'
import { fillInAllOrders } from '../order/fill-in.ts'
import { type Env, type Say, withDatabase, withoutArguments } from './with-database.ts'

const USAGE = `npm run check:ledger

Checks that the ledger is consistent and prints what isn't. Ends with 1 if there is a difference.`

/** Checks the whole ledger for consistency and prints every difference. Returns 1 if there is one. */
export const run = (env: Env, say: Say): Promise<number> =>
  withDatabase(env, say, async (db) => {
    await fillInAllOrders(db)
    const differences = await ledgerDifferences(db)
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
    say(
      `${rows[0]!.entries} entries of ${rows[0]!.sales} sales: ${differences.length === 0 ? 'everything agrees.' : `${differences.length} differences.`}`,
    )
    return differences.length === 0 ? 0 : 1
  })

if (process.argv[1] === import.meta.filename) process.exitCode = await withoutArguments(USAGE, run)
