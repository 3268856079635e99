import { generateKeyPairSync } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { buildSandbox } from '@foyer/sandbox/app.ts'
import { openApplePush } from '@foyer/sandbox/apple/push.ts'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { inTx } from '../../db/transaction/tx.ts'
import { useNeighbour } from '../../office/testing/neighbour.ts'
import { erasePersonalDataOfSales } from '../../privacy/sale-data.ts'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { browserWithProvedEmail } from '../../testing/fixtures/buyers.ts'
import { moveDate } from '../../testing/fixtures/catalogue.ts'
import { createPaidSale } from '../../testing/fixtures/paid-sale.ts'
import { withPages } from '../../testing/pages.ts'
import { useShop } from '../../testing/shop.ts'
import { deliverTickets } from '../delivery/deliver.ts'
import { renewCode } from '../retire.ts'
import { newTicketCode } from '../signing/codes.ts'
import { APPLE_ENV, filesOf } from './certificate.testing.ts'
import { updatePasses } from './update.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const ISSUER = '3388000000022222222'
const ACCOUNT = 'wallet@foyer.iam.gserviceaccount.com'
const time = { now: Date.UTC(2026, 5, 1) }
const push = await openApplePush()
const { app: vendors, state } = buildSandbox({
  now: () => time.now,
  autoRun: false,
  google: { account: ACCOUNT, publicPem: publicKey, issuerId: ISSUER },
})
/** Classes and objects that were sent to Google. */
const sentToGoogle: string[] = []
vendors.addHook('onRequest', async ({ method, url }) => {
  const kind = /eventTicket(Class|Object)/.exec(url)?.[0]
  if (method !== 'GET' && kind) sentToGoogle.push(kind)
})
await vendors.listen({ host: '127.0.0.1', port: 0 })
const google = `http://127.0.0.1:${(vendors.server.address() as AddressInfo).port}/google`
afterAll(async () => {
  vendors.server.closeAllConnections()
  await vendors.close()
  void push.close()
})

const env = {
  ...APPLE_ENV,
  APPLE_PUSH_URL: push.url,
  GOOGLE_WALLET_ISSUER_ID: ISSUER,
  GOOGLE_WALLET_ACCOUNT: ACCOUNT,
  GOOGLE_WALLET_KEY: privateKey.replaceAll('\n', '\\n'),
  GOOGLE_WALLET_URL: google,
}
const TYPE = env.APPLE_PASS_TYPE_ID

type Fields = { key: string; value: string }[]
type PassJson = {
  serialNumber: string
  authenticationToken: string
  webServiceURL: string
  voided?: boolean
  organizationName: string
  barcodes?: { message: string }[]
  eventTicket: { auxiliaryFields: Fields; secondaryFields: Fields; primaryFields: Fields }
}
let devices = 0
const ONE_DAY_MS = 24 * 60 * 60_000

describeOnBoth('passes on phones', (kind) => {
  const shop = useShop(kind, { env })
  useNeighbour(shop)
  beforeEach(() => {
    time.now = shop().clock.now().getTime()
    push.pushes.length = 0
    sentToGoogle.length = 0
  })

  const passIn = (zip: Buffer) => JSON.parse(filesOf(zip)['pass.json']!.toString()) as PassJson

  /** A ticket whose holder has its pass. */
  const setUp = async ({ standing = 0, language = 'en' } = {}) => {
    const pages = await withPages(shop())
    const sale = await createPaidSale(shop().deps, { standing, seated: standing === 0 ? 1 : 0 })
    await shop().db.updateTable('sales').set({ language }).where('id', '=', sale.saleId).execute()
    await deliverTickets(shop().deps, sale.saleId)
    const ticket = await shop()
      .db.selectFrom('tickets')
      .select(['id', 'code'])
      .where('sale_id', '=', sale.saleId)
      .executeTakeFirstOrThrow()
    const holder = pages.browser(await browserWithProvedEmail(shop(), sale.email))
    const take = async () => passIn((await holder.get(`/account/wallet/tickets/${ticket.id}.pkpass`)).rawPayload)
    return { sale, ticket, holder, pages, take, pass: await take() }
  }

  /** A phone, with what it knows of a pass. */
  const makePhone = (pass: Pick<PassJson, 'serialNumber' | 'authenticationToken'>, device = `device-${++devices}`) => {
    const pushToken = Buffer.from(`token of ${device}`.padEnd(32, '.')).toString('hex')
    const ask = (method: 'GET' | 'POST' | 'DELETE', path: string, more: { headers?: object; payload?: object } = {}) =>
      shop().app.inject({
        method,
        url: `/passkit/v1/${path}`,
        ...(more.payload && { payload: more.payload }),
        headers: { authorization: `ApplePass ${pass.authenticationToken}`, ...more.headers },
      })
    const registration = (serial = pass.serialNumber, type = TYPE) =>
      `devices/${device}/registrations/${type}/${serial}`
    return {
      device,
      pushToken,
      ask,
      registration,
      registers: async (serial?: string, type?: string) =>
        (await ask('POST', registration(serial, type), { payload: { pushToken } })).statusCode,
      unregisters: async (serial?: string) => (await ask('DELETE', registration(serial))).statusCode,
      changed: async (since = '') => {
        const answer = await ask(
          'GET',
          `devices/${device}/registrations/${TYPE}${since && `?passesUpdatedSince=${since}`}`,
        )
        return answer.statusCode === 204 ? null : (answer.json() as { serialNumbers: string[]; lastUpdated: string })
      },
      fetches: (headers = {}, serial = pass.serialNumber) => ask('GET', `passes/${TYPE}/${serial}`, { headers }),
    }
  }

  /** Runs the background's work once. */
  const runBackground = async () => {
    shop().clock.advance(10)
    time.now = shop().clock.now().getTime()
    await updatePasses(shop().deps)
    await shop().runJobs()
  }

  it('keep their serial number, and contain the update address', async () => {
    const { pass, take } = await setUp()
    expect(pass).toMatchObject({
      webServiceURL: 'http://shop.test/passkit',
      serialNumber: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect(pass.authenticationToken.length).toBeGreaterThanOrEqual(16)
    expect(await take()).toMatchObject({
      serialNumber: pass.serialNumber,
      authenticationToken: pass.authenticationToken,
    })
  })

  it('a phone registers, is notified of a change and fetches the new version once', async () => {
    const { pass, ticket } = await setUp()
    const phone = makePhone(pass)
    expect([await phone.registers(), await phone.registers()]).toEqual([201, 200])
    const { lastUpdated } = (await phone.changed())!
    expect(await phone.changed(lastUpdated)).toBeNull()
    await runBackground()
    expect(push.pushes).toEqual([])

    await shop().db.updateTable('tickets').set({ holder_name: 'Grace Hopper' }).where('id', '=', ticket.id).execute()
    await runBackground()
    await runBackground()
    expect(push.pushes).toEqual([{ token: phone.pushToken, topic: TYPE, body: '{}' }])
    const changed = (await phone.changed(lastUpdated))!
    expect(changed.serialNumbers).toEqual([pass.serialNumber])
    const fetched = await phone.fetches()
    expect(fetched.headers['content-type']).toBe('application/vnd.apple.pkpass')
    const now = passIn(fetched.rawPayload)
    expect(now.serialNumber).toBe(pass.serialNumber)
    expect(now.eventTicket.auxiliaryFields).toContainEqual({
      key: 'holder',
      label: expect.any(String),
      value: 'Grace Hopper',
    })
    expect((await phone.fetches({ 'if-modified-since': fetched.headers['last-modified'] })).statusCode).toBe(304)
    expect(await phone.changed(changed.lastUpdated)).toBeNull()

    expect(await phone.unregisters()).toBe(200)
    expect(await phone.changed()).toBeNull()
    await shop().db.updateTable('tickets').set({ holder_name: 'Ada' }).where('id', '=', ticket.id).execute()
    await runBackground()
    expect(push.pushes).toHaveLength(1)
  })

  type Given = Awaited<ReturnType<typeof setUp>>
  it.each<[string, (of: Given) => Promise<unknown>, (now: PassJson, was: PassJson) => void]>([
    [
      'a new code',
      ({ ticket }) =>
        inTx(shop().db, (tx) =>
          renewCode(tx, ticket.id, { ...shop().deps, why: 'transferred', now: shop().clock.now() }),
        ),
      (now, was) => expect(now.barcodes![0]!.message).not.toBe(was.barcodes![0]!.message),
    ],
    [
      'another date',
      ({ sale }) => moveDate(shop().db, sale.date, ONE_DAY_MS),
      (now) => expect(now.eventTicket.secondaryFields[0]!.value).toContain('Sat 3 Oct 2026'),
    ],
    [
      'another title',
      ({ sale }) => sql`update events set title = 'Winter Gala' where id = ${sale.event}`.execute(shop().db),
      (now) => expect(now.eventTicket.primaryFields[0]!.value).toBe('Winter Gala'),
    ],
    [
      'doors that open later',
      async ({ sale }) => {
        const { starts_at } = await shop()
          .db.selectFrom('event_dates')
          .select('starts_at')
          .where('id', '=', sale.date)
          .executeTakeFirstOrThrow()
        const doors_at = new Date(starts_at.getTime() - 10 * 60_000)
        await shop().db.updateTable('event_dates').set({ doors_at }).where('id', '=', sale.date).execute()
      },
      (now) =>
        expect(now.eventTicket.auxiliaryFields).toContainEqual(
          expect.objectContaining({ key: 'doors', value: 'Doors open 6:50pm' }),
        ),
    ],
    [
      'another name of the venue',
      ({ sale }) =>
        sql`update venues set name = 'The Mill' where id = (select venue_id from events where id = ${sale.event})`.execute(
          shop().db,
        ),
      (now) => expect(now.eventTicket.secondaryFields[1]!.value).toBe('The Mill, Leeds'),
    ],
    [
      'another name of the organiser',
      ({ sale }) =>
        sql`update organisers set name = 'The Varieties' where id = (select organiser_id from events where id = ${sale.event})`.execute(
          shop().db,
        ),
      (now) => expect(now.organizationName).toBe('The Varieties'),
    ],
    [
      'another name of the ticket type',
      ({ ticket }) =>
        sql`update ticket_types set name = 'Balcony' where id = (select ticket_type_id from tickets where id = ${ticket.id})`.execute(
          shop().db,
        ),
      (now) => expect(now.eventTicket.auxiliaryFields[0]!.value).toBe('Balcony'),
    ],
    [
      'a refund',
      ({ ticket }) => sql`update tickets set status = 'void' where id = ${ticket.id}`.execute(shop().db),
      (now) => expect(now).toMatchObject({ voided: true }),
    ],
    [
      'a cancelled date',
      ({ sale }) => sql`update event_dates set status = 'cancelled' where id = ${sale.date}`.execute(shop().db),
      (now) => expect(now).toMatchObject({ voided: true }),
    ],
  ])('show %s', async (_, change, shows) => {
    const of = await setUp()
    const phone = makePhone(of.pass)
    await phone.registers()
    await change(of)
    await runBackground()
    expect(push.pushes).toHaveLength(1)
    const now = passIn((await phone.fetches()).rawPayload)
    shows(now, of.pass)
    if (now.voided) expect(now.barcodes).toBeUndefined()
  })

  it('are pushed once for several changes, and not for unchanged or long past tickets', async () => {
    const { pass, sale } = await setUp()
    const phone = makePhone(pass)
    await phone.registers()
    const sameVenue = () =>
      sql`update venues set name = name, full_address = full_address where id = (select venue_id from events where id = ${sale.event})`
    await sameVenue().execute(shop().db)
    await runBackground()
    expect(push.pushes).toEqual([])
    for (const title of ['One', 'Two', 'Three'])
      await sql`update events set title = ${title} where id = ${sale.event}`.execute(shop().db)
    await sql`update venues set full_address = '1 Mill Lane' where id = (select venue_id from events where id = ${sale.event})`.execute(
      shop().db,
    )
    await runBackground()
    await runBackground()
    expect(push.pushes).toHaveLength(1)
    const before = shop().clock.now()
    shop().clock.set(new Date('2027-10-02T00:00:00Z'))
    await sql`update organisers set name = 'Another' where id = (select organiser_id from events where id = ${sale.event})`.execute(
      shop().db,
    )
    await runBackground()
    expect(push.pushes).toHaveLength(1)
    expect(await shop().db.selectFrom('ticket_passes').select('serial').where('stale', '=', true).execute()).toEqual([])
    shop().clock.set(before)
  })

  it('of a transferred ticket end, and show no data of the new holder', async () => {
    const { pass, ticket, sale } = await setUp()
    const phone = makePhone(pass)
    await phone.registers()
    const next = {
      holder_email: `next-${sale.saleId}@example.org`,
      holder_name: 'Grace Hopper',
      user_id: null,
      code: newTicketCode(shop().deps.random),
    }
    await shop().db.updateTable('tickets').set(next).where('id', '=', ticket.id).execute()
    await runBackground()
    const fetched = (await phone.fetches()).rawPayload
    const now = passIn(fetched)
    expect(now).toMatchObject({ voided: true })
    expect(now.barcodes).toBeUndefined()
    for (const secret of ['Grace Hopper', next.code, next.holder_email])
      expect(fetched.toString('latin1')).not.toContain(secret)
    const pages = await withPages(shop())
    const grace = pages.browser(await browserWithProvedEmail(shop(), next.holder_email))
    const theirs = passIn((await grace.get(`/account/wallet/tickets/${ticket.id}.pkpass`)).rawPayload)
    expect(theirs.serialNumber).not.toBe(pass.serialNumber)
    expect((await phone.fetches({}, theirs.serialNumber)).statusCode).toBe(401)
  })

  it('return nothing to another pass’s token, an unknown serial, another type, or no token', async () => {
    const [mine, theirs] = [await setUp(), await setUp()]
    const phone = makePhone(mine.pass)
    const victim = makePhone(theirs.pass)
    expect(await victim.registers()).toBe(201)
    const other = theirs.pass.serialNumber
    expect(await phone.registers(other)).toBe(401)
    expect(await phone.unregisters(other)).toBe(401)
    expect((await phone.fetches({}, other)).statusCode).toBe(401)
    for (const serial of ['0'.repeat(32), 'x', '%27', mine.ticket.code])
      expect((await phone.fetches({}, serial)).statusCode).toBe(401)
    expect(await phone.registers(undefined, 'pass.of.others')).toBe(401)
    for (const authorization of ['', 'ApplePass ', `Bearer ${mine.pass.authenticationToken}`])
      expect((await phone.fetches({ authorization })).statusCode).toBe(401)
    expect((await phone.ask('POST', phone.registration(), { payload: { pushToken: '../x' } })).statusCode).toBe(400)
    // A device unregisters itself alone, even with the pass.
    const second = makePhone(theirs.pass)
    expect(await second.unregisters()).toBe(200)
    expect((await victim.changed())!.serialNumbers).toEqual([other])
    expect(await phone.changed()).toBeNull()
    expect((await phone.ask('POST', 'log', { payload: { logs: ['x'] } })).statusCode).toBe(200)
  })

  it('an unknown push token is deleted, one push serves many passes, and an outage at Apple delays it', async () => {
    const [first, second] = [await setUp(), await setUp()]
    const phone = makePhone(first.pass)
    await phone.registers()
    await makePhone(second.pass, phone.device).registers()
    const lost = makePhone(first.pass)
    await lost.registers()
    push.unregistered.add(lost.pushToken)
    push.failing.next = 1
    for (const { ticket } of [first, second])
      await shop().db.updateTable('tickets').set({ holder_name: 'Both' }).where('id', '=', ticket.id).execute()
    await runBackground()
    await runBackground()
    expect(push.pushes.map(({ token }) => token)).toEqual([phone.pushToken])
    expect((await phone.changed())!.serialNumbers.toSorted()).toEqual(
      [first, second].map(({ pass }) => pass.serialNumber).toSorted(),
    )
    expect(await lost.changed()).toBeNull()
  })

  it('are deleted with the personal data of the order', async () => {
    const { pass, sale } = await setUp()
    const phone = makePhone(pass)
    await phone.registers()
    await inTx(shop().db, (tx) => erasePersonalDataOfSales(tx, [sale.saleId]))
    expect((await phone.fetches()).statusCode).toBe(401)
    expect(
      await shop().db.selectFrom('pass_devices').select('device').where('device', '=', phone.device).execute(),
    ).toEqual([])
  })

  it('a ticket is saved to Google Wallet by its holder only, by a signed link', async () => {
    const { holder, ticket, pages } = await setUp()
    expect(await pages.data(holder, 'wallet', '/account/wallet/')).toMatchObject({ google_wallet: 'on' })
    const saved = await holder.get(`/account/wallet/tickets/${ticket.id}.google`)
    expect(saved.statusCode).toBe(303)
    const link = String(saved.headers.location)
    expect(link.length).toBeLessThan(1800)
    const page = await fetch(link)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Saved')])
    expect((await fetch(`${link.slice(0, -6)}AAAAAA`)).status).toBe(400)
    const object = state.google.objects.values().at(-1)!
    expect(object).toMatchObject({
      state: 'ACTIVE',
      ticketHolderName: 'Ada Lovelace',
      barcode: { type: 'QR_CODE', value: expect.stringContaining(ticket.code) },
    })
    expect(state.google.classes.get(String(object.classId))).toMatchObject({ issuerName: 'City Varieties Trust' })
    const stranger = pages.browser(await browserWithProvedEmail(shop(), `stranger-${ticket.id}@example.org`))
    expect((await stranger.get(`/account/wallet/tickets/${ticket.id}.google`)).statusCode).toBe(404)
  })

  it('Google is updated after a change, and without the code at the end, also after an outage', async () => {
    const { holder, ticket, sale } = await setUp()
    await holder.get(`/account/wallet/tickets/${ticket.id}.google`)
    const { id, classId } = state.google.objects.values().at(-1)!
    await shop().db.updateTable('tickets').set({ holder_name: 'Grace Hopper' }).where('id', '=', ticket.id).execute()
    await moveDate(shop().db, sale.date, ONE_DAY_MS)
    state.switches.set({ vendor: 'google', switch: 'error', value: 'before', times: 1 })
    await runBackground()
    expect(state.google.objects.get(id)).toMatchObject({ ticketHolderName: 'Ada Lovelace' })
    await runBackground()
    expect(state.google.objects.get(id)).toMatchObject({ ticketHolderName: 'Grace Hopper' })
    expect(state.google.classes.get(String(classId))).toMatchObject({ dateTime: { start: '2026-10-03T18:00:00.000Z' } })
    await shop().db.updateTable('tickets').set({ status: 'void' }).where('id', '=', ticket.id).execute()
    await runBackground()
    const ended = state.google.objects.get(id)!
    expect(ended).toMatchObject({ state: 'INACTIVE' })
    expect(Object.keys(ended)).not.toEqual(expect.arrayContaining(['barcode']))
    expect(JSON.stringify(ended)).not.toContain('Grace')
  })

  it('Google is updated once per date for a new venue, and not for tickets that look the same', async () => {
    const { holder, sale } = await setUp({ standing: 2, language: 'fr' })
    const tickets = await shop().db.selectFrom('tickets').select('id').where('sale_id', '=', sale.saleId).execute()
    for (const { id } of tickets) await holder.get(`/account/wallet/tickets/${id}.google`)
    const { classId, ticketType } = state.google.objects.values().at(-1)!
    expect(ticketType).toMatchObject({ defaultValue: { language: 'fr-FR' } })
    sentToGoogle.length = 0
    await sql`update venues set name = 'The Mill' where id = (select venue_id from events where id = ${sale.event})`.execute(
      shop().db,
    )
    await runBackground()
    expect(sentToGoogle).toEqual(['eventTicketClass'])
    expect(state.google.classes.get(String(classId))).toMatchObject({
      venue: { name: { defaultValue: { value: 'The Mill' } } },
      dateTime: { doorsOpen: expect.any(String) },
    })
    await shop().db.updateTable('tickets').set({ holder_name: 'Grace' }).where('id', '=', tickets[0]!.id).execute()
    await runBackground()
    expect(sentToGoogle).toEqual(['eventTicketClass', 'eventTicketObject'])
  })

  it('a holder is told when Google is down', async () => {
    const { holder, ticket, pages } = await setUp()
    state.switches.set({ vendor: 'google', switch: 'error', value: 'before', times: 1 })
    const answer = await holder.get(`/account/wallet/tickets/${ticket.id}.google`)
    expect(answer.headers.location).toBe('/account/wallet/?google=down')
    expect(await pages.data(holder, 'wallet', '/account/wallet/?google=down')).toMatchObject({ google_wallet: 'down' })
  })
})
