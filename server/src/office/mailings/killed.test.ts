import { groupBy } from '@foyer/domain/group.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LOCK_SECONDS } from '../../jobs/jobs.ts'
import { openMailProcess } from '../../testing/processes/mail-process.ts'
import { openShop } from '../../testing/shop.ts'
import { createMailingOrganiser } from './mailings.testing.ts'

const PEOPLE = 80
const KILLS = 2

let shop: Awaited<ReturnType<typeof openShop>>
let sender: Awaited<ReturnType<typeof openMailProcess>>

beforeAll(async () => {
  shop = await openShop('postgres')
  sender = await openMailProcess(shop)
}, 60_000)

afterAll(async () => {
  await sender.close()
  await shop.close()
})

it('a mailing whose process is killed twice reaches everyone exactly once', async () => {
  const { db, clock } = shop
  const { emails: received } = sender
  const organiser = await createMailingOrganiser(shop)
  const order = await organiser.addOrder()
  await sql`
    with sale as (
      insert into sales (reference, currency, guest_email, guest_name, paid_at, total_minor, state, created_at, updated_at)
      select 'killed-' || n, 'GBP', 'p' || n || '@example.org', 'P', paid_at, total_minor, state, created_at, updated_at
      from sales, generate_series(2, ${PEOPLE}) n where id = ${order.orderId} returning id, guest_email, paid_at, total_minor
    ), bought as (
      insert into orders (sale_id, number, name, email, phone, currency, total_minor, paid_at)
      select id, 'K' || id, 'P', guest_email, '', 'GBP', total_minor, paid_at from sale
    )
    insert into order_lines (sale_id, line, kind, organiser_id, event_id, date_id, ticket_type_id, qty, list_minor, net_minor, fee_minor, paid_at)
    select sale.id, 1, kind, organiser_id, event_id, date_id, ticket_type_id, qty, list_minor, net_minor, fee_minor, line.paid_at
    from sale, order_lines line where line.sale_id = ${order.orderId}`.execute(db)
  const manager = await organiser.as()
  const mailing = await manager.write()
  expect((await manager.send(mailing)).body).toMatchObject({ success: true })

  for (let kills = 1; kills <= KILLS; kills++) {
    await sender.start()
    const before = received.length
    await sender.until(() => received.length >= before + 25)
    await sender.kill()
    expect(received.length).toBeLessThan(PEOPLE)
  }
  // The email that was being sent is tried again once its process counts as dead.
  clock.advance(LOCK_SECONDS + 1)
  await sender.start()
  await sender.until(async () => (await manager.see(mailing)).state === 'done')

  const ids = groupBy(received, ({ to }) => to)
  expect(ids.size).toBe(PEOPLE)
  // An email that the mail server accepted just before the kill is sent twice, with the same id: mail programs show it once.
  for (const sent of ids.values()) expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(1)
  expect(received.length - PEOPLE).toBeLessThanOrEqual(KILLS)
  expect(await manager.see(mailing)).toMatchObject({ people: PEOPLE, sent: PEOPLE, refused: 0, left_out: 0 })
}, 300_000)
