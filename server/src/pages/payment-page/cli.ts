import { systemClock } from '../../clock.ts'
import { type Env, type Say, withDatabase, withoutArguments } from '../../payment/cli/with-database.ts'
import { type ProviderShop, withProviders } from '../../payment/cli/with-providers.ts'
import { CLIENT_DIR } from '../../web-dist.ts'
import { checkPaymentPage, type Found } from './check.ts'

const USAGE = `npm run check:payment-page

Prints which scripts and frames of others a page with card fields may load and why, what browsers blocked there in the last seven days, and
how the page at PUBLIC_URL differs from this release. Ends with 1 if it does, and with 2 if it can't be reached.`

/** Prints what `checkPaymentPage` finds. Returns 1 for a difference, 2 for a page that doesn't answer. */
export const run = (
  shop: ProviderShop,
  env: Env,
  say: Say,
  clientDir = CLIENT_DIR,
  ask: typeof fetch = fetch,
): Promise<number> =>
  withDatabase(env, say, async (db) => {
    let found: Found
    try {
      found = await checkPaymentPage({ ...shop, db, clock: systemClock }, clientDir, ask)
    } catch (error) {
      say(`${shop.config.publicUrl} could not be reached: ${(error as Error).message}`)
      return 2
    }
    for (const { source, reason } of found.authorised) say(`allowed: ${source}: ${reason}`)
    for (const { directive, blocked, times } of found.blocked) say(`blocked: ${blocked} (${directive}), ${times} times`)
    for (const difference of found.differences) say(`differs: ${difference}`)
    say(
      found.differences.length === 0
        ? 'The payment page is the one of this release.'
        : `${found.differences.length} differences from this release.`,
    )
    return found.differences.length === 0 ? 0 : 1
  })

if (process.argv[1] === import.meta.filename)
  process.exitCode = await withoutArguments(USAGE, (env, say) =>
    withProviders(process.env, say, (shop) => run(shop, env, say)),
  )
