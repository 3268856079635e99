import { sum } from '@foyer/domain/money/money.ts'
import { type Clock, systemClock } from '../../clock.ts'
import { BadConfig, readConfig } from '../../config.ts'
import type { Db } from '../../db/transaction/tx.ts'
import type { Providers } from '../../payment-provider.ts'
import { makeSigningKey } from '../../tickets/signing/sign.ts'
import { COMPARE_DAYS, compareBooks, type Difference } from '../ledger/compare.ts'
import { providersOf, readProviderSettings } from '../providers/table.ts'
import { type Env, type Say, withDatabase } from './with-database.ts'

const lineOf = ({ provider, payment, what, detail }: Difference) =>
  [provider ?? 'here', payment, what, detail].filter((part) => part !== '').join(': ')

/** Prints every difference between the providers' books and ours. Returns 1 if there is one, or if keys of a provider are missing. */
export const run = (
  providers: Providers,
  env: Env,
  say: Say,
  days = COMPARE_DAYS,
  clock: Clock = systemClock,
): Promise<number> =>
  withDatabase(env, say, async (db) => {
    const asked = Object.keys(providers)
    const differences = await compareBooks({ db, providers, clock }, days)
    for (const difference of differences) say(lineOf(difference))
    const result = differences.length === 0 ? 'everything agrees' : `${differences.length} differences`
    if (asked.length > 0) say(`Compared with ${asked.join(', ')} over ${days} days: ${result}.`)
    const unasked = await paymentsWithoutKeys(db, asked)
    if (unasked.count > 0)
      say(
        `This proves nothing about ${unasked.count} payments: no keys are set for ${unasked.providers.join(', ')}${asked.length > 0 ? '.' : `, so only the shop's own books were checked (${result}).`} ` +
          'If the sandbox took them, the running shop compares them itself every six hours.',
      )
    else if (asked.length === 0) say(`No keys are set, so only the shop's own books were checked: ${result}.`)
    return differences.length === 0 && unasked.count === 0 ? 0 : 1
  })

async function paymentsWithoutKeys(db: Db, asked: readonly string[]): Promise<{ count: number; providers: string[] }> {
  const rows = await db
    .selectFrom('payments')
    .select(({ fn }) => ['provider', fn.countAll<number>().as('count')])
    .where('provider', '<>', 'free')
    .groupBy('provider')
    .orderBy('provider')
    .execute()
  const unasked = rows.filter(({ provider }) => !asked.includes(provider))
  return { count: sum(unasked.map(({ count }) => Number(count))), providers: unasked.map(({ provider }) => provider) }
}

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
