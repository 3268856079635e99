import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../clock.ts'
import type { Deps } from '../../deps.ts'
import type { PaymentProvider } from '../../payment-provider.ts'
import type { Env, SandboxFacts, StandIn } from './read-settings.ts'

/** Everything a provider brings: what stands in its folder, put together in its `module.ts`. */
type Definition<Settings extends object, Adapter extends PaymentProvider> = {
  /** Null when none of its keys are set. */
  readSettings(env: Env): Settings | null
  /** Whether these keys move real money. */
  isLive(settings: Settings): boolean
  /** The variable without which the shop does not start in production; absent for a provider that may be missing. */
  requiredInProduction?: string
  /** How the sandbox plays it. */
  standIn(sandbox: SandboxFacts): StandIn<Settings>
  connect(settings: Settings, clock: Clock): Adapter
  /** Its own calls, scripts and return addresses. Undefined without keys: its calls then fail, its pages lead back. */
  routes(app: FastifyInstance, deps: Deps, adapter: Adapter | undefined): void
  /** Its webhook; bodies arrive as bytes, because signatures are over the bytes. */
  webhook(app: FastifyInstance, deps: Deps, adapter: Adapter): void
}

export type ConnectedProvider = {
  provider: PaymentProvider | undefined
  routes(app: FastifyInstance, deps: Deps): void
  webhook(app: FastifyInstance, deps: Deps): void
}

export type ProviderModule = Pick<Definition<object, PaymentProvider>, 'requiredInProduction'> & {
  readSettings(env: Env): object | null
  hasLiveKeys(env: Env): boolean
  standIn(sandbox: SandboxFacts): StandIn<object>
  connect(settings: object | null, clock: Clock): ConnectedProvider
}

/** A row of the table: settings and adapter fit each other, and nobody else needs to know their types. */
export const providerModule = <Settings extends object, Adapter extends PaymentProvider>(
  definition: Definition<Settings, Adapter>,
): ProviderModule => ({
  ...definition,
  hasLiveKeys(env) {
    const settings = definition.readSettings(env)
    return settings !== null && definition.isLive(settings)
  },
  connect(settings, clock) {
    const adapter = settings ? definition.connect(settings as Settings, clock) : undefined
    return {
      provider: adapter,
      routes: (app, deps) => definition.routes(app, deps, adapter),
      webhook: (app, deps) => adapter && definition.webhook(app, deps, adapter),
    }
  },
})
