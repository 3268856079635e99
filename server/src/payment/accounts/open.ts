import type { Selectable } from 'kysely'
import type { PaymentAccountsTable } from '../../db/schema/types.generated.ts'
import type { Deps } from '../../deps.ts'
import { type OwnAccount, ProviderDown } from '../provider/provider.ts'
import { decrypt } from './encryption.ts'

export type AccountRow = Selectable<PaymentAccountsTable>

/** Binds credentials to their row, so that one organiser's can't be stored as another's. */
export const aboutOf = (row: Pick<AccountRow, 'organiser_id' | 'provider' | 'external_id'>): string =>
  `${row.organiser_id}:${row.provider}:${row.external_id}`

/**
 * An organiser's account with its credentials. Throws ProviderDown if they cannot be decrypted, because the buyer is not at
 * fault and the operator can correct the setting.
 */
export async function openAccount({ db, config }: Pick<Deps, 'db' | 'config'>, id: number): Promise<OwnAccount> {
  const row = await db.selectFrom('payment_accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { id, externalId: row.external_id, credentials: credentialsOf(config.accountSecrets, row) }
}

function credentialsOf(secrets: readonly string[], row: AccountRow): OwnAccount['credentials'] {
  if (row.credentials === null || row.key_id === null) return null
  const plain = decrypt(secrets, { keyId: row.key_id, text: row.credentials }, aboutOf(row))
  if (plain === null)
    throw new ProviderDown(row.provider, new Error(`the credentials of account ${row.id} cannot be read`))
  return JSON.parse(plain) as Record<string, string>
}
