import { type Fail, fail } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import { inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import type { ProviderName } from '../provider/provider.ts'
import { areOpen } from '../provider/status.ts'
import { decrypt, encrypt } from './encryption.ts'
import { aboutOf } from './open.ts'

/** Organisers' accounts as people see them, without their credentials. */
export const listAccounts = (db: Deps['db'], organiserId?: number) =>
  db
    .selectFrom('payment_accounts as account')
    .innerJoin('organisers as organiser', 'organiser.id', 'account.organiser_id')
    .select([
      'account.id',
      'organiser.slug',
      'account.organiser_id as organiserId',
      'account.provider',
      'account.external_id as externalId',
      'account.name',
      'account.currencies',
      'account.platform_fee_bp as platformFeeBp',
      'account.key_id as keyId',
      'account.tested_at as testedAt',
      'account.ended_at as endedAt',
    ])
    .$if(organiserId !== undefined, (query) => query.where('account.organiser_id', '=', organiserId!))
    .orderBy('organiser.slug')
    .orderBy('account.id')
    .execute()

/** The accounts that an organiser is paid into now: at most one for cards and one for bank transfers. */
export const currentAccounts = async (db: Deps['db'], organiserId: number) =>
  (await listAccounts(db, organiserId)).filter(({ endedAt }) => endedAt === null)

/** Payments, refunds and plans still in progress at an account. */
export type InUse = { payments: number; refunds: number; plans: number }

/**
 * Ends an organiser's account: nothing new is paid into it. Its credentials are kept for refunds, unless they are to be erased.
 * Refused while payments, refunds or plans are in progress.
 */
export async function removeAccount(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  ask: { organiserId: number; provider: ProviderName; erase?: boolean },
): Promise<{ ok: true } | Fail<'unknown_account' | 'account_in_use'>> {
  return inTx(db, (tx) => endAccount(tx, ask, clock.now()))
}

/** The same within a transaction. */
export async function endAccount(
  tx: Tx,
  ask: { organiserId: number; provider: ProviderName; erase?: boolean },
  now: Date,
): Promise<{ ok: true } | Fail<'unknown_account' | 'account_in_use'>> {
  const accounts = await tx
    .selectFrom('payment_accounts')
    .select('id')
    .where('organiser_id', '=', ask.organiserId)
    .where('provider', '=', ask.provider)
    .where((eb) => (ask.erase ? eb.lit(true) : eb('ended_at', 'is', null)))
    .orderBy('id')
    .forUpdate()
    .execute()
  if (accounts.length === 0) return fail('unknown_account')
  const ids = accounts.map(({ id }) => id)
  const { rows } = await sql<InUse>`select
    (select count(*)::int from payments where account_id = any(${ids}::bigint[])
      and ${areOpen()}) as payments,
    (select count(*)::int from refunds join payments on payments.id = refunds.payment_id
      where payments.account_id = any(${ids}::bigint[]) and refunds.status in ('queued', 'pending')) as refunds,
    (select count(*)::int from payment_plans plan join saved_cards card on card.id = plan.card_id
      where card.account_id = any(${ids}::bigint[]) and plan.status in ('active', 'overdue')) as plans`.execute(tx)
  const used = rows[0]!
  // guard: account-in-use-kept
  if (used.payments + used.refunds + used.plans > 0) return fail('account_in_use', used)
  await tx
    .updateTable('payment_accounts')
    .set((eb) => ({
      ended_at: eb.fn.coalesce('ended_at', eb.val(now)),
      updated_at: now,
      ...(ask.erase && { credentials: null, key_id: null }),
    }))
    .where('id', 'in', ids)
    .execute()
  return { ok: true as const }
}

/** Encrypts all credentials with the newest secret, so that older ones can be taken out of the settings. */
export async function reencryptAccounts({
  db,
  config: { accountSecrets },
  random,
}: Pick<Deps, 'db' | 'config' | 'random'>): Promise<{ done: number; unreadable: number[] }> {
  const unreadable: number[] = []
  let done = 0
  const rows = await db.selectFrom('payment_accounts').selectAll().where('credentials', 'is not', null).execute()
  for (const row of rows) {
    const about = aboutOf(row)
    const plain = decrypt(accountSecrets, { keyId: row.key_id!, text: row.credentials! }, about)
    const encrypted = plain === null ? null : encrypt(accountSecrets, plain, about, random)
    if (encrypted === null) {
      unreadable.push(row.id)
      continue
    }
    if (encrypted.keyId === row.key_id) continue
    // Skipped if they were changed meanwhile.
    const { numUpdatedRows } = await db
      .updateTable('payment_accounts')
      .set({ credentials: encrypted.text, key_id: encrypted.keyId })
      .where('id', '=', row.id)
      .where('credentials', '=', row.credentials)
      .executeTakeFirst()
    done += Number(numUpdatedRows)
  }
  return { done, unreadable }
}
