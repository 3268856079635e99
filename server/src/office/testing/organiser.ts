import { createEvent } from '../../testing/fixtures/catalogue.ts'
import type { TestShop } from '../../testing/shop.ts'
import { createStaff, newStaffEmail } from './office.ts'

type Shop = Pick<TestShop, 'db' | 'clock'>

/** An invitation to the door, written to the database. */
export const createInvitation = async ({ db, clock }: Shop, organiserId: number): Promise<number> =>
  (
    await db
      .insertInto('staff_invitations')
      .values({
        organiser_id: organiserId,
        email: newStaffEmail(),
        role: 'door',
        token_hash: newStaffEmail(),
        created_at: clock.now(),
        expires_at: new Date(clock.now().getTime() + 1000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** A view of an event's orders that this person saved, or without one another person for the team. */
export async function createView(shop: TestShop, organiserId: number, staffId: number | null): Promise<number> {
  const { eventId } = await createEvent(shop.db, { organiser_id: organiserId })
  const staff_id = staffId ?? (await createStaff(shop, organiserId, 'box_office')).id
  const { id } = await shop.db
    .insertInto('list_views')
    .values({
      organiser_id: organiserId,
      staff_id,
      list: 'orders',
      name: 'At the counter',
      filter: JSON.stringify({ event_id: String(eventId), channel: 'counter' }),
      is_shared: true,
      created_at: shop.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A new payment account in place of the one before. */
export async function createPaymentAccount({ db, clock }: Shop, organiserId: number): Promise<number> {
  const now = clock.now()
  await db
    .updateTable('payment_accounts')
    .set({ ended_at: now })
    .where('organiser_id', '=', organiserId)
    .where('ended_at', 'is', null)
    .execute()
  return (
    await db
      .insertInto('payment_accounts')
      .values({
        organiser_id: organiserId,
        provider: 'square',
        external_id: newStaffEmail(),
        name: 'Own account',
        created_at: now,
        updated_at: now,
        tested_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}

/** A key for an organiser's programs, written to the database. */
export async function createApiKey({ db, clock }: Shop, organiserId: number) {
  const { id: staff_id } = await createStaff({ db, clock }, organiserId, 'owner')
  const key = { name: 'Website', role: 'reader', prefix: 'foyer_key_x', hash: newStaffEmail() } as const
  const { id } = await db
    .insertInto('api_keys')
    .values({ organiser_id: organiserId, staff_id, ...key, created_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const WEBHOOK = { url: 'https://programs.example/foyer', role: 'reader', kinds: ['order.paid'] } as const

/** A webhook with a message that waits, written to the database. */
export async function createWebhookWithMessage({ db, clock }: Shop, organiserId: number) {
  const { id: staff_id } = await createStaff({ db, clock }, organiserId, 'owner')
  const now = clock.now()
  const { id } = await db
    .insertInto('webhooks')
    .values({
      organiser_id: organiserId,
      staff_id,
      url: WEBHOOK.url,
      role: 'reader',
      kinds: [...WEBHOOK.kinds],
      secret: 'x',
      secret_key_id: 'x',
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const message = await db
    .insertInto('webhook_messages')
    .values({ uid: newStaffEmail(), webhook_id: id, kind: 'webhook.test', subject: id, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { webhook_id: id, message_id: message.id }
}
