import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../clock.ts'
import type { Deps } from '../../deps.ts'
import type { Modes } from '../../vendor-settings.ts'
import { openAccount } from '../accounts/open.ts'
import type { AccountConnector, OwnAccount, PaymentProvider, ProviderTraits } from '../provider/provider.ts'
import type { Env, SandboxFacts, StandIn } from './read-settings.ts'

/** The adapters of one provider: the installation's own, and those of organisers' accounts. */
export type Adapters<Adapter> = {
  /** Undefined without keys. */
  installation: Adapter | undefined
  /** For the account that a payment names; null is the installation's. */
  of(accountId: number | null): Promise<Adapter | undefined>
}

/** A field that an organiser fills in for an account of their own. */
export type AccountField = { name: string; secret?: true }

/** A provider, assembled from its folder in its `module.ts`. */
type Definition<Settings extends Shared, Shared extends object, Adapter extends PaymentProvider> = {
  /** Null if none of its variables are set. */
  readSettings(env: Env): Settings | null
  /** What organisers' accounts need of the environment. Null: they need the installation's own account. */
  readAddresses(env: Env): Shared | null
  /** Whether these keys move real money. */
  isLive(settings: Settings): boolean
  /** What each key and address is for, by its variable. */
  modes(settings: Settings): Modes
  /** The variable that production requires; absent for an optional provider. */
  requiredInProduction?: string
  /** The settings of the sandbox's stand-in. */
  standIn(sandbox: SandboxFacts): StandIn<Settings>
  connect(settings: Settings, clock: Clock): Adapter
  traits(shared: Shared): ProviderTraits
  account: {
    fields: readonly AccountField[]
    /** A field that is not typed in the office but made there: a key whose public part is uploaded at the vendor. */
    makes?: { field: string; make(): { secret: string; publicKey: string } }
    /** What the vendor calls the account with these fields. Null if one of them cannot be right. */
    externalId(fields: Readonly<Record<string, string>>): string | null
    /** The currencies of a bank account; null for cards. */
    currencies(fields: Readonly<Record<string, string>>): string[] | null
    /** Where the vendor has to send this account's webhooks, below `/webhooks/`; shared with those of other connected accounts. */
    webhook(externalId: string): { path: string; isShared: boolean }
    /** The settings with an organiser's account in place of the installation's. */
    settings(shared: Shared, account: OwnAccount): Settings
  }
  /** The provider's own page of a disputed payment, where evidence is sent; absent without disputes. `account`: as an organiser's. */
  disputePage?(payment: { providerPaymentId: string; account: string | null }): string
  /**
   * The provider's own calls, scripts and return paths. Without an adapter its calls fail and its pages lead back to the
   * checkout.
   */
  routes(app: FastifyInstance, deps: Deps, adapters: Adapters<Adapter>): void
  /** The webhooks. Bodies arrive as bytes, because signatures cover the bytes. */
  webhook(app: FastifyInstance, deps: Deps, adapters: Adapters<Adapter>): void
}

export type ConnectedProvider = {
  provider: PaymentProvider | undefined
  connector: AccountConnector | undefined
  routes(app: FastifyInstance, deps: Deps): void
  webhook(app: FastifyInstance, deps: Deps): void
}

export type ProviderModule = Pick<
  Definition<object, object, PaymentProvider>,
  'requiredInProduction' | 'disputePage'
> & {
  account: Omit<Definition<object, object, PaymentProvider>['account'], 'settings'>
  readSettings(env: Env): object | null
  readAddresses(env: Env): object | null
  hasLiveKeys(env: Env): boolean
  modesOf(env: Env): Modes
  /** Those of an organiser's account, with what it shares with the installation's. */
  accountModes(shared: object, account: OwnAccount): Modes
  standIn(sandbox: SandboxFacts): StandIn<object>
  connect(settings: object | null, addresses: object | null, clock: Clock): ConnectedProvider
}

/** Creates a row of the table. It checks that settings and adapter match, and hides their types from everyone else. */
export const providerModule = <Settings extends Shared, Shared extends object, Adapter extends PaymentProvider>(
  definition: Definition<Settings, Shared, Adapter>,
): ProviderModule => ({
  ...definition,
  hasLiveKeys(env) {
    const settings = definition.readSettings(env)
    return settings !== null && definition.isLive(settings)
  },
  modesOf(env) {
    const settings = definition.readSettings(env)
    return settings === null ? {} : definition.modes(settings)
  },
  accountModes: (shared, account) => definition.modes(definition.account.settings(shared as Shared, account)),
  connect(settings, addresses, clock) {
    const installation = settings ? definition.connect(settings as Settings, clock) : undefined
    const shared = (settings ?? addresses) as Shared | null
    const connectAccount = shared && accountAdapters(definition, shared, clock)
    const adaptersOf = (deps: Deps): Adapters<Adapter> => ({
      installation,
      of: async (accountId) =>
        accountId === null ? installation : connectAccount?.(await openAccount(deps, accountId)),
    })
    return {
      provider: installation,
      connector: connectAccount ? { ...definition.traits(shared!), connect: connectAccount } : undefined,
      routes: (app, deps) => definition.routes(app, deps, adaptersOf(deps)),
      webhook: (app, deps) => definition.webhook(app, deps, adaptersOf(deps)),
    }
  },
})

/** One adapter per account while its credentials stay the same, because an adapter may hold a token. */
function accountAdapters<Settings extends Shared, Shared extends object, Adapter extends PaymentProvider>(
  { connect, account: { settings } }: Definition<Settings, Shared, Adapter>,
  shared: Shared,
  clock: Clock,
): (account: OwnAccount) => Adapter {
  const adapters = new Map<number, { version: string; adapter: Adapter }>()
  return (account) => {
    const version = JSON.stringify([account.externalId, account.credentials])
    const cached = adapters.get(account.id)
    if (cached?.version === version) return cached.adapter
    const adapter = connect(settings(shared, account), clock)
    adapters.set(account.id, { version, adapter })
    return adapter
  }
}
