import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { ProviderName } from '../../payment-provider.ts'

/** The account named by the address of a webhook, whether it is still in use or not: refunds and disputes come late. */
export async function webhookAccount(
  { db }: Pick<Deps, 'db'>,
  provider: ProviderName,
  request: FastifyRequest,
): Promise<{ id: number; externalId: string } | undefined> {
  const { account } = request.params as { account: string }
  if (!/^\d{1,15}$/.test(account)) return undefined
  return db
    .selectFrom('payment_accounts')
    .select(['id', 'external_id as externalId'])
    .where('provider', '=', provider)
    .where('id', '=', Number(account))
    .executeTakeFirst()
}
