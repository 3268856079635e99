import { type Clock, systemClock } from '../../clock.ts'
import { seatDifferences } from '../../sale/hold/seat-differences.ts'
import { recordCheck } from '../ledger/book-checks.ts'
import { type Env, type Say, withDatabase, withoutArguments } from './with-database.ts'

const USAGE = `npm run check:seats

Compares all seats with the counters, holds and tickets, and prints what differs. Ends with 1 if there is a difference.`

/** Compares the seats with everything that counts or names them, and prints every difference. Returns 1 if there is one. */
export const run = (env: Env, say: Say, clock: Clock = systemClock): Promise<number> =>
  withDatabase(env, say, async (db) => {
    const differences = await seatDifferences(db)
    await recordCheck(db, 'seats', { differences: differences.length, now: clock.now() })
    for (const { where, what } of differences) say(`${where}: ${what}`)
    const { count } = await db
      .selectFrom('seats')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    say(
      `${count} seats: ${differences.length === 0 ? 'everything agrees.' : `${differences.length} difference${differences.length === 1 ? '' : 's'}.`}`,
    )
    return differences.length === 0 ? 0 : 1
  })

if (process.argv[1] === import.meta.filename) process.exitCode = await withoutArguments(USAGE, run)
