import { expect, it } from 'vitest'
import { WORKERS } from '../../background.ts'
import { runDueJobs } from '../../jobs/jobs.ts'
import { newsUnsubscribeUrl } from '../../marketing/news-link.ts'
import { erasePerson } from '../../privacy/erase.ts'
import { personalDataOf } from '../../privacy/personal-data.ts'
import { useShop } from '../../testing/shop.ts'
import { emailHash } from '../../tickets/reminder/opt-out.ts'
import { createMailingOrganiser, makeMailServer } from './mailings.testing.ts'
import { sendMailings } from './send.ts'

const shop = useShop('postgres')
const createOrganiser = () => createMailingOrganiser(shop())

const pathOf = (url: string) => url.slice(url.indexOf('/', 'https://'.length))
const linkIn = (text: string) => pathOf(/http\S+\/mailing-list\/news\?link=\S+/.exec(text)![0])
const post = (url: string, type = 'application/x-www-form-urlencoded') =>
  shop().app.inject({
    method: 'POST',
    url,
    payload: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': type },
  })
const consentsOf = (email: string) =>
  shop()
    .db.selectFrom('consents')
    .select(['organiser_id', 'granted', 'source'])
    .where('email', '=', email)
    .orderBy('id')
    .execute()

it('news go only to confirmed, working addresses with consent for this organiser', async () => {
  const organiser = await createOrganiser()
  const people: Record<string, string> = {}
  for (const name of ['agreed', 'never', 'withdrew', 'other', 'pending', 'bounced'])
    people[name] = (await organiser.addOrder()).email
  for (const name of ['agreed', 'withdrew', 'bounced']) await organiser.consent(people[name]!)
  await organiser.consent(people.withdrew!, false)
  await (await createOrganiser()).consent(people.other!)
  await organiser.consent(people.pending!)
  const { db, clock } = shop()
  await db.updateTable('consents').set({ pending: true }).where('email', '=', people.pending!).execute()
  await db
    .insertInto('suppressions')
    .values({ email_hash: emailHash(people.bounced!), why: 'bounced', since: clock.now() })
    .execute()
  const manager = await organiser.as()
  const [news, service] = [await manager.write({ kind: 'news' }), await manager.write()]
  expect([(await manager.see(news)).people, (await manager.see(service)).people]).toEqual([1, 6])
  await manager.send(news)
  const server = makeMailServer(shop())
  await server.runJobs(3)
  expect(server.to()).toEqual([people.agreed])
  const [mail] = server.received
  expect(mail!.text).toContain('You’re receiving this because you asked for news from')
  expect(pathOf(mail!.unsubscribeUrl!)).toBe(linkIn(mail!.text))
  expect(mail!.unsubscribeUrl).not.toContain('@')
})

it('[42.5] news go out by consent alone, and a person’s own data says on what basis, when and with which words', async () => {
  const organiser = await createOrganiser()
  const { db, clock } = shop()
  const [agreed, bought, supports, earlier] = await Promise.all([1, 2, 3, 4].map(() => organiser.addOrder()))
  await organiser.consent(agreed!.email)
  const by = async (email: string, more: object = {}) => {
    await organiser.consent(email)
    return db.updateTable('consents').set(more).where('email', '=', email).execute()
  }
  await by(bought!.email, { basis: 'similar' })
  await by(supports!.email, { basis: 'charity' })
  const manager = await organiser.as()
  const news = await manager.write({ kind: 'news' })
  expect((await manager.see(news)).people).toBe(1)
  await manager.send(news)
  const server = makeMailServer(shop())
  await server.runJobs(3)
  expect(server.to()).toEqual([agreed!.email])

  // The newsletter by another basis, and a supporter who was met before the law allowed it.
  await expect(by(earlier!.email, { basis: 'similar', kind: 'newsletter', organiser_id: null })).rejects.toThrow(
    'consents_basis_of_kind',
  )
  await expect(by(earlier!.email, { basis: 'charity', given_at: new Date('2026-02-04T23:59:59Z') })).rejects.toThrow(
    'consents_charity_since',
  )

  const { consents } = await personalDataOf(db, { userId: null, email: agreed!.email })
  expect(consents).toMatchObject([{ basis: 'consent', wording: 'w', given_at: clock.now(), granted: true }])
  const house = await personalDataOf(db, { userId: null, email: supports!.email }, organiser.organiserId)
  expect(house.consents).toMatchObject([{ basis: 'charity' }])
})

it('consent withdrawn after the start is respected, also during a mail outage', async () => {
  const organiser = await createOrganiser()
  const [stays, early, late] = [await organiser.addOrder(), await organiser.addOrder(), await organiser.addOrder()]
  for (const { email } of [stays, early, late]) await organiser.consent(email)
  const manager = await organiser.as()
  const mailing = await manager.write({ kind: 'news' })
  await manager.send(mailing)
  await organiser.consent(early.email, false)
  const server = makeMailServer(shop())
  server.state.away = true
  await sendMailings(server.deps())
  await runDueJobs(server.deps(), WORKERS, 500)
  await organiser.consent(late.email, false)
  server.state.away = false
  shop().clock.advance(60)
  await server.runJobs(3)
  expect(server.to()).toEqual([stays.email])
  expect(await manager.see(mailing)).toMatchObject({ state: 'done', people: 3, sent: 1, left_out: 2 })
})

it('a POST unsubscribes in one click, a GET by a scanner does not, and people confirm on a page', async () => {
  const organiser = await createOrganiser()
  const people = [await organiser.addOrder(), await organiser.addOrder()]
  for (const { email } of people) await organiser.consent(email)
  const other = await createOrganiser()
  await other.consent(people[0]!.email)
  const manager = await organiser.as()
  const mailing = await manager.write({ kind: 'news' })
  await manager.send(mailing)
  const server = makeMailServer(shop())
  await server.runJobs(2)
  const linkOf = (email: string) => linkIn(server.received.find(({ to }) => to === email)!.text)
  const [first, second] = people.map(({ email }) => ({ email, link: linkOf(email) }))

  // Programs that follow links change nothing.
  for (let times = 0; times < 3; times++) {
    const looked = await shop().app.inject(first!.link)
    expect([looked.statusCode, looked.headers.location]).toEqual([303, '/mailing-list'])
  }
  expect((await consentsOf(first!.email)).every(({ granted }) => granted)).toBe(true)
  expect((await shop().app.inject({ method: 'HEAD', url: first!.link })).statusCode).toBeLessThan(500)

  // A mail program, however it sends its form, and however often.
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
    expect((await post(first!.link, type)).statusCode).toBe(204)
  expect(await consentsOf(first!.email)).toEqual([
    { organiser_id: organiser.organiserId, granted: true, source: 's' },
    { organiser_id: other.organiserId, granted: true, source: 's' },
    { organiser_id: organiser.organiserId, granted: false, source: 'link in an email' },
  ])

  // A person, without signing in.
  const followed = await shop().app.inject(second!.link)
  const cookie = String(followed.headers['set-cookie']).split(';')[0]!
  const pressed = await shop().app.inject({ method: 'POST', url: '/mailing-list/news', headers: { cookie } })
  expect(pressed.headers.location).toBe('/mailing-list?news=off')
  expect((await consentsOf(second!.email)).at(-1)).toMatchObject({ granted: false })

  expect(await manager.see(mailing)).toMatchObject({ sent: 2, unsubscribed: 2 })
  expect((await manager.see(await manager.write({ kind: 'news' }))).people).toBe(0)
})

it('a forged, altered or borrowed link does nothing', async () => {
  const organiser = await createOrganiser()
  const [mine, theirs] = [await organiser.addOrder(), await organiser.addOrder()]
  for (const { email } of [mine, theirs]) await organiser.consent(email)
  const { deps, db } = shop()
  const manager = await organiser.as()
  const mailing = await manager.write({ kind: 'news' })
  await manager.send(mailing)
  const { id: person } = await db
    .selectFrom('mailing_people')
    .select('id')
    .where('mailing_id', '=', mailing)
    .where('email', '=', theirs.email)
    .executeTakeFirstOrThrow()
  const own = pathOf(newsUnsubscribeUrl(deps, { email: mine.email, organiser: organiser.organiserId, person }))
  const changed = `${own.slice(0, -8)}AAAAAAAA`
  for (const link of ['/mailing-list/news?link=x', changed, `/mailing-list/news?link=${mailing}.${person}`])
    expect((await post(link)).statusCode).toBe(404)
  // A link of one's own with another person's number unsubscribes only oneself, and reveals nothing about the other.
  expect((await post(own)).statusCode).toBe(204)
  expect((await consentsOf(theirs.email)).every(({ granted }) => granted)).toBe(true)
  expect(await manager.see(mailing)).toMatchObject({ unsubscribed: 0 })
  // The link in an organiser's preview belongs to no recipient.
  const { raw } = await manager.call('mailing_preview', { mailing_id: mailing })
  expect((await post(linkIn(JSON.stringify(raw.json())).replace(/".*/, ''))).statusCode).toBe(404)
})

it('an erased person is removed from the mailing, and their address is stored nowhere in it', async () => {
  const organiser = await createOrganiser()
  const [gone, stays] = [await organiser.addOrder(), await organiser.addOrder()]
  await shop()
    .db.updateTable('event_dates')
    .set({ starts_at: new Date('2020-01-01'), ends_at: null })
    .execute()
  const manager = await organiser.as()
  const mailing = await manager.write()
  await manager.send(mailing)
  expect(await erasePerson(shop().deps, { userId: null, email: gone.email })).toMatchObject({ ok: true })
  const rows = await shop().db.selectFrom('mailing_people').selectAll().where('mailing_id', '=', mailing).execute()
  expect(JSON.stringify(rows)).not.toContain(gone.email)
  expect(rows.map(({ state, name }) => [state, name]).toSorted()).toEqual([
    ['left_out', ''],
    ['waiting', 'Ada Lovelace'],
  ])
  const server = makeMailServer(shop())
  await server.runJobs(2)
  expect(server.to()).toContain(stays.email)
  expect(server.to()).not.toContain(gone.email)
})
