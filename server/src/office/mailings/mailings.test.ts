import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { WORKERS } from '../../background.ts'
import { runDueJobs } from '../../jobs/jobs.ts'
import { useShop } from '../../testing/shop.ts'
import { logOf } from '../testing/office.ts'
import { createMailingOrganiser, makeMailServer, WORDS } from './mailings.testing.ts'
import { sendMailings } from './send.ts'

const shop = useShop('postgres')
const createOrganiser = () => createMailingOrganiser(shop())
const createMailServer = () => makeMailServer(shop())

it('a service email reaches everyone selected once, with their details and the reason they get it', async () => {
  const organiser = await createOrganiser()
  const [ada, grace] = [await organiser.addOrder(), await organiser.addOrder({ name: 'Grace Hopper' })]
  // The same person twice.
  await organiser.addOrder({ email: ada.email.toUpperCase() })
  const manager = await organiser.as()
  const mailing = await manager.write({ body: `${WORDS.body} **<b>Bold</b>** [map](https://maps.test/?a=1&b=2)` })
  const before = await manager.see(mailing)
  expect([before.people, before.names.length, before.state]).toEqual([2, 2, 'draft'])
  expect(before.example).toMatchObject({ to: expect.stringContaining('@') })
  expect((await manager.send(mailing)).status).toBe(200)
  // Later buyers are not among them.
  await organiser.addOrder()
  const server = createMailServer()
  await server.runJobs(3)
  expect(server.to()).toEqual([ada.email, grace.email].toSorted())
  const mail = server.received.find(({ to }) => to === grace.email)!
  for (const text of ['Dear Grace,', 'because you have a booking with', 'Bold', '(https://maps.test/?a=1&b=2)'])
    expect(mail.text).toContain(text)
  expect(mail.html).toContain('<strong>&lt;b&gt;Bold&lt;/b&gt;</strong>')
  expect(mail.html).toContain('href="https://maps.test/?a=1&amp;b=2"')
  expect(mail.unsubscribeUrl).toBeUndefined()
  expect(await manager.see(mailing)).toMatchObject({ state: 'done', people: 2, sent: 2, refused: 0, left_out: 0 })
  expect((await logOf(shop(), manager.id)).at(-2)).toMatchObject({ action: 'send_mailing', after: { people: 2 } })
})

it('the shop’s own text is in the language of the order', async () => {
  const organiser = await createOrganiser()
  const [ada, amelie] = [await organiser.addOrder(), await organiser.addOrder({ name: 'Amélie Dubois' })]
  await shop().db.updateTable('sales').set({ language: 'fr' }).where('reference', '=', amelie.reference).execute()
  const manager = await organiser.as()
  expect((await manager.send(await manager.write())).status).toBe(200)
  const server = createMailServer()
  await server.runJobs(2)
  const textTo = (email: string) => server.received.find(({ to }) => to === email)!.text
  expect(textTo(ada.email)).toContain('because you have a booking with')
  expect(textTo(amelie.email)).toContain('Dear Amélie,')
  expect(textTo(amelie.email)).toContain('parce que vous avez une réservation')
  expect(textTo(amelie.email)).not.toContain('because')
})

it('a filter never reaches another organiser’s people, whose mailings are not found', async () => {
  const [mine, theirs] = [await createOrganiser(), await createOrganiser()]
  const [own, other] = [await mine.addOrder(), await theirs.addOrder()]
  const manager = await mine.as()
  const words = { kind: 'service', ...WORDS }
  expect((await manager.call('save_mailing', { ...words, event_id: other.eventId })).body.code).toBe('not_found')
  // Stored directly, as if the check had failed.
  const mailing = await manager.write()
  await shop()
    .db.updateTable('mailings')
    .set({ filter: JSON.stringify({ event_id: String(other.eventId) }) })
    .where('id', '=', mailing)
    .execute()
  expect((await manager.see(mailing)).people).toBe(0)
  expect((await manager.send(mailing)).body.code).toBe('mailing_nobody')
  const foreign = await (await theirs.as()).write()
  for (const name of [
    'office_mailing',
    'mailing_preview',
    'test_mailing',
    'send_mailing',
    'stop_mailing',
    'resume_mailing',
  ] as const)
    expect((await manager.call(name, { mailing_id: foreign, version: 1 })).body.code, name).toBe('not_found')
  expect((await manager.call('save_mailing', { ...words, mailing_id: foreign })).body.code).toBe('not_found')
  expect(own.email).not.toBe(other.email)
})

it('limited staff write only to people of their events, and cannot see others’ mailings', async () => {
  const organiser = await createOrganiser()
  const [mine, theirs] = [await organiser.addOrder(), await organiser.addOrder()]
  const limited = await organiser.as('manager', [mine.eventId])
  const mailing = await limited.write()
  expect(await limited.see(mailing)).toMatchObject({ people: 1, names: [expect.stringContaining(mine.email)] })
  const all = await (await organiser.as()).write()
  expect((await limited.call('office_mailing', { mailing_id: all })).body.code).toBe('not_found')
  expect((await limited.call('office_mailings')).body).toMatchObject({ mailings: [{ mailing_id: mailing }] })
  await limited.send(mailing)
  const server = createMailServer()
  await server.runJobs(2)
  expect(server.to()).toEqual([mine.email])
  expect(server.to()).not.toContain(theirs.email)
})

it('readers and box office have no mailings, and sending requires recent confirmation', async () => {
  const organiser = await createOrganiser()
  await organiser.addOrder()
  const manager = await organiser.as()
  const mailing = await manager.write()
  for (const role of ['reader', 'box_office', 'door'] as const) {
    const other = await organiser.as(role)
    expect((await other.call('office_mailings')).body.code).toBe('may_not')
    expect((await other.call('office_mailing', { mailing_id: mailing })).body.code).toBe('may_not')
  }
  const stale = await organiser.as('manager', null, new Date(shop().clock.now().getTime() - 601_000))
  for (const name of ['send_mailing', 'resume_mailing'] as const)
    expect((await stale.call(name, { mailing_id: mailing, version: 1 })).body.code).toBe('proof_too_old')
  expect((await stale.call('stop_mailing', { mailing_id: mailing })).status).toBe(200)
})

it('started fifty times at once, it is sent once to each', async () => {
  const organiser = await createOrganiser()
  const orders = [await organiser.addOrder(), await organiser.addOrder(), await organiser.addOrder()]
  const manager = await organiser.as()
  const mailing = await manager.write()
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      manager.call('send_mailing', { mailing_id: mailing, version: 1, form_key: n % 2 ? 'pressed' : `other-${n}` }),
    ),
  )
  expect(new Set(replies.map(({ body }) => body.code ?? 'sent'))).toEqual(new Set(['sent', 'mailing_sent']))
  const server = createMailServer()
  // Many processes at the same moment.
  await Promise.all(Array.from({ length: 8 }, () => sendMailings(server.deps())))
  await server.runJobs(3)
  expect(server.to()).toEqual(orders.map(({ email }) => email).toSorted())
  expect(await manager.see(mailing)).toMatchObject({ state: 'done', people: 3, sent: 3, left_out: 0 })
})

it('refuses to send a mailing changed since it was shown, or without recipients, content or time', async () => {
  const organiser = await createOrganiser()
  const manager = await organiser.as()
  const mailing = await manager.write()
  expect((await manager.send(mailing)).body.code).toBe('mailing_nobody')
  await organiser.addOrder()
  await manager.write({ mailing_id: mailing, subject: 'Changed' })
  expect((await manager.call('send_mailing', { mailing_id: mailing, version: 1 })).body.code).toBe('mailing_changed')
  const words = { kind: 'service', ...WORDS }
  expect((await manager.call('save_mailing', { ...words, body: 'Dear {frist_name}' })).body).toMatchObject({
    code: 'mailing_field',
    error: expect.stringContaining('{frist_name}'),
  })
  expect((await manager.call('save_mailing', { ...words, subject: ' ' })).body.code).toBe('mailing_incomplete')
  expect((await manager.call('save_mailing', { ...words, state: 'admitted' })).status).toBe(400)
  for (const later of [
    {},
    { day: '2020-01-01', time: '10:00' },
    { day: '2099-01-01', time: '10:00' },
    { day: '2026-12-01', time: 'x' },
  ])
    expect((await manager.send(mailing, { when: 'later', ...later })).body.code).toBe('mailing_time')
})

it('a scheduled mailing goes to those selected at its time, and can be cancelled before', async () => {
  const organiser = await createOrganiser()
  const early = await organiser.addOrder()
  const manager = await organiser.as()
  const [mailing, off] = [await manager.write(), await manager.write()]
  const at = new Date(shop().clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10)
  for (const id of [mailing, off])
    expect((await manager.send(id, { when: 'later', day: at, time: '09:00' })).status).toBe(200)
  expect((await manager.see(mailing)).state).toBe('waiting')
  await manager.call('stop_mailing', { mailing_id: off })
  const late = await organiser.addOrder()
  const server = createMailServer()
  await server.runJobs(2)
  expect(server.received).toEqual([])
  shop().clock.advance(3 * 86_400)
  await server.runJobs(3)
  expect(server.to()).toEqual([early.email, late.email].toSorted())
  const again = await organiser.as()
  expect([(await again.see(mailing)).state, (await again.see(off)).state]).toEqual(['done', 'draft'])
})

it('one that always fails does not stop another organiser’s', async () => {
  const { db } = shop()
  const [broken, other] = [await createOrganiser(), await createOrganiser()]
  const sent = async (organiser: typeof broken) => {
    const { email } = await organiser.addOrder()
    const manager = await organiser.as()
    const id = await manager.write()
    await manager.send(id)
    return { id, email }
  }
  const [{ id }, { email }] = [await sent(broken), await sent(other)]
  // Stands for any mistake that only this mailing meets.
  await sql`create function fail_mailing() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`.execute(
    db,
  )
  await sql`create trigger fail_mailing before update on mailing_people for each row
    when (old.mailing_id = ${sql.lit(id)}) execute function fail_mailing()`.execute(db)
  const server = createMailServer()
  await expect(sendMailings(server.deps())).rejects.toThrow('broken')
  await sql`drop trigger fail_mailing on mailing_people`.execute(db)
  await runDueJobs(server.deps(), WORKERS, 500)
  expect(server.to()).toEqual([email])
  await shop().db.updateTable('mailings').set({ state: 'stopped' }).where('id', '=', id).execute()
})

it('a test goes to the sender, once for each press', async () => {
  const organiser = await createOrganiser()
  const order = await organiser.addOrder()
  const manager = await organiser.as()
  const mailing = await manager.write({ kind: 'service' })
  const press = { mailing_id: mailing, form_key: 'pressed' }
  await Promise.all([manager.call('test_mailing', press), manager.call('test_mailing', press)])
  const server = createMailServer()
  await server.runJobs(1)
  expect(server.to()).toEqual([manager.email])
  expect(server.received[0]!.text).not.toContain('Ada')
  expect(await manager.see(mailing)).toMatchObject({
    state: 'draft',
    people: 1,
    names: [`Ada Lovelace (${order.email})`],
  })
})

it('[acceptance 17] 312 recipients, an hour of mail outage, stopped at 100, a process killed, resumed: each once', async () => {
  const organiser = await createOrganiser()
  const emails: string[] = []
  for (let n = 0; n < 312; n++) emails.push((await organiser.addOrder()).email)
  const manager = await organiser.as()
  const mailing = await manager.write()
  await manager.send(mailing)
  const server = createMailServer()
  while (server.received.length < 80) {
    await sendMailings(server.deps())
    await runDueJobs(server.deps(), WORKERS, 20)
  }
  server.state.away = true
  for (let minute = 0; minute < 60; minute++) {
    shop().clock.advance(60)
    await sendMailings(server.deps())
    await runDueJobs(server.deps(), WORKERS, 500)
  }
  const atHour = server.received.length
  server.state.away = false
  while (server.received.length < Math.max(100, atHour)) {
    shop().clock.advance(1800)
    await sendMailings(server.deps())
    await runDueJobs(server.deps(), WORKERS, 10)
  }
  await manager.call('stop_mailing', { mailing_id: mailing })
  const stoppedAt = server.received.length
  for (let n = 0; n < 5; n++) {
    shop().clock.advance(3600)
    await server.runJobs(1)
  }
  expect(server.received).toHaveLength(stoppedAt)
  expect(await manager.see(mailing)).toMatchObject({ state: 'stopped', people: 312, sent: stoppedAt })
  // It continues only after a new proof of identity.
  const later = await organiser.as()
  expect((await later.call('resume_mailing', { mailing_id: mailing })).status).toBe(200)
  await sendMailings(server.deps())
  // A process took a job and died. No other process takes the job until its lock expires.
  await shop()
    .db.updateTable('jobs')
    .set({ locked_until: new Date(shop().clock.now().getTime() + 120_000), tries: 1 })
    .where('kind', '=', 'send_mailing')
    .where('done_at', 'is', null)
    .execute()
  await server.runJobs(3)
  shop().clock.advance(3600)
  await server.runJobs(30)
  expect(server.to()).toEqual(emails.toSorted())
  expect(await later.see(mailing)).toMatchObject({ state: 'done', people: 312, sent: 312, left_out: 0 })
}, 240_000)

it('tickets and codes are not delayed by a mailing', async () => {
  const organiser = await createOrganiser()
  for (let n = 0; n < 5; n++) await organiser.addOrder()
  const manager = await organiser.as()
  await manager.send(await manager.write())
  const server = createMailServer()
  await sendMailings(server.deps())
  shop().clock.advance(5)
  const tickets = await organiser.addOrder()
  await (await organiser.as()).call('resend_orders', { order_ids: [tickets.orderId] })
  await runDueJobs(server.deps(), WORKERS, 1)
  expect(server.to()).toEqual([tickets.email])
})
