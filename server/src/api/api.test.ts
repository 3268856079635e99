import { API_CALLS } from '@foyer/contract/api/calls.ts'
import { API_PATHS, type ApiCallName } from '@foyer/contract/api/paths.ts'
import { OFFICE_PATHS } from '@foyer/contract/office/paths.ts'
import { PATHS } from '@foyer/contract/paths.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTx } from '../db/transaction/tx.ts'
import { giveRole } from '../office/team/people.ts'
import { createStaff, inSession, logOf, signIn } from '../office/testing/office.ts'
import { createOrder } from '../office/testing/order.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { openShop } from '../testing/shop.ts'
import { REQUESTS_PER_MINUTE } from './handle.ts'
import { createKeyOwner, program } from './testing/programs.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let own: number
let other: number
beforeAll(async () => {
  shop = await openShop('postgres')
  own = (await createEvent(shop.db)).organiserId
  other = (await createEvent(shop.db)).organiserId
})
afterAll(() => shop.close())

const orderOf = (organiserId: number, more: object = {}) =>
  createOrder(shop.db, { organiserId, now: shop.clock.now(), ...more })

/** An entry at the door for an order's ticket. */
async function letIn({ ticketId, dateId }: { ticketId: number; dateId: number }) {
  const at = shop.clock.now()
  await shop.db
    .insertInto('admissions')
    .values({ ticket_id: ticketId, date_id: dateId, kind: 'in', outcome: 'admitted', at, place: 'North' })
    .execute()
}

/** The URL of each call about an organiser's data. A missing call does not compile. */
const ABOUT: Record<ApiCallName, (of: Awaited<ReturnType<typeof orderOf>>) => string> = {
  api_events: () => 'events/',
  api_event: ({ eventId }) => `events/${eventId}/`,
  api_orders: ({ eventId }) => `orders/?event_id=${eventId}`,
  api_order: ({ orderId }) => `orders/${orderId}/`,
  api_people: ({ eventId }) => `people/?event_id=${eventId}`,
  api_admissions: ({ eventId }) => `admissions/?event_id=${eventId}`,
}
const NAMES = Object.keys(API_PATHS) as ApiCallName[]

describe('an API key', () => {
  it('is created by an owner with recent confirmation, shown once and stored as a hash', async () => {
    const { id, email } = await createStaff(shop, own, 'owner')
    const sent = { organiser_id: own, name: 'Accounting', role: 'reader' }
    const stale = await inSession(shop, {
      staffId: id,
      email,
      provedAt: new Date(shop.clock.now().getTime() - 601_000),
    })
    expect((await stale.call('make_key', sent)).body.code).toBe('proof_too_old')
    const browser = await inSession(shop, { staffId: id, email })
    const { secret } = (await browser.call('make_key', sent)).body as unknown as { secret: string }
    expect(secret).toMatch(/^foyer_key_[\w-]{43}$/)
    const { rows } = await sql<{ found: boolean }>`
      select (select string_agg(key::text, '') from api_keys key) like ${`%${secret.slice(30)}%`}
        or (select coalesce(string_agg(form::text, ''), '') from office_forms form) like ${`%${secret.slice(30)}%`}
        or (select string_agg(line::text, '') from staff_log line) like ${`%${secret.slice(30)}%`} as found`.execute(
      shop.db,
    )
    expect(rows[0]!.found).toBe(false)
    const page = await browser.call('office_keys', { organiser_id: own })
    expect(JSON.stringify(page.body)).not.toContain(secret.slice(30))
    expect(page.body.keys).toMatchObject([{ name: 'Accounting', prefix: secret.slice(0, 18), nice_used: '' }])
    expect((await program(shop.app, secret)('events/')).status).toBe(200)
    expect((await browser.call('office_keys', { organiser_id: own })).body.keys).toMatchObject([
      { nice_used: expect.stringContaining('2026') },
    ])
    expect((await logOf(shop, id)).at(-1)).toMatchObject({
      action: 'make_key',
      outcome: 'done',
      subject_kind: 'api_key',
    })
  })

  it('is created once by a resubmitted form, and shown only the first time', async () => {
    const { browser } = await createKeyOwner(shop, own)
    const sent = { organiser_id: own, name: 'Reloaded', role: 'reader', form_key: 'one-page-view' }
    const made = await Promise.all(Array.from({ length: 20 }, () => browser.call('make_key', sent)))
    expect(made.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const secrets = made.map(({ body }) => String(body.secret)).filter((secret) => secret !== '')
    expect(secrets).toEqual([expect.stringMatching(/^foyer_key_/)])
    const { rows } = await sql<{ keys: number; stored: string }>`
      select (select count(*)::int from api_keys where name = 'Reloaded') as keys,
        (select string_agg(form::text, '') from office_forms form) as stored`.execute(shop.db)
    expect(rows[0]!.keys).toBe(1)
    expect(rows[0]!.stored).not.toContain(secrets[0]!.slice(20))
  })

  it('requires a name and events of its own organiser', async () => {
    const { browser } = await createKeyOwner(shop, own)
    const { eventId } = await createEvent(shop.db, { organiser_id: other })
    const sent = { organiser_id: own, name: 'x', role: 'reader' }
    expect((await browser.call('make_key', { ...sent, name: ' ' })).body.code).toBe('integration_name_missing')
    expect((await browser.call('make_key', { ...sent, event_ids: [eventId] })).body.code).toBe('bad_role_events')
    expect((await browser.call('make_key', { ...sent, role: 'owner' })).body.code).toBe('bad_request')
  })

  it('gives no access when missing, wrong, truncated or revoked', async () => {
    const owner = await createKeyOwner(shop, own)
    const key = await owner.key()
    const last = key.at(-1) === 'A' ? 'B' : 'A'
    for (const sent of [
      null,
      '',
      'foyer_key_',
      key.slice(0, 18),
      key.slice(0, -1),
      key.slice(0, -1) + last,
      `${key}x`,
    ]) {
      const { status, body, raw } = await program(shop.app, sent)('events/')
      expect([sent?.length, status, body.code, raw.headers['www-authenticate']]).toEqual([
        sent?.length,
        401,
        'bad_api_key',
        'Bearer',
      ])
    }
    const { rows } = await sql<{ id: number }>`select max(id) as id from api_keys where staff_id = ${owner.id}`.execute(
      shop.db,
    )
    expect((await program(shop.app, key)('events/')).status).toBe(200)
    expect((await owner.browser.call('end_key', { organiser_id: own, key_id: rows[0]!.id })).status).toBe(200)
    expect((await program(shop.app, key)('events/')).status).toBe(401)
  })

  it('is revoked with its creator’s role and is not restored with it', async () => {
    const owner = await createKeyOwner(shop, own)
    const [first, second] = [await owner.key(), await owner.key()]
    const boss = await createKeyOwner(shop, own)
    const about = { organiser_id: own, staff_id: owner.id }
    await boss.browser.call('change_staff', { ...about, role: 'manager' })
    for (const key of [first, second]) expect((await program(shop.app, key)('events/')).status).toBe(401)
    await boss.browser.call('change_staff', { ...about, role: 'owner' })
    expect((await program(shop.app, first)('events/')).status).toBe(401)
    const third = await owner.key()
    expect((await program(shop.app, third)('events/')).status).toBe(200)
    await boss.browser.call('end_staff', about)
    expect((await program(shop.app, third)('events/')).status).toBe(401)
    await inTx(shop.db, (tx) =>
      giveRole(tx, {
        staffId: owner.id,
        organiserId: own,
        role: 'owner',
        eventIds: null,
        by: null,
        now: shop.clock.now(),
      }),
    )
    expect((await program(shop.app, third)('events/')).status).toBe(401)
  })

  it('is refused by calls of buyers and the office, and cookies are refused by the API', async () => {
    const { email } = await createStaff(shop, own, 'owner')
    const browser = await signIn(shop, email)
    const cookie = [...browser.jar].map((pair) => pair.join('=')).join('; ')
    const key = await (await createKeyOwner(shop, own)).key('box_office')
    const headers = { authorization: `Bearer ${key}` }
    for (const path of [OFFICE_PATHS.office_team[1], OFFICE_PATHS.office_orders[1], OFFICE_PATHS.office_keys[1]]) {
      const { statusCode } = await shop.app.inject({ url: `${path}?organiser_id=${own}`, headers })
      expect([path, statusCode]).toEqual([path, 401])
    }
    const basket = await shop.app.inject({ url: PATHS.get_user[1], headers })
    expect(basket.json()).toEqual((await shop.app.inject({ url: PATHS.get_user[1] })).json())
    expect((await program(shop.app, null, { cookie })('events/')).status).toBe(401)
    const theirs = await (await createKeyOwner(shop, other)).key()
    const both = await program(shop.app, theirs, { cookie })('events/')
    expect(both.status).toBe(200)
    expect(both.raw.headers['set-cookie']).toBeUndefined()
    const { organiserId, eventId } = await createEvent(shop.db, { organiser_id: own })
    expect(organiserId).toBe(own)
    expect((await program(shop.app, theirs, { cookie })(`events/${eventId}/`)).status).toBe(404)
  })

  it('is not usable from browsers: responses have no CORS headers and are not cached', async () => {
    const key = await (await createKeyOwner(shop, own)).key()
    const { raw } = await program(shop.app, key, { origin: 'https://elsewhere.example' })('events/')
    expect(raw.headers['access-control-allow-origin']).toBeUndefined()
    expect(raw.headers['cache-control']).toBe('private, no-store')
    const preflight = await shop.app.inject({
      method: 'OPTIONS',
      url: '/api/v1/events/',
      headers: { origin: 'https://x.example' },
    })
    expect(preflight.statusCode).toBe(403)
    expect((await shop.app.inject({ method: 'POST', url: '/api/v1/events/' })).statusCode).toBe(405)
  })

  it('has its own limit per minute', async () => {
    const owner = await createKeyOwner(shop, own)
    const [busy, calm] = [program(shop.app, await owner.key()), program(shop.app, await owner.key())]
    shop.clock.set(new Date(Math.ceil(shop.clock.now().getTime() / 60_000) * 60_000 + 20_000))
    for (let n = 0; n < REQUESTS_PER_MINUTE; n++) await busy('events/', { limit: 1 })
    const { status, body, raw } = await busy('events/')
    expect([status, body.code, raw.headers['retry-after']]).toEqual([429, 'too_many_requests', '40'])
    expect((await calm('events/')).status).toBe(200)
    shop.clock.advance(40)
    expect((await busy('events/')).status).toBe(200)
  })
})

describe.each(NAMES)('%s', (name) => {
  it('allows a key with the right, follows the schema, and refuses others', async () => {
    const mine = await orderOf(own)
    const theirs = await orderOf(other)
    for (const order of [mine, theirs]) await letIn(order)
    const isPersonal = API_CALLS[name].action === 'see_people'
    const owner = await createKeyOwner(shop, own)
    for (const role of ['reader', 'box_office'] as const) {
      const asks = program(shop.app, await owner.key(role))
      const { status, body } = await asks(ABOUT[name](mine))
      expect([role, status]).toEqual([role, isPersonal && role === 'reader' ? 403 : 200])
      if (status === 403)
        expect(body).toEqual({
          code: 'key_may_not',
          error:
            'This API key has no right to names, email addresses and phone numbers. An owner can make one that has it, in the office under Team, API keys.',
        })
      if (status === 200) expect(API_CALLS[name].reply.parse(body)).toEqual(body)
      if (role === 'reader') expect(JSON.stringify(body)).not.toContain(mine.email)
      const before = (await logOf(shop, owner.id)).length
      const refused = await asks(ABOUT[name](theirs))
      expect(JSON.stringify(refused.body)).not.toContain(theirs.email)
      if (name === 'api_events') continue
      expect([role, refused.status]).toEqual([role, status === 403 ? 403 : 404])
      expect((await logOf(shop, owner.id)).slice(before)).toMatchObject([
        { action: name, outcome: 'refused', organiser_id: own, after: { code: refused.body.code } },
      ])
    }
  })

  it('restricts a key for one event to that event', async () => {
    const [first, second] = [await orderOf(own), await orderOf(own)]
    const asks = program(shop.app, await (await createKeyOwner(shop, own)).key('box_office', [first.eventId]))
    expect((await asks(ABOUT[name](first))).status).toBe(200)
    const beside = await asks(ABOUT[name](second))
    if (name === 'api_events') expect(beside.body.data.map(({ id }: { id: number }) => id)).toEqual([first.eventId])
    else expect(beside.status).toBe(404)
    const all = await asks(`${ABOUT[name](first).replace(/\?.*/, '')}`)
    expect(JSON.stringify(all.body)).not.toContain(second.email)
  })

  it('is documented with its key', async () => {
    const { paths, components } = (await shop.app.inject('/openapi.json')).json()
    const described = paths[API_PATHS[name][1].replace(/:(\w+)/g, '{$1}')].get
    expect(described).toMatchObject({ operationId: name, security: [{ key: [] }], 'x-right': API_CALLS[name].action })
    expect(Object.keys(described.responses)).toEqual(expect.arrayContaining(['200', '401', '403', '429']))
    expect(components.securitySchemes.key).toEqual({ type: 'http', scheme: 'bearer' })
  })
})

describe('reading with an API key', () => {
  it('shows personal data only with the right, and logs each read', async () => {
    const order = await orderOf(own)
    const owner = await createKeyOwner(shop, own)
    const plain = await program(shop.app, await owner.key())(`orders/${order.orderId}/`)
    expect(plain.body.contact).toBeNull()
    const before = (await logOf(shop, owner.id)).length
    const named = await program(shop.app, await owner.key('box_office'))(`orders/${order.orderId}/`)
    expect(named.body.contact).toEqual({ name: 'Ada Lovelace', email: order.email, phone: '' })
    expect((await logOf(shop, owner.id)).slice(before + 1)).toMatchObject([
      { action: 'api_order', outcome: 'looked', after: { order_id: String(order.orderId) }, organiser_id: own },
    ])
  })

  it('counts tickets sold, held and left of an event, with shared capacity', async () => {
    const event = await createEvent(shop.db, { organiser_id: own })
    await shop.db
      .updateTable('stock')
      .set({ capacity: 10, sold: 3, held: 2 })
      .where('ticket_type_id', '=', event.ticketId)
      .execute()
    const asks = program(shop.app, await (await createKeyOwner(shop, own)).key())
    const typeOf = async () => (await asks(`events/${event.eventId}/`)).body.dates[0].ticket_types[0]
    expect(await typeOf()).toMatchObject({ capacity: 10, sold: 3, held: 2, left: 5 })
    await shop.db.updateTable('stock').set({ closed: true }).where('ticket_type_id', '=', event.ticketId).execute()
    expect(await typeOf()).toMatchObject({ sold: 3, left: 0 })
  })

  it('pages through every order once, and moves an order changed later to the end', async () => {
    const house = (await createEvent(shop.db)).organiserId
    const orders = []
    for (let n = 0; n < 5; n++) orders.push(await orderOf(house))
    const asks = program(shop.app, await (await createKeyOwner(shop, house)).key('box_office'))
    const seen: number[] = []
    let cursor = ''
    for (let more = true; more; ) {
      const { body } = await asks('orders/', { limit: 2, cursor })
      seen.push(...body.data.map(({ id }: { id: number }) => id))
      cursor = body.next
      more = body.has_more
    }
    expect(seen).toEqual(orders.map(({ orderId }) => orderId))
    expect((await asks('orders/', { cursor })).body).toEqual({ data: [], next: cursor, has_more: false })

    const [first, second, third] = orders as [(typeof orders)[0], (typeof orders)[0], (typeof orders)[0]]
    await shop.db.updateTable('tickets').set({ holder_name: 'Grace Hopper' }).where('id', '=', first.ticketId).execute()
    await shop.db
      .updateTable('orders')
      .set({ email: 'new@example.org' })
      .where('sale_id', '=', second.orderId)
      .execute()
    await shop.db
      .updateTable('order_lines')
      .set({ refunded_net_minor: 1000, refunded_qty: 1 })
      .where('sale_id', '=', third.orderId)
      .execute()
    const { body } = await asks('orders/', { cursor })
    expect(body.data.map(({ id, state }: { id: number; state: string }) => [id, state]).sort()).toEqual([
      [first.orderId, 'paid'],
      [second.orderId, 'paid'],
      [third.orderId, 'refunded'],
    ])
    const since = (await asks(`orders/${first.orderId}/`)).body.changed_at
    const changed = await asks('orders/', { changed_since: since })
    expect(changed.body.data.map(({ id }: { id: number }) => id)).toContain(first.orderId)
    expect(changed.body.data.map(({ id }: { id: number }) => id)).not.toContain(orders[4]!.orderId)
    // An admission at the door is not a change of the order.
    await shop.db
      .updateTable('tickets')
      .set({ admitted_at: shop.clock.now() })
      .where('id', '=', orders[4]!.ticketId)
      .execute()
    expect((await asks('orders/', { cursor: body.next })).body.data).toEqual([])
  })

  it.each(['orders/', 'people/', 'admissions/', 'events/'])(
    '%s without a filter contains no data of other organisers',
    async (list) => {
      const [mine, theirs] = [await orderOf((await createEvent(shop.db)).organiserId), await orderOf(other)]
      for (const order of [mine, theirs]) await letIn(order)
      const { organiser_id } = await shop.db
        .selectFrom('events')
        .select('organiser_id')
        .where('id', '=', mine.eventId)
        .executeTakeFirstOrThrow()
      const { body } = await program(shop.app, await (await createKeyOwner(shop, organiser_id)).key('box_office'))(list)
      const eventIds = body.data.flatMap(
        (row: Record<string, unknown>) => row.event_id ?? (list === 'events/' ? row.id : mine.eventId),
      )
      expect(new Set(eventIds)).toContain(mine.eventId)
      expect(eventIds).not.toContain(theirs.eventId)
      expect(JSON.stringify(body)).not.toContain(theirs.email)
    },
  )

  it.each(['cursor=x', 'cursor=1-2-3', 'limit=0', 'limit=101', 'changed_since=yesterday', 'event_id=x'])(
    'refuses %s',
    async (query) => {
      const asks = program(shop.app, await (await createKeyOwner(shop, own)).key())
      expect((await asks(`orders/?${query}`)).body.code).toBe('bad_request')
    },
  )

  it('omits other organisers’ lines of an order', async () => {
    const { orderId, email } = await orderOf(own)
    const theirs = await createEvent(shop.db, { organiser_id: other })
    await shop.db
      .insertInto('order_lines')
      .values({
        sale_id: orderId,
        line: 2,
        kind: 'ticket',
        organiser_id: other,
        event_id: theirs.eventId,
        date_id: theirs.dateId,
        ticket_type_id: theirs.ticketId,
        qty: 1,
        list_minor: 700,
        net_minor: 700,
        paid_at: shop.clock.now(),
      })
      .execute()
    const mine = await program(shop.app, await (await createKeyOwner(shop, own)).key())(`orders/${orderId}/`)
    expect(mine.body).toMatchObject({ total_minor: 1100, lines: [{ line: 1 }] })
    const seen = await program(shop.app, await (await createKeyOwner(shop, other)).key())(`orders/${orderId}/`)
    expect(seen.body).toMatchObject({ total_minor: 700, lines: [{ line: 2 }], tickets: [] })
    expect(JSON.stringify(seen.body)).not.toContain(email)
  })
})
