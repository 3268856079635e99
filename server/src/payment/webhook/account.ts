import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { ProviderName } from '../provider/provider.ts'

/**
 * The accounts that a webhook's URL is for, in use or not, because refunds and disputes come late. Organisers who share an
 * account have a row each.
 */
export const webhookAccounts = (
  { db }: Pick<Deps, 'db'>,
  provider: ProviderName,
  request: FastifyRequest,
): Promise<{ id: number; externalId: string }[]> =>
  db
    .selectFrom('payment_accounts')
    .select(['id', 'external_id as externalId'])
    .where('provider', '=', provider)
    .where('external_id', '=', (request.params as { account: string }).account)
    .orderBy('ended_at', (order) => order.desc().nullsFirst())
    .limit(10)
    .execute()
