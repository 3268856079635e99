import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { createEvent, type EventOptions } from '../testing/fixtures/catalogue.ts'
import type { Browser, TestShop } from '../testing/shop.ts'

const MINUTE_MS = 60_000

export const SECRET = createHash('sha256').update('the secret of the house').digest('hex')

/** An event whose sale opens in some minutes, and its waiting room. */
export async function createRoom(
  { db, clock }: Pick<TestShop, 'db' | 'clock'>,
  { minutes = 20, rate = 60, ...options }: EventOptions & { minutes?: number; rate?: number } = {},
) {
  const now = clock.now()
  const event = await createEvent(db, { on_sale_from: new Date(now.getTime() + minutes * MINUTE_MS), ...options })
  const room = await db
    .insertInto('waiting_rooms')
    .values({
      event_id: event.eventId,
      created_at: new Date(now.getTime() - 60 * MINUTE_MS),
      secret: SECRET,
      secret_hash: createHash('sha256').update(SECRET).digest('hex'),
      rate,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...event, roomId: room.id }
}

/** A visitor with a browser and a place. */
export async function join(shop: TestShop, slug: string, browser: Browser = shop.browser()) {
  const { status, body } = await browser.call('join_queue', { slug })
  expect(status, JSON.stringify(body)).toBe(200)
  const key = String(body.key)
  return {
    browser,
    key,
    publicId: String(body.public_id),
    number: body.number as number | null,
    enter: (by: Browser = browser) => by.call('enter_queue', { slug, key }),
    place: async () => (await browser.call('my_place', { slug, key })).body,
  }
}

export const readRoom = ({ db }: Pick<TestShop, 'db'>, roomId: number) =>
  db.selectFrom('waiting_rooms').selectAll().where('id', '=', roomId).executeTakeFirstOrThrow()

export const readPlaces = ({ db }: Pick<TestShop, 'db'>, roomId: number) =>
  db.selectFrom('waiting_places').selectAll().where('room_id', '=', roomId).orderBy('number').orderBy('id').execute()

/** Calls everybody. */
export const callAll = ({ db }: Pick<TestShop, 'db'>, roomId: number) =>
  db
    .updateTable('waiting_rooms')
    .set((eb) => ({ serving: eb.ref('last_number') }))
    .where('id', '=', roomId)
    .execute()
