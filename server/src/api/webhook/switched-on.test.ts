import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WEBHOOK_WORKERS } from '../../background.ts'
import { runDueJobs } from '../../jobs/jobs.ts'
import { createOrder } from '../../office/testing/order.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { openShop } from '../../testing/shop.ts'
import { createKeyOwner } from '../testing/programs.ts'
import { type Receiver, startReceiver } from '../testing/receiver.ts'
import { queueWebhookMessages } from './fan-out.ts'
import { RETRY_DELAYS } from './send.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let receiver: Receiver
beforeAll(async () => {
  // The shop runs on localhost, so messages may go to a program on the same machine.
  shop = await openShop('postgres', { env: { PUBLIC_URL: 'http://localhost:3000' } })
  receiver = await startReceiver()
})
afterAll(async () => {
  receiver.close()
  await shop.close()
})

describe('a webhook that was switched off and on', () => {
  it('retries a message from the start', async () => {
    const { organiserId: organiser_id } = await createEvent(shop.db)
    const { browser } = await createKeyOwner(shop, organiser_id)
    const told = { organiser_id, url: receiver.url, role: 'reader', kinds: ['order.paid'] }
    expect((await browser.call('make_webhook', told)).status).toBe(200)
    const { id } = await shop.db
      .selectFrom('webhooks')
      .select('id')
      .where('organiser_id', '=', organiser_id)
      .executeTakeFirstOrThrow()
    const send = async (seconds = 0) => {
      shop.clock.advance(seconds)
      await queueWebhookMessages(shop.deps)
      await runDueJobs(shop.deps, WEBHOOK_WORKERS)
    }
    const [first, second] = RETRY_DELAYS as [number, number]

    receiver.answer = (response) => response.writeHead(500).end()
    await createOrder(shop.db, { organiserId: organiser_id, now: shop.clock.now() })
    await send()
    await send(first + 1)
    for (const on of ['', '1']) await browser.call('switch_webhook', { organiser_id, webhook_id: id, on })
    await send()
    await send(first + 1)
    await send(second + 1)

    receiver.answer = (response) => response.end()
    await send(RETRY_DELAYS[2]! + 1)
    expect(new Set(receiver.received.map((message) => message.id)).size).toBe(1)
    const messages = await shop.db
      .selectFrom('webhook_messages')
      .select('delivered_at')
      .where('webhook_id', '=', id)
      .execute()
    expect(messages).toEqual([{ delivered_at: shop.clock.now() }])
  })
})
