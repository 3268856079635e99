import { systemClock } from '../../clock.ts'
import { BadConfig, readConfig } from '../../config.ts'
import type { Providers } from '../../payment-provider.ts'
import { makeSigningKey } from '../../tickets/signing/sign.ts'
import { COMPARE_DAYS, compareBooks, type Difference } from '../ledger/compare.ts'
import { providersOf, readProviderSettings } from '../providers/table.ts'
import { type Env, type Say, withDatabase } from './with-database.ts'

const lineOf = ({ provider, payment, what, detail }: Difference) =>
  [provider ?? 'here', payment, what, detail].filter((part) => part !== '').join(': ')

/** Prints every difference between the providers' books and ours. Returns 1 if there is one. */
export const run = (providers: Providers, env: Env, say: Say, days = COMPARE_DAYS): Promise<number> =>
  withDatabase(env, say, async (db) => {
    const asked = Object.keys(providers)
    const differences = await compareBooks({ db, providers, clock: systemClock }, days)
    for (const difference of differences) say(lineOf(difference))
    say(
      `${asked.length === 0 ? 'No vendor has keys set, so only our own books were compared' : `Compared with ${asked.join(', ')} over ${days} days`}: ` +
        (differences.length === 0 ? 'everything agrees.' : `${differences.length} differences.`),
    )
    return differences.length === 0 ? 0 : 1
  })

if (process.argv[1] === import.meta.filename) {
  try {
    const config = readConfig(process.env, makeSigningKey, readProviderSettings)
    const days = Number(process.argv[2] ?? COMPARE_DAYS)
    const { DATABASE_URL, DATA_DIR } = process.env
    process.exitCode = await run(
      providersOf(config, systemClock),
      { DATABASE_URL, DATA_DIR },
      console.log,
      Number.isInteger(days) && days > 0 ? days : COMPARE_DAYS,
    )
  } catch (error) {
    if (!(error instanceof BadConfig)) throw error
    console.log(error.message)
    process.exitCode = 1
  }
}
