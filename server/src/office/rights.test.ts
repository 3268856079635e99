import { OFFICE_CALLS } from '@foyer/contract/office/calls.ts'
import { OFFICE_EVENT_PREVIEW, OFFICE_MAILING_PREVIEW, OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import type { OfficeCallName } from '@foyer/contract/office/paths.ts'
import { type Action, may, needsStepUp, openTo, operatorMay, ROLES } from '@foyer/domain/office/rights.ts'
import type { FastifyInstance } from 'fastify'
import qs from 'qs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { makeMetrics } from '../metrics.ts'
import { browserWithProvedEmail, createAccount } from '../testing/fixtures/buyers.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { plainDocuments } from '../testing/pages.ts'
import { openShop } from '../testing/shop.ts'
import { bodiesOf, eventForm, type Who } from './testing/bodies.ts'
import { idleReaders } from './testing/counter.ts'
import { createStaff, inSession, logOf, newStaffEmail, type OfficeBrowser, officeBrowser } from './testing/office.ts'

/**
 * Every call of the office by each kind of person, about their own organiser, another one and one that does not exist. The
 * calls come from the contract and the expected replies from the table of rights, so that a new call is tried or does not
 * compile.
 */

let shop: Awaited<ReturnType<typeof openShop>>
/** The shop with its pages. */
let app: FastifyInstance
let own: number
let other: number
const NOBODYS = 987_654_321
beforeAll(async () => {
  shop = await openShop('postgres', { providers: { stripe: idleReaders() } })
  app = await buildApp({ ...shop.deps, metrics: makeMetrics() }, plainDocuments())
  own = (await createEvent(shop.db)).organiserId
  other = (await createEvent(shop.db)).organiserId
  // A second owner, so that neither organiser loses its last one.
  for (const organiser of [own, own, other, other]) await createStaff(shop, organiser, 'owner')
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

const ACTORS = [...ROLES, 'operator', 'ended', 'proved', 'nobody', 'buyer'] as const
type Actor = (typeof ACTORS)[number]

async function actorFor(kind: Actor): Promise<Who & { browser: (provedAt?: Date) => Promise<OfficeBrowser> }> {
  const isRole = (ROLES as readonly string[]).includes(kind)
  if (kind === 'nobody')
    return { staffId: null, email: newStaffEmail(), browser: () => Promise.resolve(officeBrowser(shop.app)) }
  if (kind === 'proved') {
    const who = { staffId: null, email: newStaffEmail() }
    return { ...who, browser: () => inSession(shop, who) }
  }
  const { id, email } = await createStaff(
    shop,
    isRole ? own : other,
    isRole ? (kind as (typeof ROLES)[number]) : 'owner',
  )
  if (kind === 'buyer') {
    await createAccount(shop, email)
    const cookie = (await browserWithProvedEmail(shop, email)).cookie()!
    const jar = new Map([['foyer_session', cookie.slice(cookie.indexOf('=') + 1)]])
    return { staffId: null, email, browser: () => Promise.resolve(officeBrowser(shop.app, jar)) }
  }
  if (kind === 'operator') {
    await shop.db.updateTable('staff_roles').set({ ended_at: shop.clock.now() }).where('staff_id', '=', id).execute()
    await shop.db.updateTable('staff').set({ is_operator: true }).where('id', '=', id).execute()
  }
  const who = { staffId: id, email }
  if (kind === 'ended') {
    const browser = await inSession(shop, who)
    await shop.db.updateTable('staff').set({ ended_at: shop.clock.now() }).where('id', '=', id).execute()
    return { ...who, staffId: null, browser: () => Promise.resolve(browser) }
  }
  return { ...who, browser: (provedAt) => inSession(shop, { ...who, ...(provedAt && { provedAt }) }) }
}

const BODIES = bodiesOf(() => shop)
const NAMES = Object.keys(BODIES) as OfficeCallName[]

const REFUSALS = ['not_signed_in', 'may_not', 'not_found', 'proof_too_old']
const isStaff = (actor: Actor) => actor === 'operator' || (ROLES as readonly string[]).includes(actor)

/** The reply that the table requires; `in` stands for any reply of the call itself. */
function expected(actor: Actor, action: Action, about: number): string {
  const open = openTo(action)
  if (open === 'anyone') return 'in'
  if (open === 'proved') return isStaff(actor) || actor === 'proved' ? 'in' : 'not_signed_in'
  if (!isStaff(actor)) return 'not_signed_in'
  if (open === 'staff') return 'in'
  if (open === 'operator') return actor === 'operator' ? 'in' : 'may_not'
  if (actor === 'operator') return about === NOBODYS || !operatorMay(action) ? 'not_found' : 'in'
  if (about !== own) return 'not_found'
  return may(actor as (typeof ROLES)[number], action) ? 'in' : 'may_not'
}

const outcomeOf = ({ code }: { code?: string }) => (REFUSALS.includes(code ?? '') ? code : 'in')

describe.each(ACTORS)('%s', (actor) => {
  it.each(NAMES)('%s', async (name) => {
    const { action } = OFFICE_CALLS[name]
    const who = await actorFor(actor)
    for (const about of [own, other, NOBODYS]) {
      const browser = await who.browser()
      const ids = about === NOBODYS ? other : about
      const { status, body } = await browser.call(name, await BODIES[name]({ organiser_id: about, ids }, who))
      // The operator answers complaints about the shop, and these are about an organiser.
      const isElsewhere = name === 'answer_complaint' && actor === 'operator'
      const wanted = isElsewhere ? 'not_found' : expected(actor, action, about)
      expect([about === own ? 'own' : 'other', outcomeOf(body), status], JSON.stringify(body)).toEqual([
        about === own ? 'own' : 'other',
        wanted,
        { in: status, not_signed_in: 401, may_not: 403, not_found: 404 }[wanted],
      ])
      if (who.staffId !== null && (wanted === 'may_not' || wanted === 'not_found'))
        expect((await logOf(shop, who.staffId)).at(-1)).toMatchObject({
          action: name,
          outcome: 'refused',
          after: { code: wanted },
        })
    }
    if (expected(actor, action, own) !== 'in' || !needsStepUp(action)) return
    const stale = await who.browser(new Date(shop.clock.now().getTime() - 601_000))
    const { body } = await stale.call(name, await BODIES[name]({ organiser_id: own, ids: own }, who))
    expect(body.code).toBe('proof_too_old')
  })
})

/** Pages behind a link are open to everyone; all others require staff. */
const EVERY_PAGE = [
  ...Object.entries(OFFICE_PAGES),
  ['event as buyers see it', { path: OFFICE_EVENT_PREVIEW, call: 'office_preview' }],
  ['email of a mailing', { path: OFFICE_MAILING_PREVIEW, call: 'mailing_preview' }],
] as [string, { path: string; call: OfficeCallName }][]

/**
 * Every page by each kind of person. The pages come from the contract, and a test of all routes makes sure that the contract
 * has them all; the expected replies come from the table of rights.
 */
describe.each(ACTORS)('%s, at a page', (actor) => {
  it.each(EVERY_PAGE)('%s', async (name, { path, call }) => {
    const { action } = OFFICE_CALLS[call]
    const who = await actorFor(actor)
    for (const about of [own, other, NOBODYS]) {
      const browser = officeBrowser(app, (await who.browser()).jar)
      const ids = about === NOBODYS ? other : about
      const body = await BODIES[call]({ organiser_id: about, ids }, who)
      const inPath = path.replace(/:(\w+)/g, (_, name) => String((body as Record<string, unknown>)[name]))
      const url = inPath === path ? `${path}${qs.stringify(body, { addQueryPrefix: true })}` : inPath
      const { statusCode, headers, body: html } = await browser.get(url)
      const wanted = expected(actor, action, about)
      const at = `${name} of ${about === own ? 'own' : about === other ? 'another' : 'nobody'}`
      if (wanted === 'not_signed_in' || (wanted === 'in' && !isStaff(actor) && openTo(action) !== 'anyone'))
        expect([at, statusCode, headers.location]).toEqual([
          at,
          303,
          `${OFFICE_PAGES.sign_in.path}?next=${encodeURIComponent(url)}`,
        ])
      else if (wanted === 'in')
        // A signed-in person doesn't see the sign-in form.
        expect([at, statusCode]).toEqual([at, name === 'sign_in' && isStaff(actor) ? 303 : 200])
      else {
        const status = wanted === 'may_not' ? 403 : 404
        expect([at, statusCode]).toEqual([at, status])
        expect(JSON.parse(html)).toMatchObject({ page: 'refused', data: { status } })
        expect((await logOf(shop, who.staffId!)).at(-1)).toMatchObject({ action: call, outcome: 'refused' })
      }
    }
    if (expected(actor, action, own) !== 'in' || !needsStepUp(action)) return
    const stale = officeBrowser(app, (await who.browser(new Date(shop.clock.now().getTime() - 601_000))).jar)
    const body = await BODIES[call]({ organiser_id: own, ids: own }, who)
    const { headers } = await stale.get(`${path}${qs.stringify(body, { addQueryPrefix: true })}`)
    expect(headers.location).toMatch(/^\/office\/prove\/\?next=/)
  })

  it('accepts no form on a read-only page', async () => {
    if (isStaff(actor)) return
    const who = await actorFor(actor)
    for (const { path } of Object.values(OFFICE_PAGES)) {
      const { organiserId, eventId } = await createEvent(shop.db)
      const before = await shop.db.selectFrom('events').selectAll().where('id', '=', eventId).executeTakeFirst()
      const form = { call: 'set_event_status', organiser_id: organiserId, event_id: eventId, status: 'draft' }
      const { statusCode } = await officeBrowser(app, (await who.browser()).jar).post(path, form)
      expect([200, 303, 401], path).toContain(statusCode)
      expect(await shop.db.selectFrom('events').selectAll().where('id', '=', eventId).executeTakeFirst()).toEqual(
        before,
      )
    }
  })
})

/** Calls about one thing of an organiser, which their body names. A person of the log is only a filter. */
const ABOUT_SOMETHING = NAMES.filter((name) => {
  const fields = Object.keys((OFFICE_CALLS[name].body as unknown as { shape: object }).shape)
  const isAbout = fields.some((field) => field.endsWith('_id') && field !== 'organiser_id')
  return fields.includes('organiser_id') && isAbout && !['office_log', 'export_log'].includes(name)
})

/** Calls about a person's own shift, which is not limited to an event. */
const OF_OWN_SHIFT = /^(office_shift|(office|retry|cancel)_reader)$/

describe('another organiser’s ids under one’s own path', () => {
  it.each(ABOUT_SOMETHING)('%s are not found, and that is logged', async (name) => {
    const { id, email } = await createStaff(shop, own, 'owner')
    const browser = await inSession(shop, { staffId: id, email })
    const body = await BODIES[name]({ organiser_id: own, ids: other }, { staffId: id, email })
    expect(await browser.call(name, body)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await logOf(shop, id)).at(-1)).toMatchObject({ action: name, outcome: 'refused', organiser_id: own })
    for (const [page, { path, call }] of EVERY_PAGE.filter(([, { call }]) => call === name)) {
      const about = path.replace(/:(\w+)/g, (_, field: string) => String((body as Record<string, unknown>)[field]))
      const shown = await officeBrowser(app, browser.jar).get(`${about}${qs.stringify(body, { addQueryPrefix: true })}`)
      expect([page, shown.statusCode]).toEqual([page, 404])
      expect((await logOf(shop, id)).at(-1)).toMatchObject({ action: call, outcome: 'refused' })
    }
  })

  it('access cannot be limited to another organiser’s events', async () => {
    const { id, email } = await createStaff(shop, own, 'owner')
    const browser = await inSession(shop, { staffId: id, email })
    const { eventId } = await createEvent(shop.db, { organiser_id: other })
    const { body } = await browser.call('invite_staff', {
      organiser_id: own,
      email: newStaffEmail(),
      role: 'door',
      event_ids: [eventId],
    })
    expect(body.code).toBe('bad_role_events')
  })

  it.each(ABOUT_SOMETHING.filter((name) => may('manager', OFFICE_CALLS[name].action) && !OF_OWN_SHIFT.test(name)))(
    '%s: another event’s ids are refused to a manager limited to one, and nothing changes',
    async (name) => {
      const { eventId } = await createEvent(shop.db, { organiser_id: own })
      const { id, email } = await createStaff(shop, own, 'manager', [eventId])
      const browser = await inSession(shop, { staffId: id, email })
      const body = await BODIES[name]({ organiser_id: own, ids: own }, { staffId: id, email })
      const { status } = await browser.call(name, body)
      expect([name, status]).toEqual([name, expect.toBeOneOf([403, 404])])
      expect((await logOf(shop, id)).map(({ outcome }) => outcome)).toEqual(['refused'])
    },
  )

  it('staff limited to some events cannot create others', async () => {
    const { eventId } = await createEvent(shop.db, { organiser_id: own })
    const { id, email } = await createStaff(shop, own, 'manager', [eventId])
    const browser = await inSession(shop, { staffId: id, email })
    expect(await browser.call('create_event', { organiser_id: own, ...eventForm() })).toMatchObject({
      status: 403,
      body: { code: 'may_not' },
    })
    for (const name of ['office_event', 'save_event', 'duplicate_event', 'cancel_date'] as const) {
      const body = await BODIES[name]({ organiser_id: own, ids: own }, { staffId: id, email })
      expect((await browser.call(name, body)).status, name).toBe(404)
    }
    const { events } = (await browser.call('office_events', { organiser_id: own })).body as {
      events: { event_id: number }[]
    }
    expect(events.map(({ event_id }) => event_id)).toEqual([eventId])
  })

  it('staff limited to some events see only those', async () => {
    const [first, second] = [
      await createEvent(shop.db, { organiser_id: own, startsAt: shop.clock.now() }),
      await createEvent(shop.db, { organiser_id: own, startsAt: shop.clock.now() }),
    ]
    const { id, email } = await createStaff(shop, own, 'door', [first.eventId])
    const browser = await inSession(shop, { staffId: id, email })
    const { dates } = (await browser.call('office_home', { organiser_id: own })).body as {
      dates: { event_id: number }[]
    }
    expect(dates.map(({ event_id }) => event_id)).toEqual([first.eventId])
    expect(second.eventId).not.toBe(first.eventId)
  })
})
