import { expect, it } from 'vitest'
import { undeliveredWallet } from '../after-sale/undelivered.ts'
import { readDsn } from '../mail/bounce/dsn.ts'
import { useShop } from '../testing/shop.ts'
import { run } from './bounce-cli.ts'
import { createMailingOrganiser, makeMailServer } from './mailings/mailings.testing.ts'

const shop = useShop('postgres')

/** A notification of RFC 3464, with long lines folded as mail servers do. */
const dsn = (id: string, { status = '5.1.1', action = 'failed', to = 'gone@example.org' } = {}) =>
  [
    'From: MAILER-DAEMON@relay.test',
    'Message-ID: <the-report@relay.test>',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain',
    '',
    'I could not deliver your message.',
    '',
    '--b1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; relay.test',
    '',
    `Final-Recipient: rfc822; ${to}`,
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 550 5.1.1',
    '  no such mailbox',
    '',
    '--b1',
    'Content-Type: text/rfc822-headers',
    '',
    'Subject: Your tickets',
    'Message-ID:',
    ` ${id}`,
    '',
    '--b1--',
  ].join('\r\n')

it('reads from a notification which email bounced, why, and whether permanently', () => {
  expect(readDsn(dsn('<a@shop.test>'))).toEqual({
    messageId: '<a@shop.test>',
    reason: '550 5.1.1 no such mailbox',
    isPermanent: true,
  })
  for (const status of ['5.2.2', '5.7.1', '4.4.7'])
    expect(readDsn(dsn('<a@shop.test>', { status }))).toMatchObject({ isPermanent: false })
  expect(readDsn(dsn('<a@shop.test>', { action: 'delayed' }))).toBeNull()
  expect(readDsn(dsn('<a@shop.test>').replace('delivery-status;', 'other;'))).toBeNull()
  expect(readDsn('Subject: hello\r\n\r\nMessage-ID: <a@shop.test>\r\nAction: failed\r\nStatus: 5.1.1')).toBeNull()
})

it('a bounce is shown to staff and buyer, and the address gets no more news', async () => {
  const organiser = await createMailingOrganiser(shop())
  const order = await organiser.addOrder()
  await organiser.consent(order.email)
  const manager = await organiser.as()
  await manager.call('resend_orders', { order_ids: [order.orderId] })
  const server = makeMailServer(shop())
  await server.runJobs(1)
  const { db, databaseUrl, clock } = shop()
  const output: string[] = []
  const bounces = (message: string) => run(message, { DATABASE_URL: databaseUrl }, (text) => output.push(text), clock)
  expect(await undeliveredWallet(db, order.orderId)).toBeNull()

  // An invented id, because the sender of a forged report doesn't have the email. The address in a report is ignored.
  await bounces(dsn('<0123456789abcdef0123456789abcdef@shop.test>', { to: order.email }))
  expect([output.at(-1), await undeliveredWallet(db, order.orderId)]).toEqual([
    'The bounced email is not from this shop.',
    null,
  ])

  await bounces(dsn(server.received.find(({ to }) => to === order.email)!.messageId))
  expect(output.at(-1)).toBe('The bounce was recorded.')
  expect(await undeliveredWallet(db, order.orderId)).toBe(order.email)
  expect((await manager.call('office_order', { order_id: order.orderId })).body).toMatchObject({
    mails: [{ status: 'refused', reason: '550 5.1.1 no such mailbox' }],
  })
  expect(JSON.stringify((await manager.call('office_home')).body.needs)).toContain(`"order_id":${order.orderId}`)
  expect((await manager.see(await manager.write({ kind: 'news' }))).people).toBe(0)
  expect((await manager.see(await manager.write())).people).toBe(1)
})
