import { TEST_KIND } from '@foyer/contract/api/webhook-kinds.ts'
import type { WebhookData } from '@foyer/contract/api/webhooks.ts'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Grant } from '../../office/handle.ts'
import { readAdmissions } from '../admissions.ts'
import { readEvents } from '../events.ts'
import { readOrders } from '../orders.ts'

/** The data of a message, as the API would return it now to a key with the webhook's rights; null if it no longer exists. */
export async function dataOf(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  grant: Grant,
  { kind, subject }: { kind: string; subject: number },
): Promise<WebhookData | null> {
  if (kind === TEST_KIND) return {}
  const about = kind.split('.')[0]
  if (about === 'order') {
    const [order] = await readOrders(db, { grant }, [subject])
    return order === undefined ? null : { order }
  }
  if (about === 'ticket') {
    const [admission] = await readAdmissions(db, { grant }, sql`entry.id = ${subject}`, 1)
    return admission === undefined ? null : { admission }
  }
  const [event] = await readEvents(db, { grant, now: clock.now() }, config.publicUrl, { only: subject })
  return event === undefined ? null : { event }
}
