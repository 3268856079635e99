import { BANK_PROVIDERS, CARD_PROVIDERS, isBank } from '@foyer/domain/payment/providers.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import { inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { mixedModes } from '../../vendor-settings.ts'
import type { ProviderDeps } from '../payment.ts'
import { type AccountCheck, ProviderDown, type ProviderName } from '../provider/provider.ts'
import { accountForm, accountModes } from '../providers/table.ts'
import { encrypt } from './encryption.ts'
import { aboutOf, openAccount } from './open.ts'

export type AccountFields = Readonly<Record<string, string>>

type Refused = Exclude<AccountCheck, { ready: true }>['why']

export type CannotSave = Fail<
  | 'provider_not_available'
  | 'account_incomplete'
  | 'account_malformed'
  | 'account_secret_missing'
  | 'account_other_mode'
  | 'payment_provider_down'
  | `account_${Refused}`
>

type Asked = { organiserId: number; provider: ProviderName; fields: AccountFields; platformFeeBp?: number }

/** An account that its provider has accepted, as it is stored. */
export type AcceptedAccount = {
  organiserId: number
  provider: ProviderName
  externalId: string
  name: string
  credentials: string | null
  keyId: string | null
  currencies: string[] | null
  platformFeeBp: number | undefined
}

/**
 * Gives an organiser an account of their own, or new credentials for it, once the provider has accepted these. Payments that were
 * begun with another account stay with that one.
 */
export async function saveAccount(
  deps: ProviderDeps & Pick<Deps, 'clock' | 'random'>,
  ask: Asked,
): Promise<{ ok: true; id: number; name: string } | CannotSave> {
  const accepted = await acceptAccount(deps, ask)
  if (!accepted.ok) return accepted
  const { account } = accepted
  const id = await inTx(deps.db, (tx) => storeAccount(tx, account, deps.clock.now()))
  return { ok: true, id, name: account.name }
}

/** Asks the provider whether an organiser may be paid with what was entered. Stores nothing. */
export async function acceptAccount(
  deps: ProviderDeps & Pick<Deps, 'random'>,
  ask: Asked,
): Promise<{ ok: true; account: AcceptedAccount } | CannotSave> {
  const { organiserId, provider, platformFeeBp } = ask
  const form = accountForm(provider)
  const fields = Object.fromEntries(form.fields.map(({ name }) => [name, ask.fields[name]?.trim() ?? '']))
  const missing = form.fields.find(({ name }) => fields[name] === '')
  if (missing) return fail('account_incomplete', { field: missing.name })
  const externalId = form.externalId(fields)
  const currencies = form.currencies(fields)
  if (externalId === null || currencies?.some((code) => !/^[A-Z]{3}$/.test(code))) return fail('account_malformed')

  const hasSecrets = form.fields.some(({ secret }) => secret)
  const about = aboutOf({ organiser_id: organiserId, provider, external_id: externalId })
  const encrypted = hasSecrets
    ? encrypt(deps.config.accountSecrets, JSON.stringify(fields), about, deps.random)
    : { text: null, keyId: null }
  if (!encrypted) return fail('account_secret_missing')

  const account = { id: 0, externalId, credentials: hasSecrets ? fields : null }
  const modes = { ...accountModes(deps.config, provider, account), SHOP: deps.config.moneyMode }
  if (mixedModes(modes) !== null) return fail('account_other_mode')
  const checked = await checkAccount(deps, provider, account)
  if (!checked.ok) return checked
  return {
    ok: true,
    account: {
      organiserId,
      provider,
      externalId,
      name: checked.name,
      credentials: encrypted.text,
      keyId: encrypted.keyId,
      currencies,
      platformFeeBp,
    },
  }
}

/** The providers of which an organiser has one account. */
export const sameKind = (provider: ProviderName): readonly ProviderName[] =>
  isBank(provider) ? BANK_PROVIDERS : CARD_PROVIDERS

/** Stores an accepted account, which takes the place of the organiser’s other one for cards, or for transfers. Returns its id. */
export async function storeAccount(tx: Tx, account: AcceptedAccount, now: Date): Promise<number> {
  const { organiserId, provider, externalId } = account
  await tx.selectFrom('organisers').select('id').where('id', '=', organiserId).forUpdate().executeTakeFirstOrThrow()
  const ended = await tx
    .updateTable('payment_accounts')
    .set({ ended_at: now, updated_at: now })
    .where('organiser_id', '=', organiserId)
    .where('provider', 'in', sameKind(provider))
    .where('ended_at', 'is', null)
    .returning(['provider', 'platform_fee_bp'])
    .execute()
  let { platformFeeBp } = account
  // guard: fee-follows-account
  platformFeeBp ??= ended.find((each) => each.provider === provider)?.platform_fee_bp
  const values = {
    name: account.name,
    credentials: account.credentials,
    key_id: account.keyId,
    currencies: account.currencies,
    ...(platformFeeBp !== undefined && { platform_fee_bp: platformFeeBp }),
    updated_at: now,
    tested_at: now,
    ended_at: null,
  }
  const { id } = await tx
    .insertInto('payment_accounts')
    .values({ organiser_id: organiserId, provider, external_id: externalId, created_at: now, ...values })
    .onConflict((conflict) => conflict.columns(['organiser_id', 'provider', 'external_id']).doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Checked =
  | { ok: true; name: string }
  | Fail<'provider_not_available' | 'payment_provider_down' | `account_${Refused}`>

async function checkAccount(
  deps: ProviderDeps,
  provider: ProviderName,
  account: { id: number; externalId: string; credentials: AccountFields | null },
): Promise<Checked> {
  const connector = deps.connectors[provider]
  if (!connector) return fail('provider_not_available')
  try {
    const found = await connector.connect(account).check?.()
    if (!found) return fail('provider_not_available')
    return found.ready ? { ok: true, name: found.name } : fail(`account_${found.why}`)
  } catch (error) {
    if (error instanceof ProviderDown) return fail('payment_provider_down')
    throw error
  }
}

/** Asks the provider whether a saved account still works. */
export async function testAccount(
  deps: ProviderDeps & Pick<Deps, 'clock'>,
  account: { id: number; provider: ProviderName },
): Promise<Checked> {
  try {
    const checked = await checkAccount(deps, account.provider, await openAccount(deps, account.id))
    if (checked.ok)
      await deps.db
        .updateTable('payment_accounts')
        .set({ tested_at: deps.clock.now(), name: checked.name })
        .where('id', '=', account.id)
        .execute()
    return checked
  } catch (error) {
    if (error instanceof ProviderDown) return fail('payment_provider_down')
    throw error
  }
}
