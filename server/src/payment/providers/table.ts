import type { Clock } from '../../clock.ts'
import type { Config, ProviderSettingsReader } from '../../config.ts'
import type { PaymentsTable } from '../../db/schema/types.generated.ts'
import type { Modes } from '../../vendor-settings.ts'
import {
  type AccountConnectors,
  isByHand,
  type OwnAccount,
  type ProviderName,
  type Providers,
} from '../provider/provider.ts'
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
  addresses: Object.fromEntries(modules.map(([name, module]) => [name, module.readAddresses(env)])),
  missing: modules.flatMap(([, { requiredInProduction: variable }]) => (variable && !env[variable] ? [variable] : [])),
  modes: Object.assign({}, ...modules.map(([, module]) => module.modesOf(env))),
  live: modules.flatMap(([name, module]) => (module.hasLiveKeys(env) ? [name] : [])),
})

/** The stand-in settings of every provider. */
export const providerStandIns = (sandbox: SandboxFacts): Record<string, StandIn<object>> =>
  Object.fromEntries(modules.map(([name, module]) => [name, module.standIn(sandbox)]))

type ProviderConfig = Pick<Config, 'providers' | 'providerAddresses'>

export const connectProviders = (
  { providers, providerAddresses }: ProviderConfig,
  clock: Clock,
): [ProviderName, ConnectedProvider][] =>
  modules.map(([name, module]) => [
    name,
    module.connect(providers[name] ?? null, providerAddresses[name] ?? null, clock),
  ])

/** Every configured provider. provider/provider.ts describes what the rest of the shop can do with one. */
export const providersOf = (config: ProviderConfig, clock: Clock): Providers =>
  Object.fromEntries(
    connectProviders(config, clock).flatMap(([name, { provider }]) => (provider ? [[name, provider]] : [])),
  )

/** The vendors at which organisers may have accounts of their own. */
export const connectorsOf = (config: ProviderConfig, clock: Clock): AccountConnectors =>
  Object.fromEntries(
    connectProviders(config, clock).flatMap(([name, { connector }]) => (connector ? [[name, connector]] : [])),
  )

/** What the keys and addresses of an organiser's account are for. */
export const accountModes = (
  { providers, providerAddresses }: ProviderConfig,
  provider: ProviderName,
  account: OwnAccount,
): Modes => {
  const shared = providers[provider] ?? providerAddresses[provider]
  return shared ? PROVIDERS[provider].accountModes(shared, account) : {}
}

/** What an organiser enters for an account of their own. */
export const accountForm = (provider: ProviderName): ProviderModule['account'] => PROVIDERS[provider].account

/** The names of the fields whose values no page shows again. */
export const SECRET_FIELDS: ReadonlySet<string> = new Set(
  modules.flatMap(([, { account }]) => account.fields.flatMap(({ name, secret }) => (secret ? [name] : []))),
)

/** The page of a disputed payment at its provider; '' if it has none. */
export const disputePageOf = (
  provider: PaymentsTable['provider'],
  payment: { providerPaymentId: string; account: string | null },
): string => (isByHand(provider) ? '' : (PROVIDERS[provider].disputePage?.(payment) ?? ''))
