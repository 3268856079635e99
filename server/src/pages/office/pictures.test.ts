import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { withoutAnswer } from '@foyer/contract/office/answer.ts'
import { OFFICE_PAGES, type OfficeShell } from '@foyer/contract/office/pages.ts'
import type { Role } from '@foyer/domain/office/rights.ts'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { connectionLimits } from '../../http/limits/connection-limits.ts'
import { makeMetrics } from '../../metrics.ts'
import { createStaff, inSession, logOf } from '../../office/testing/office.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { plainDocuments } from '../../testing/pages.ts'
import { openShop } from '../../testing/shop.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let app: FastifyInstance
let own: Awaited<ReturnType<typeof createEvent>>
let other: typeof own
let png: Buffer
beforeAll(async () => {
  shop = await openShop('embedded')
  app = await buildApp({ ...shop.deps, metrics: makeMetrics() }, plainDocuments())
  own = await createEvent(shop.db)
  other = await createEvent(shop.db)
  png = await picture('#aa3311')
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

const picture = (background: string) =>
  sharp({ create: { width: 90, height: 60, channels: 3, background } })
    .png()
    .toBuffer()

type Fields = Record<string, string | number>
type Session = { jar: Map<string, string> }

const cookieOf = (jar: Session['jar']) => [...jar].map((pair) => pair.join('=')).join('; ')

/** What a browser sends without script: the fields and the file, as one form. */
function formWithFile({ jar }: Session, fields: Fields, file: Buffer | null, type: string) {
  const boundary = 'a-boundary-of-a-form'
  const part = (head: string, body: Buffer | string) =>
    Buffer.concat([Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), Buffer.from(body), Buffer.from('\r\n')])
  const payload = Buffer.concat([
    ...Object.entries(fields).map(([name, value]) =>
      part(`content-disposition: form-data; name="${name}"`, `${value}`),
    ),
    part(
      `content-disposition: form-data; name="upload"; filename="../../x.php"\r\ncontent-type: ${type}`,
      file ?? Buffer.alloc(0),
    ),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  const headers = {
    cookie: cookieOf(jar),
    'content-type': `multipart/form-data; boundary=${boundary}`,
  }
  return { headers, payload }
}
const post = (session: Session, path: string, fields: Fields, file: Buffer | null = null, type = 'image/png') =>
  app.inject({ method: 'POST', url: path, ...formWithFile(session, fields, file, type) })
const plain = ({ jar }: Session, fields: Fields) =>
  app.inject({
    method: 'POST',
    url: OFFICE_PAGES.shop.path,
    headers: { cookie: cookieOf(jar), 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields as Record<string, string>).toString(),
  })
const as = async (role: Role, eventIds: number[] | null = null, provedAt?: Date) => {
  const { id, email } = await createStaff(shop, own.organiserId, role, eventIds)
  return { id, ...(await inSession({ ...shop, app }, { staffId: id, email, ...(provedAt && { provedAt }) })) }
}
const eventPage = (about: typeof own) =>
  `${OFFICE_PAGES.event_picture.path}?organiser_id=${own.organiserId}&event_id=${about.eventId}`
const eventForm = (about: typeof own, more: Fields = {}): Fields => ({
  call: 'save_event_picture',
  organiser_id: own.organiserId,
  event_id: about.eventId,
  alt: 'A red hall',
  ...more,
})
const brandPage = () => `${OFFICE_PAGES.brand.path}?organiser_id=${own.organiserId}`
const brandForm = (more: Fields): Fields => ({ call: 'save_brand', organiser_id: own.organiserId, ...more })
const stored = async ({ eventId }: typeof own) =>
  shop.db
    .selectFrom('events')
    .select(['picture', 'picture_alt', 'version'])
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow()
const failedIn = ({ body }: { body: string }) => (JSON.parse(body) as { shell: OfficeShell }).shell.failed!
const errorIn = (reply: { body: string }) => failedIn(reply)?.code

describe('an event’s picture', () => {
  it('is uploaded by a plain form, shown, described, replaced and removed, each logged', async () => {
    const manager = await as('manager')
    const before = await stored(own)
    const sent = await post(manager, eventPage(own), eventForm(own), png)
    expect([sent.statusCode, withoutAnswer(String(sent.headers.location))]).toEqual([303, eventPage(own)])
    const first = await stored(own)
    expect(first).toEqual({
      picture: expect.stringMatching(/^[0-9a-f]{64}$/),
      picture_alt: 'A red hall',
      version: before.version + 1,
    })
    const page = JSON.parse((await manager.get(eventPage(own))).body)
    expect(page.data.picture).toEqual({ src: `/pictures/${first.picture}-800`, alt: 'A red hall' })
    expect((await app.inject(page.data.picture.src)).headers['content-type']).toBe('image/webp')

    await post(manager, eventPage(own), eventForm(own, { alt: 'The hall at night' }))
    expect(await stored(own)).toMatchObject({ picture: first.picture, picture_alt: 'The hall at night' })
    await post(manager, eventPage(own), eventForm(own), await picture('#0044cc'))
    expect((await stored(own)).picture).not.toBe(first.picture)
    await post(manager, eventPage(own), eventForm(own, { remove: 1 }))
    expect(await stored(own)).toMatchObject({ picture: null, picture_alt: '' })
    const acts = (await logOf(shop, manager.id)).filter(({ action }) => action === 'save_event_picture')
    expect(acts.map(({ outcome, subject_id }) => [outcome, subject_id])).toEqual(
      Array(4).fill(['done', String(own.eventId)]),
    )
    expect(acts[0]!.after).toEqual({ picture: first.picture, picture_alt: 'A red hall' })
  })

  it('is taken from a slow line, for longer than a pause may last', async () => {
    const slow = await buildApp({ ...shop.deps, metrics: makeMetrics() }, plainDocuments(), {
      ...connectionLimits(shop.deps.config),
      bodyMs: 400,
      tickMs: 25,
    })
    const url = await slow.listen({ host: '127.0.0.1', port: 0 })
    const { headers, payload } = formWithFile(await as('manager'), eventForm(own), png, 'image/png')
    const sent = request(url + eventPage(own), {
      method: 'POST',
      headers: { ...headers, 'content-length': payload.length },
    })
    const answer = once(sent, 'response')
    const piece = Math.ceil(payload.length / 6)
    for (let at = 0; at < payload.length; at += piece) {
      sent.write(payload.subarray(at, at + piece))
      await sleep(200)
    }
    sent.end()
    const [{ statusCode }] = (await answer) as [{ statusCode: number }]
    expect(statusCode).toBe(303)
    expect((await stored(own)).picture).not.toBeNull()
    await post(await as('manager'), eventPage(own), eventForm(own, { remove: 1 }))
    await slow.close()
  })

  it.each([
    ['no file', async () => Buffer.alloc(0), {}, 'picture_missing'],
    ['no description', async () => png, { alt: ' ' }, 'picture_alt_missing'],
    [
      'a drawing that calls itself a PNG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      {},
      'picture_kind',
    ],
    [
      'a page behind the first bytes of a picture',
      async () => Buffer.concat([png.subarray(0, 20), Buffer.from('<script>')]),
      {},
      'picture_unreadable',
    ],
    ['a file of 13 MB', async () => Buffer.concat([png, Buffer.alloc(13 * 1024 * 1024)]), {}, 'picture_too_large'],
  ])('is refused with a reason: %s', async (_, file, more, code) => {
    const reply = await post(await as('manager'), eventPage(own), eventForm(own, more), await file())
    expect([reply.statusCode, errorIn(reply)]).toEqual([422, code])
    expect((await stored(own)).picture).toBeNull()
  })

  it('cannot be changed by another organiser, an insufficient role or staff of other events', async () => {
    const elsewhere = await post(await as('manager'), eventPage(other), eventForm(other), png)
    expect(elsewhere.statusCode).toBe(404)
    const asOther = eventForm(other, { organiser_id: other.organiserId })
    expect((await post(await as('owner'), eventPage(other), asOther, png)).statusCode).toBe(404)
    for (const role of ['box_office', 'door', 'reader'] as const)
      expect((await post(await as(role), eventPage(own), eventForm(own), png)).statusCode).toBe(403)
    const second = await createEvent(shop.db, { organiser_id: own.organiserId })
    const limited = await as('manager', [second.eventId])
    expect((await post(limited, eventPage(own), eventForm(own), png)).statusCode).toBe(404)
    expect([(await stored(own)).picture, (await stored(other)).picture]).toEqual([null, null])
  })

  it('is not even read from a stranger or a former member', async () => {
    const ended = await as('manager')
    await shop.db.updateTable('staff').set({ ended_at: shop.clock.now() }).where('id', '=', ended.id).execute()
    for (const session of [{ jar: new Map<string, string>() }, ended]) {
      const reply = await post(session, eventPage(own), eventForm(own), png)
      expect(reply.statusCode).toBe(303)
      expect(reply.headers.location).toContain('/office/sign-in/')
    }
    expect((await stored(own)).picture).toBeNull()
  })

  it('is accepted only from our own pages, and by pages that take files', async () => {
    const manager = await as('manager')
    const cookie = [...manager.jar].map((pair) => pair.join('=')).join('; ')
    const foreign = { cookie, origin: 'https://evil.example', 'content-type': 'multipart/form-data; boundary=x' }
    const reply = await app.inject({ method: 'POST', url: eventPage(own), headers: foreign, payload: '--x--\r\n' })
    expect(reply.statusCode).toBe(403)
    for (const path of ['/office/event/edit/', '/office/', '/ajax/office/save_event_picture/', '/signin/'])
      expect((await post(manager, path, eventForm(own), png)).statusCode).toBe(400)
  })

  it('is decoded a limited number of times a minute', async () => {
    const manager = await as('manager')
    const codes: number[] = []
    for (let n = 0; n < 21; n++) codes.push((await post(manager, eventPage(own), eventForm(own), png)).statusCode)
    expect([codes[19], codes[20]]).toEqual([303, 429])
    await post(manager, eventPage(own), eventForm(own, { remove: 1 }))
  })
})

describe('an organiser’s logo, cover and colour', () => {
  const brand = () =>
    shop.db
      .selectFrom('organisers')
      .select(['logo', 'cover', 'cover_alt', 'accent'])
      .where('id', '=', own.organiserId)
      .executeTakeFirstOrThrow()

  it('are set only by an owner with recent confirmation', async () => {
    const owner = await as('owner')
    await post(owner, brandPage(), brandForm({ what: 'logo' }), png)
    await post(owner, brandPage(), brandForm({ what: 'cover', alt: 'The door' }), await picture('#00aa44'))
    await post(owner, brandPage(), brandForm({ what: 'accent', accent: 'FFD54A' }))
    const set = await brand()
    expect(set).toEqual({
      logo: expect.any(String),
      cover: expect.any(String),
      cover_alt: 'The door',
      accent: '#ffd54a',
    })
    const { data } = JSON.parse((await owner.get(brandPage())).body)
    expect(data.colour.shades.light.accent).not.toBe('#ffd54a')
    expect(data.colour.shades.light.chosen_contrast).toBeLessThan(4.5)
    expect(data.colour.shades.light.contrast).toBeGreaterThanOrEqual(4.5)
    expect(data.colour.shades.dark.accent).toBe('#ffd54a')

    const late = await as('owner', null, new Date(shop.clock.now().getTime() - 601_000))
    const manager = await as('manager')
    expect((await post(manager, brandPage(), brandForm({ what: 'logo', remove: 1 }))).statusCode).toBe(403)
    const stale = await post(late, brandPage(), brandForm({ what: 'logo', remove: 1 }))
    expect([stale.statusCode, JSON.parse(stale.body).page]).toEqual([403, 'prove'])
    expect(await brand()).toEqual(set)
    expect(errorIn(await post(owner, brandPage(), brandForm({ what: 'accent', accent: 'url(x)' })))).toBe(
      'not_a_colour',
    )
    for (const what of ['logo', 'cover', 'accent']) await post(owner, brandPage(), brandForm({ what, remove: 1 }))
    expect(await brand()).toEqual({ logo: null, cover: null, cover_alt: '', accent: null })
  })
})

describe('the shop’s name, contact, logo and colour', () => {
  it('are set by its operator only, and apply at once', async () => {
    const owner = await as('owner')
    const form = { call: 'save_shop', what: 'names', name: 'The Quay', email: 'hello@quay.example' }
    expect((await post(owner, OFFICE_PAGES.shop.path, form)).statusCode).toBe(403)
    const { id, ...operator } = await as('owner')
    await shop.db.updateTable('staff').set({ is_operator: true }).where('id', '=', id).execute()
    expect((await post(operator, OFFICE_PAGES.shop.path, { ...form, name: '' })).statusCode).toBe(422)
    expect((await post(operator, OFFICE_PAGES.shop.path, { ...form, email: 'quay' })).statusCode).toBe(422)
    expect((await post(operator, OFFICE_PAGES.shop.path, form)).statusCode).toBe(303)
    await post(operator, OFFICE_PAGES.shop.path, { call: 'save_shop', what: 'logo' }, png)
    await post(operator, OFFICE_PAGES.shop.path, { call: 'save_shop', what: 'accent', accent: '#0a6' })
    expect(shop.deps.config.shop).toEqual({
      name: 'The Quay',
      email: 'hello@quay.example',
      logo: expect.stringMatching(/^\/pictures\/[0-9a-f]{64}-logo$/),
      accent: '#00aa66',
      legal: expect.objectContaining({ name: 'Foyer Demonstration Ltd' }),
    })
    await post(operator, OFFICE_PAGES.shop.path, { ...form, email: '' })
    expect(shop.deps.config.shop.email).toBeNull()
  })

  it('its legal details are saved only with all that is required; the form says what is missing and keeps what was typed', async () => {
    const { id, ...operator } = await as('owner')
    await shop.db.updateTable('staff').set({ is_operator: true }).where('id', '=', id).execute()
    const form = { call: 'save_shop', what: 'legal', 'f[legal.kind]': 'company', 'f[legal.name]': 'Quay Tickets Ltd' }
    const refused = await plain(operator, { ...form, 'f[legal.number]': '1'.repeat(61) })
    expect(failedIn(refused).problems).toEqual({
      'f[legal.number]': '“Number in the register” should be at most 60 characters.',
    })
    const missing = await plain(operator, form)
    expect(failedIn(missing)).toMatchObject({
      code: 'event_refused',
      problems: { 'f[legal.address]': '“Address” is missing.' },
      sent: { 'f[legal.name]': 'Quay Tickets Ltd' },
    })
    const saved = { ...form, 'f[legal.address]': '2 Quay Street\nPort Merrow', 'f[legal.vat_number]': 'GB 9' }
    expect((await plain(operator, saved)).statusCode).toBe(303)
    expect(shop.deps.config.shop.legal).toEqual({
      kind: 'company',
      name: 'Quay Tickets Ltd',
      address: '2 Quay Street\nPort Merrow',
      country: '',
      register: '',
      number: '',
      part: null,
      charityNumber: '',
      vatNumber: 'GB 9',
      phone: '',
      mediator: '',
    })
  })
})
