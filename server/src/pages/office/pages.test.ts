import { withoutAnswer } from '@foyer/contract/office/answer.ts'
import { OFFICE_PAGES, type OfficePageName, type OfficeShell } from '@foyer/contract/office/pages.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { inTx } from '../../db/transaction/tx.ts'
import { makeMetrics } from '../../metrics.ts'
import { makeFirstLink } from '../../office/session/first.ts'
import { giveRole } from '../../office/team/people.ts'
import { createCounterSale } from '../../office/testing/counter.ts'
import { createStaff, inSession, logOf, newStaffEmail, officeBrowser } from '../../office/testing/office.ts'
import { createOrder } from '../../office/testing/order.ts'
import { createWebhookWithMessage } from '../../office/testing/organiser.ts'
import { codeMailedTo } from '../../testing/fixtures/buyers.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { plainDocuments } from '../../testing/pages.ts'
import { openShop } from '../../testing/shop.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let app: FastifyInstance
let own: number
let other: number
let event: number
let date: number
let order: Awaited<ReturnType<typeof createOrder>>
let codeId: number
let webhook: number
let sold: number
beforeAll(async () => {
  shop = await openShop('postgres')
  app = await buildApp({ ...shop.deps, metrics: makeMetrics() }, plainDocuments())
  const made = await createEvent(shop.db)
  own = made.organiserId
  event = made.eventId
  date = made.dateId
  order = await createOrder(shop.db, { organiserId: own, now: shop.clock.now() })
  const { id } = await shop.db
    .insertInto('discount_codes')
    .values({ code: 'PAGES', kind: 'percent', percent_bp: 1000, event_id: event })
    .returning('id')
    .executeTakeFirstOrThrow()
  codeId = id
  webhook = (await createWebhookWithMessage(shop, own)).webhook_id
  other = (await createEvent(shop.db)).organiserId
  sold = (await createCounterSale({ ...shop, app }, own)).orderId
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

const signedIn = async (role: 'owner' | 'manager' | 'door' = 'owner', provedAt?: Date) => {
  const { id, email } = await createStaff(shop, own, role)
  const browser = await inSession({ ...shop, app }, { staffId: id, email, ...(provedAt && { provedAt }) })
  return { id, email, ...browser }
}
type Shown = { page: string; data: Record<string, unknown>; shell: OfficeShell }
const shownIn = ({ body }: { body: string }): Shown => JSON.parse(body)
/** Where a form led to, apart from what it says that was done. */
const pathOf = ({ headers }: { headers: { location?: string } }) => withoutAnswer(headers.location ?? '')
const OWN = Object.entries(OFFICE_PAGES).filter(([name]) => !['sign_in', 'first', 'invitation'].includes(name))

/** The query parameters that a page needs besides its organiser. */
const about = (path: string) =>
  path.startsWith('/office/event/')
    ? `event_id=${event}&date_id=${date}&section=details&code_id=${codeId}&kind=discount`
    : path.startsWith('/office/counter/')
      ? `order_id=${sold}&sale_id=${sold}`
      : path.startsWith('/office/order/')
        ? `order_id=${order.orderId}&ticket_id=${order.ticketId}`
        : path === OFFICE_PAGES.webhook.path
          ? `webhook_id=${webhook}`
          : path === OFFICE_PAGES.payment_account.path
            ? 'provider=square'
            : path === OFFICE_PAGES.organiser.path
              ? `organiser=${own}`
              : ''

describe('office pages', () => {
  it.each(OWN)('%s redirects strangers to sign-in and back', async (_, { path }) => {
    const { statusCode, headers } = await officeBrowser(app).get(`${path}?organiser_id=${own}`)
    expect([statusCode, headers.location]).toEqual([
      303,
      `/office/sign-in/?next=${encodeURIComponent(`${path}?organiser_id=${own}`)}`,
    ])
  })

  const OF_OPERATOR = ['shop', 'shop_texts', 'organisers', 'organiser', 'health']

  it.each(Object.entries(OFFICE_PAGES))(
    '%s is not cached, sends no referrer and is not indexed',
    async (name, { path }) => {
      const { headers, statusCode } = await (await signedIn()).get(`${path}?organiser_id=${own}&${about(path)}`)
      // An owner is not the operator, nothing waits at a reader, and the order has no seats.
      expect(OF_OPERATOR.includes(name) ? [403] : ['reader', 'party'].includes(name) ? [404] : [200, 303]).toContain(
        statusCode,
      )
      expect(headers['cache-control']).toBe('private, no-store')
      if (statusCode === 200) expect(headers['referrer-policy']).toBe('same-origin')
    },
  )

  it.each([
    'home',
    'feedback',
    'referrals',
    'events',
    'find',
    'order',
    'change',
    'gift_aid',
    'new_event',
    'event',
    'event_form',
    'team',
    'log',
  ] as const)('%s of another organiser is not found, which is logged', async (name) => {
    const { get, id } = await signedIn()
    const { path, call } = OFFICE_PAGES[name]
    for (const organiser of [other, 987_654_321]) {
      const answer = await get(`${path}?organiser_id=${organiser}&${about(path)}`)
      expect([answer.statusCode, shownIn(answer).page]).toEqual([404, 'refused'])
      expect((await logOf(shop, id)).at(-1)).toMatchObject({ action: call, outcome: 'refused' })
    }
    const { statusCode } = await get(`${path}?organiser_id=nonsense&${about(path)}`)
    expect(statusCode).toBe(400)
  })

  it.each<[OfficePageName, number]>([
    ['home', 200],
    ['account', 200],
    ['events', 200],
    ['new_event', 403],
    ['event_form', 403],
    ['find', 403],
    ['order', 403],
    ['change', 403],
    ['gift_aid', 403],
    ['orders', 403],
    ['people', 403],
    ['team', 403],
    ['log', 403],
  ])('%s answers door staff with %i', async (name, status) => {
    const { path } = OFFICE_PAGES[name]
    expect((await (await signedIn('door')).get(`${path}?organiser_id=${own}&${about(path)}`)).statusCode).toBe(status)
  })

  it('sign-in works without JavaScript and redirects only within the office', async () => {
    const { email } = await createStaff(shop, own, 'manager')
    for (const [next, to] of [
      ['/office/log/', '/office/log/'],
      ['https://elsewhere.example/', '/office/sign-in/'],
      ['//elsewhere.example/', '/office/sign-in/'],
      ['/office/../account/settings/', '/office/sign-in/'],
    ] as const) {
      const browser = officeBrowser(app)
      const response = await browser.post('/office/sign-in/', { call: 'office_send_code', email })
      expect([response.statusCode, response.headers.location]).toEqual([303, '/office/sign-in/'])
      expect(shownIn(await browser.get('/office/sign-in/')).shell).toMatchObject({
        me: null,
        organisers: [],
        organiser_id: null,
        sent_to: email,
      })
      const wrong = await browser.post('/office/sign-in/', { call: 'office_check_code', email, code: '1' })
      expect(wrong.statusCode).toBe(400)
      expect(shownIn(wrong).shell.failed).toEqual({
        call: 'office_check_code',
        code: 'wrong_code',
        error: 'That code isn’t right. Check your latest email and try again.',
        sent: { email },
        problems: {},
      })
      const code = await codeMailedTo(shop, email)
      const right = await browser.post('/office/sign-in/', { call: 'office_check_code', email, code, next })
      expect([right.statusCode, right.headers.location]).toEqual([303, to])
      expect((await browser.get('/office/')).statusCode).toBe(200)
      shop.clock.advance(60)
    }
  })

  it('a refused form keeps its input, and one that needs confirmation leads to it', async () => {
    const owner = await signedIn()
    const path = `/office/team/?organiser_id=${own}`
    const form = { call: 'invite_staff', organiser_id: own, email: 'nobody', role: 'door' }
    const refused = await owner.post(path, form)
    expect([refused.statusCode, shownIn(refused).shell.failed?.sent]).toEqual([
      400,
      { organiser_id: String(own), email: 'nobody', role: 'door' },
    ])
    const email = newStaffEmail()
    expect(pathOf(await owner.post(path, { ...form, email }))).toBe(path)
    expect(shownIn(await owner.get(path)).data.invitations).toEqual([expect.objectContaining({ email })])
    const stale = await signedIn('owner', new Date(shop.clock.now().getTime() - 601_000))
    const typed = { ...form, email: newStaffEmail() }
    const response = await stale.post(path, typed)
    expect([response.statusCode, shownIn(response).page]).toEqual([403, 'prove'])
    const { page_path, resume } = shownIn(response).shell
    expect(page_path).toBe(`/office/prove/?next=${encodeURIComponent(path)}`)
    const sent = await stale.post(page_path, { call: 'office_send_proof', resume })
    expect(shownIn(sent)).toMatchObject({ page: 'prove', shell: { sent_to: stale.email, resume, page_path } })
    const code = await codeMailedTo(shop, stale.email)
    const wrong = await stale.post(page_path, { call: 'office_prove', code: '1', resume })
    expect(shownIn(wrong)).toMatchObject({ page: 'prove', shell: { resume, failed: { code: 'wrong_code' } } })
    const proved = shownIn(await stale.post(page_path, { call: 'office_prove', code, resume }))
    const { call: _, ...fields } = typed
    expect(proved).toMatchObject({
      page: 'team',
      shell: {
        proved: true,
        page_path: path,
        resume: null,
        failed: { call: 'invite_staff', code: 'resumed', problems: {}, sent: { ...fields, organiser_id: String(own) } },
      },
    })
    expect(pathOf(await stale.post(path, typed))).toBe(path)
    expect(shownIn(await stale.get(path)).data.invitations).toContainEqual(
      expect.objectContaining({ email: typed.email }),
    )
  })

  it('a new API key is shown once, on the page that created it', async () => {
    const owner = await signedIn()
    const path = `/office/keys/?organiser_id=${own}`
    const made = await owner.post(path, { call: 'make_key', organiser_id: own, name: 'Website', role: 'reader' })
    const { page, shell } = shownIn(made)
    expect([made.statusCode, page, made.headers['cache-control']]).toEqual([200, 'keys', 'private, no-store'])
    expect(shell.secret).toMatch(/^foyer_key_/)
    const again = await owner.get(path)
    expect(shownIn(again).shell.secret).toBeNull()
    expect(again.body).not.toContain(shell.secret!.slice(20))
    const refused = await owner.post(path, { call: 'make_key', organiser_id: own, name: '', role: 'reader' })
    expect([refused.statusCode, shownIn(refused).shell.failed?.code]).toEqual([400, 'integration_name_missing'])
  })

  it('a form of someone signed out meanwhile is restored and can be saved', async () => {
    const { id, email } = await createStaff(shop, own, 'manager')
    const browser = await inSession({ ...shop, app }, { staffId: id, email })
    const path = `/office/event/edit/?organiser_id=${own}&event_id=${event}&section=details`
    const opened = shownIn(await browser.get(path)).data as { version: number; base: string }
    const values = JSON.parse(opened.base) as Record<string, string>
    const form = {
      call: 'save_event',
      organiser_id: own,
      event_id: event,
      section: 'details',
      end: '1',
      version: opened.version,
      base: opened.base,
      f: { ...values, title: 'Typed before the tea break' },
    }
    await shop.db.updateTable('staff_sessions').set({ ended_at: shop.clock.now() }).where('staff_id', '=', id).execute()
    const response = await browser.post(path, form)
    expect([response.statusCode, shownIn(response).page]).toEqual([401, 'sign_in'])
    const { page_path, resume } = shownIn(response).shell
    // Meanwhile another person changes another field.
    await shop.db.updateTable('events').set({ summary: 'Changed meanwhile' }).where('id', '=', event).execute()
    const sent = shownIn(await browser.post(page_path, { call: 'office_send_code', email, resume }))
    expect(sent).toMatchObject({ page: 'sign_in', shell: { sent_to: email, resume } })
    const code = await codeMailedTo(shop, email)
    const back = shownIn(await browser.post(page_path, { call: 'office_check_code', email, code, resume }))
    expect(back).toMatchObject({
      page: 'event_form',
      shell: { page_path: path, me: { email }, failed: { call: 'save_event', code: 'resumed' } },
    })
    expect(back.shell.failed!.sent).toMatchObject({
      'f[title]': 'Typed before the tea break',
      base: opened.base,
      version: String(opened.version),
    })
    expect((await browser.post(path, form)).statusCode).toBe(303)
    expect(
      await shop.db.selectFrom('events').select(['title', 'summary']).where('id', '=', event).executeTakeFirst(),
    ).toEqual({ title: 'Typed before the tea break', summary: 'Changed meanwhile' })
  })

  it('a stored form is only shown: it submits nothing, redirects nowhere and belongs to its sender', async () => {
    const before = await shop.db.selectFrom('staff_invitations').select('id').execute()
    const invite = { call: 'invite_staff', sent: { organiser_id: String(own), email: newStaffEmail(), role: 'owner' } }
    const signsIn = async (waiting: object | string) => {
      const resume = typeof waiting === 'string' ? waiting : JSON.stringify(waiting)
      const { email } = await createStaff(shop, own, 'door')
      const browser = officeBrowser(app)
      await browser.post('/office/sign-in/', { call: 'office_send_code', email, resume })
      const code = await codeMailedTo(shop, email)
      const answer = await browser.post('/office/sign-in/', { call: 'office_check_code', email, code, resume })
      shop.clock.advance(60)
      return answer
    }
    for (const waiting of [
      'not json',
      { ...invite, path: 'https://elsewhere.example/' },
      { ...invite, path: '/account/settings/' },
      { ...invite, call: 'nothing', path: '/office/team/' },
    ])
      expect((await signsIn(waiting)).headers.location).toBe('/office/sign-in/')
    for (const path of [`/office/team/?organiser_id=${own}`, `/office/team/?organiser_id=${other}`]) {
      const { statusCode, body } = await signsIn({ ...invite, path })
      expect([path, statusCode, shownIn({ body }).page]).toEqual([path, path.endsWith(`${own}`) ? 403 : 404, 'refused'])
    }
    expect(await shop.db.selectFrom('staff_invitations').select('id').execute()).toEqual(before)
  })

  it('a page accepts only calls its sender may make, and no cross-site form', async () => {
    const door = await signedIn('door')
    const form = { call: 'invite_staff', organiser_id: own, email: newStaffEmail(), role: 'owner' }
    expect((await door.post('/office/', form)).statusCode).toBe(403)
    expect((await door.post('/office/', { ...form, organiser_id: other })).statusCode).toBe(404)
    const owner = await signedIn()
    const answer = await app.inject({
      method: 'POST',
      url: '/office/team/',
      headers: {
        cookie: [...owner.jar].map((pair) => pair.join('=')).join('; '),
        origin: 'https://elsewhere.example',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams({ ...form, organiser_id: String(own) }).toString(),
    })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'other_site'])
    expect(
      await shop.db.selectFrom('staff_invitations').select('id').where('email', '=', form.email).execute(),
    ).toEqual([])
  })

  it('the log downloads as a file', async () => {
    const owner = await signedIn()
    const { headers, body } = await owner.post('/office/log/', { call: 'export_log', organiser_id: own })
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="log-\d{4}-\d\d-\d\d\.csv"$/)
    expect(body).toMatch(/^\ufeffat \(Europe\/London\),person,email,/)
  })

  it('a link from an email, sent without a cookie, reloads itself as same-site', async () => {
    const answer = await app.inject({ url: '/office/team/', headers: { 'sec-fetch-site': 'cross-site' } })
    expect([answer.statusCode, answer.body.includes('http-equiv="refresh"')]).toEqual([200, true])
    const again = await app.inject({ url: '/office/team/', headers: { 'sec-fetch-site': 'same-origin' } })
    expect(again.statusCode).toBe(303)
  })

  it('the first link says what the first person will own', async () => {
    await shop.db.updateTable('staff').set({ ended_at: shop.clock.now() }).execute()
    const link = new URL((await makeFirstLink(shop.deps, 'http://shop.test'))!)
    const { data } = shownIn(await officeBrowser(app).get(`${link.pathname}${link.search}`))
    expect((data.first as { organisers: string[] }).organisers).toHaveLength(2)
  })

  it('opens at the organiser last used, at first the one with the most recent orders, never a former one', async () => {
    const { db, clock } = shop
    const { id, email, get } = await signedIn()
    const calm = (await createEvent(db)).organiserId
    const busy = (await createEvent(db)).organiserId
    const strange = (await createEvent(db)).organiserId
    const roleAt = (organiserId: number) =>
      inTx(db, (tx) =>
        giveRole(tx, { staffId: id, organiserId, role: 'manager', eventIds: null, by: null, now: clock.now() }),
      )
    for (const organiserId of [calm, busy]) await roleAt(organiserId)
    const paidAt = (days: number) => new Date(clock.now().getTime() - days * 86_400_000)
    for (const organiserId of [busy, busy, busy, strange, strange, strange, strange])
      await createOrder(db, { organiserId, now: paidAt(3) })
    for (let n = 0; n < 5; n++) await createOrder(db, { organiserId: calm, now: paidAt(40) })
    const opened = async () => shownIn(await get('/office/')).shell.organiser_id
    expect(await opened()).toBe(busy)

    await get(`/office/events/?organiser_id=${calm}`)
    expect(await opened()).toBe(calm)
    // The last organiser belongs to the person: another browser of theirs opens with it too, and a colleague's doesn't.
    const elsewhere = await inSession({ ...shop, app }, { staffId: id, email })
    expect(shownIn(await elsewhere.get('/office/account/')).shell.organiser_id).toBe(calm)
    expect(shownIn(await (await signedIn()).get('/office/')).shell.organiser_id).toBe(own)

    // Another person's organiser, one that doesn't exist, and twenty URLs at once.
    for (const organiser of [strange, 987_654_321, 'nonsense']) await get(`/office/?organiser_id=${organiser}`)
    expect(await opened()).toBe(calm)
    const visits = Array.from({ length: 20 }, (_, n) => get(`/office/?organiser_id=${n % 2 === 0 ? busy : strange}`))
    expect((await Promise.all(visits)).map(({ statusCode }) => statusCode)).toEqual(
      Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? 200 : 404)),
    )
    expect(await opened()).toBe(busy)

    await db
      .updateTable('staff_roles')
      .set({ ended_at: clock.now() })
      .where('staff_id', '=', id)
      .where('organiser_id', '=', busy)
      .execute()
    const after = await get('/office/')
    expect([after.statusCode, [own, calm].includes(shownIn(after).shell.organiser_id!)]).toEqual([200, true])
    expect(shownIn(after).shell.organisers.map(({ id }) => id)).not.toContain(busy)
  })
})
