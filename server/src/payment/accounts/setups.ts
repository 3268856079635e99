import type { Config } from '../../config.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import type { ProviderName } from '../provider/provider.ts'
import { decrypt, encrypt } from './encryption.ts'

/** Accounts that organisers are setting up: made at the provider and not finished there, or a key without its account. */

type Where = { organiserId: number; provider: ProviderName }

const aboutOf = ({ organiserId, provider }: Where): string => `${organiserId}:${provider}:setup`

export const setupOf = (db: Pick<Tx, 'selectFrom'>, { organiserId, provider }: Where) =>
  db
    .selectFrom('payment_account_setups')
    .selectAll()
    .where('organiser_id', '=', organiserId)
    .where('provider', '=', provider)
    .executeTakeFirst()

/** Keeps a key in place of an earlier one. False if the shop has no secret to encrypt it with. */
export async function keepKey(
  tx: Tx,
  where: Where,
  key: { secret: string; publicKey: string },
  { config, random, now }: Pick<Deps, 'config' | 'random'> & { now: Date },
): Promise<boolean> {
  const encrypted = encrypt(config.accountSecrets, key.secret, aboutOf(where), random)
  if (encrypted === null) return false
  const values = { credentials: encrypted.text, key_id: encrypted.keyId, public_key: key.publicKey, begun_at: now }
  await tx
    .insertInto('payment_account_setups')
    .values({ organiser_id: where.organiserId, provider: where.provider, ...values })
    .onConflict((conflict) => conflict.columns(['organiser_id', 'provider']).doUpdateSet(values))
    .execute()
  return true
}

/** The secret part of the key that was made; null if none was, or the shop's secrets can't read it. */
export function madeKeyOf(
  { accountSecrets }: Pick<Config, 'accountSecrets'>,
  where: Where,
  setup: { credentials: string | null; key_id: string | null } | undefined,
): string | null {
  if (setup?.credentials == null || setup.key_id === null) return null
  return decrypt(accountSecrets, { keyId: setup.key_id, text: setup.credentials }, aboutOf(where))
}

/** Keeps the account that was made at the provider. */
export const keepMade = (tx: Tx, { organiserId, provider }: Where, externalId: string, now: Date) =>
  tx
    .insertInto('payment_account_setups')
    .values({ organiser_id: organiserId, provider, external_id: externalId, begun_at: now })
    .onConflict((conflict) => conflict.columns(['organiser_id', 'provider']).doUpdateSet({ external_id: externalId }))
    .execute()

export const endSetup = (tx: Tx, { organiserId, provider }: Where) =>
  tx
    .deleteFrom('payment_account_setups')
    .where('organiser_id', '=', organiserId)
    .where('provider', '=', provider)
    .execute()
