import { systemClock } from '../../clock.ts'
import { BadConfig, readConfig } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { makeSigningKey } from '../../tickets/signing/sign.ts'
import { connectorsOf, providersOf, readProviderSettings } from '../providers/table.ts'
import type { Say } from './with-database.ts'

/** The settings of a shop and the payment providers that they name. */
export type ProviderShop = Pick<Deps, 'providers' | 'connectors' | 'config'>

/** Runs an operator's command that needs the payment providers. A setting that is wrong is printed, and the exit code is 1. */
export async function withProviders(
  env: NodeJS.ProcessEnv,
  say: Say,
  work: (shop: ProviderShop) => Promise<number>,
): Promise<number> {
  try {
    const config = readConfig(env, makeSigningKey, readProviderSettings)
    return await work({
      config,
      providers: providersOf(config, systemClock),
      connectors: connectorsOf(config, systemClock),
    })
  } catch (error) {
    if (!(error instanceof BadConfig)) throw error
    say(error.message)
    return 1
  }
}
