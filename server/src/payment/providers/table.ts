import type { Clock } from '../../clock.ts'
import type { Config, ProviderSettingsReader } from '../../config.ts'
import type { ProviderName, Providers } from '../../payment-provider.ts'
import type { ConnectedProvider, ProviderModule } from './module.ts'
import type { SandboxFacts, StandIn } from './read-settings.ts'
import { squareModule } from './square/module.ts'
import { stripeModule } from './stripe/module.ts'
import { trueLayerModule } from './truelayer/module.ts'

/** Every payment provider. The names come from the database, so a new one there does not compile without its row here. */
const PROVIDERS: Record<ProviderName, ProviderModule> = {
  stripe: stripeModule,
  square: squareModule,
  truelayer: trueLayerModule,
}
const modules = Object.entries(PROVIDERS) as [ProviderName, ProviderModule][]

export const readProviderSettings: ProviderSettingsReader = (env) => ({
  settings: Object.fromEntries(modules.map(([name, module]) => [name, module.readSettings(env)])),
  missing: modules.flatMap(([, { requiredInProduction: variable }]) => (variable && !env[variable] ? [variable] : [])),
  live: modules.flatMap(([name, module]) => (module.hasLiveKeys(env) ? [name] : [])),
})

/** The stand-in settings of every provider. */
export const providerStandIns = (sandbox: SandboxFacts): Record<string, StandIn<object>> =>
  Object.fromEntries(modules.map(([name, module]) => [name, module.standIn(sandbox)]))

export const connectProviders = (
  { providers }: Pick<Config, 'providers'>,
  clock: Clock,
): [ProviderName, ConnectedProvider][] =>
  modules.map(([name, module]) => [name, module.connect(providers[name] ?? null, clock)])

/** Every configured provider. payment-provider.ts describes what the rest of the shop can do with one. */
export const providersOf = (config: Pick<Config, 'providers'>, clock: Clock): Providers =>
  Object.fromEntries(
    connectProviders(config, clock).flatMap(([name, { provider }]) => (provider ? [[name, provider]] : [])),
  )
