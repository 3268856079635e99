import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { isProvider } from '@foyer/domain/payment/providers.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import type { Deps } from '../../deps.ts'
import { currentAccounts, endAccount, listAccounts } from '../../payment/accounts/accounts.ts'
import {
  type AcceptedAccount,
  acceptAccount,
  type CannotSave,
  sameKind,
  storeAccount,
} from '../../payment/accounts/save.ts'
import { endSetup, keepKey, keepMade, madeKeyOf, setupOf } from '../../payment/accounts/setups.ts'
import { installationOf, keyOf } from '../../payment/keys.ts'
import { type Onboarding, ProviderDown, type ProviderName } from '../../payment/provider/provider.ts'
import { accountForm } from '../../payment/providers/table.ts'
import { traderOf } from '../../trader.ts'
import { askedBefore, grantOf, type OfficeContext, type OfficeHandlers } from '../handle.ts'
import { formKey } from '../order/form-key.ts'

/** How an organiser connects an account at a provider: `onboarding` where the account is made there, else by its fields. */
type Way = { provider: ProviderName; onboarding: Onboarding | undefined }

/** Null for a provider at which organisers of this shop can't have accounts. */
export function wayOf({ providers, connectors }: Pick<Deps, 'providers' | 'connectors'>, name: string): Way | null {
  if (!isProvider(name) || connectors[name] === undefined) return null
  return { provider: name, onboarding: providers[name]?.onboarding }
}

const where = (ctx: OfficeContext, { provider }: Way) => ({ organiserId: grantOf(ctx).organiserId, provider })

const pathOf = (ctx: OfficeContext, { provider }: Way): string =>
  `${OFFICE_PAGES.payment_account.path}?organiser_id=${grantOf(ctx).organiserId}&provider=${provider}`
export const accountsPath = (ctx: OfficeContext): string =>
  `${OFFICE_PAGES.payments.path}?organiser_id=${grantOf(ctx).organiserId}`

/** Where a provider sends the webhooks of an account; empty if it does so without being told. */
export function webhookUrlOf({ config }: Pick<Deps, 'config'>, provider: ProviderName, externalId: string): string {
  const { path, isShared } = accountForm(provider).webhook(externalId)
  return isShared ? '' : `${config.publicUrl}/webhooks/${path}`
}

export const officePaymentAccount: OfficeHandlers['office_payment_account'] = {
  async read({ provider: name }, ctx) {
    const { deps } = ctx
    const way = wayOf(deps, name)
    if (way === null) return fail('not_found')
    const { organiserId, provider } = where(ctx, way)
    const { fields, makes } = accountForm(provider)
    const setup = await setupOf(deps.db, { organiserId, provider })
    const replaced = (await currentAccounts(deps.db, organiserId)).find((account) =>
      sameKind(provider).includes(account.provider),
    )
    return {
      form_key: formKey(ctx),
      provider,
      replaces: replaced === undefined ? '' : replaced.provider,
      is_made_there: way.onboarding !== undefined,
      fields: fields
        .filter(({ name }) => name !== makes?.field)
        .map(({ name, secret }) => ({ name, is_secret: secret === true })),
      webhook_url: webhookUrlOf(deps, provider, `{${fields[0]!.name}}`),
      needs_key: makes !== undefined,
      public_key: setup?.public_key ?? '',
      state: await stateOf(way, setup?.external_id ?? null),
      external_id: setup?.external_id ?? '',
    }
  },
}

/** How far an account is that is made at the provider, as the provider says now. */
async function stateOf({ onboarding }: Way, externalId: string | null) {
  if (onboarding === undefined || externalId === null) return 'none'
  try {
    return await onboarding.state(externalId)
  } catch (error) {
    if (error instanceof ProviderDown) return 'unknown'
    throw error
  }
}

export const makePaymentKey: OfficeHandlers['make_payment_key'] = {
  async change(tx, { provider }, ctx) {
    const way = wayOf(ctx.deps, provider)
    const makes = way === null ? undefined : accountForm(way.provider).makes
    if (way === null || makes === undefined) return fail('account_unavailable')
    const { config, random } = ctx.deps
    const at = where(ctx, way)
    if (!(await keepKey(tx, at, makes.make(), { config, random, now: ctx.now }))) return fail('account_secret_missing')
    return {
      reply: { success: true, next: pathOf(ctx, way) },
      log: { subject: ['organiser', at.organiserId], after: { provider: at.provider } },
    }
  },
}

/** Makes the account once; later only another address at which its owner goes on. */
export const beginPaymentAccount: OfficeHandlers['begin_payment_account'] = askedBefore<
  'begin_payment_account',
  { way: Way; externalId: string; link: string }
>(
  async ({ provider }, ctx) => {
    const { deps } = ctx
    const way = wayOf(deps, provider)
    if (way?.onboarding === undefined) return fail('account_unavailable')
    const { onboarding } = way
    const at = where(ctx, way)
    try {
      const externalId =
        (await setupOf(deps.db, at))?.external_id ?? (await onboarding.create(...(await ownerOf(deps, at))))
      const link = await onboarding.link(externalId, `${deps.config.publicUrl}${pathOf(ctx, way)}`)
      return { ok: true, found: { way, externalId, link } }
    } catch (error) {
      if (error instanceof ProviderDown) return fail('account_unreachable')
      throw error
    }
  },
  async (tx, { way, externalId, link }, ctx) => {
    const at = where(ctx, way)
    await keepMade(tx, at, externalId, ctx.now)
    return {
      reply: { success: true, next: pathOf(ctx, way), secret: link },
      log: { subject: ['organiser', at.organiserId], after: { provider: at.provider, external_id: externalId } },
    }
  },
)

/** Who owns the account, and a key by which two presses make one account, but a later one another. */
async function ownerOf({ db }: Pick<Deps, 'db'>, { organiserId, provider }: ReturnType<typeof where>) {
  const { name, trader } = await traderOf(db, organiserId)
  const had = (await listAccounts(db, organiserId)).filter((account) => account.provider === provider).length
  const owner = { name: trader.name || name, email: trader.email, country: trader.country || null }
  return [owner, keyOf(await installationOf(db), 'account', organiserId, provider, had)] as const
}

/** The same reasons in the words of the office. */
const WHY = {
  provider_not_available: 'account_unavailable',
  payment_provider_down: 'account_unreachable',
} as const
export const whyNot = <C extends string>({ code }: Fail<C>) =>
  fail((WHY as Partial<Record<C, (typeof WHY)[keyof typeof WHY]>>)[code] ?? (code as Exclude<C, keyof typeof WHY>))

export const connectPaymentAccount: OfficeHandlers['connect_payment_account'] = askedBefore<
  'connect_payment_account',
  AcceptedAccount
>(
  async ({ provider, f }, ctx) => {
    const { deps } = ctx
    const way = wayOf(deps, provider)
    if (way === null) return fail('account_unavailable')
    const at = where(ctx, way)
    const form = accountForm(way.provider)
    const setup = await setupOf(deps.db, at)
    let fields: Readonly<Record<string, string>> = f
    if (way.onboarding !== undefined) {
      if (setup?.external_id == null) return fail('account_not_begun')
      // What is typed doesn't count: the shop's own key opens every account that is connected to it.
      // guard: account-made-here
      fields = { [form.fields[0]!.name]: setup.external_id }
    } else if (form.makes !== undefined) {
      const key = madeKeyOf(deps.config, at, setup)
      if (key === null) return fail('account_key_missing')
      fields = { ...f, [form.makes.field]: key }
    }
    const accepted = await acceptAccount(deps, { ...at, fields })
    return accepted.ok ? { ok: true, found: accepted.account } : whyNot<CannotSave['code']>(accepted)
  },
  async (tx, account, ctx) => {
    const accountId = await storeAccount(tx, account, ctx.now)
    await endSetup(tx, account)
    return {
      reply: { success: true, next: accountsPath(ctx) },
      log: {
        subject: ['organiser', account.organiserId],
        after: { account_id: accountId, provider: account.provider, external_id: account.externalId },
      },
    }
  },
)

export const disconnectPaymentAccount: OfficeHandlers['disconnect_payment_account'] = {
  async change(tx, { account_id }, ctx) {
    const { organiserId } = grantOf(ctx)
    const account = await tx
      .selectFrom('payment_accounts')
      .select('provider')
      .where('id', '=', account_id)
      .where('organiser_id', '=', organiserId)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (account === undefined) return fail('not_found')
    const ended = await endAccount(tx, { organiserId, provider: account.provider }, ctx.now)
    if (!ended.ok) return ended.code === 'unknown_account' ? fail('not_found') : fail(ended.code, ended.values)
    return {
      reply: { success: true, next: accountsPath(ctx) },
      log: { subject: ['organiser', organiserId], before: { account_id } },
    }
  },
}
