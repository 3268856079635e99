import { LONDON } from '@foyer/domain/format/dates.ts'
import { decimalText } from '@foyer/domain/format/money.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import { parseWallClock } from '../../catalogue/wall-clock.ts'
import { taxReport } from '../ledger/tax-report.ts'
import { type Env, type Say, withDatabase } from './with-database.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const HEAD = ['Organiser', 'Currency', 'Rate', 'Net', 'Tax', 'Gross', 'Refunded', 'Tax refunded']

/** Prints the tax of each registered organiser by currency and rate, from one day to another. Returns 2 for wrong days. */
export async function run(args: readonly string[], env: Env, say: Say): Promise<number> {
  const [from, to] = args.map((day) => (DAY.test(day) ? parseWallClock(day, LONDON) : null))
  const last = args.length === 2 && from && to ? parseWallClock(args[1]!, LONDON, 'end') : null
  if (!from || !last || last.at < from.at) {
    say('Usage: npm run tax -- FROM TO, two days such as 2027-01-01 2027-03-31; the second is included.')
    return 2
  }
  return withDatabase(env, say, async (db) => {
    const rows = await taxReport(db, from.at, new Date(last.at.getTime() + 1000))
    const lines = rows.map(({ organiser, currency: code, rateBp, grossMinor, taxMinor, ...back }) => {
      const currency = currencyCode(code)
      const amounts = [grossMinor - taxMinor, taxMinor, grossMinor, back.refundedMinor, back.refundedTaxMinor]
      return [organiser, code, `${rateBp / 100}%`, ...amounts.map((minor) => decimalText(minor, currency))]
    })
    for (const line of aligned([HEAD, ...lines])) say(line)
    if (rows.length === 0) say('Nothing was sold or refunded with tax on these days.')
    return 0
  })
}

/** The columns of a table, with the amounts to the right. */
function aligned(table: readonly string[][]): string[] {
  const widths = HEAD.map((_, column) => Math.max(...table.map((line) => line[column]!.length)))
  return table.map((line) =>
    line
      .map((cell, i) => (i < 2 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
      .join('  ')
      .trimEnd(),
  )
}

if (process.argv[1] === import.meta.filename) {
  const { DATABASE_URL, DATA_DIR } = process.env
  process.exitCode = await run(process.argv.slice(2), { DATABASE_URL, DATA_DIR }, console.log)
}
