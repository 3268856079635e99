import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../clock.ts'
import type { Deps } from '../../deps.ts'
import type { PaymentProvider } from '../../payment-provider.ts'
import type { Env, SandboxFacts, StandIn } from './read-settings.ts'

/** A provider, assembled from its folder in its `module.ts`. */
type Definition<Settings extends object, Adapter extends PaymentProvider> = {
  /** Null if none of its variables are set. */
  readSettings(env: Env): Settings | null
  /** Whether these keys move real money. */
  isLive(settings: Settings): boolean
  /** The variable that production requires; absent for an optional provider. */
  requiredInProduction?: string
  /** The settings of the sandbox's stand-in. */
  standIn(sandbox: SandboxFacts): StandIn<Settings>
  connect(settings: Settings, clock: Clock): Adapter
  /**
   * The provider's own calls, scripts and return paths. Without an adapter its calls fail and its pages lead back to the
   * checkout.
   */
  routes(app: FastifyInstance, deps: Deps, adapter: Adapter | undefined): void
  /** The webhook. Bodies arrive as bytes, because signatures cover the bytes. */
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

/** Creates a row of the table. It checks that settings and adapter match, and hides their types from everyone else. */
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
