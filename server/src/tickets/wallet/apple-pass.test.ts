import { createHash } from 'node:crypto'
import { contrast } from '@foyer/domain/brand/accent.ts'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { claimFreeTickets } from '../../payment/start/free.ts'
import { holdAll } from '../../sale/hold/hold.ts'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { browserWithProvedEmail } from '../../testing/fixtures/buyers.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { createPaidSale } from '../../testing/fixtures/paid-sale.ts'
import { createPicture } from '../../testing/fixtures/picture.ts'
import { saleAt } from '../../testing/fixtures/sale.ts'
import { withPages } from '../../testing/pages.ts'
import { useShop } from '../../testing/shop.ts'
import { deliverTickets } from '../delivery/deliver.ts'
import { ticketAttachments } from '../paper/attachments.ts'
import { makeSigningKey } from '../signing/sign.ts'
import { certificate, APPLE_ENV as env, filesOf, forge } from './certificate.testing.ts'

describeOnBoth('the Apple Wallet pass', (kind) => {
  const shop = useShop(kind, { env })

  it('contains the whole ticket, signed, for its holder only', async () => {
    const pages = await withPages(shop())
    const sale = await createPaidSale(shop().deps, { standing: 0, seated: 1, title: 'Autumn Gala' })
    await deliverTickets(shop().deps, sale.saleId)
    const { id, code } = await shop()
      .db.selectFrom('tickets')
      .select(['id', 'code'])
      .where('sale_id', '=', sale.saleId)
      .executeTakeFirstOrThrow()
    const holder = pages.browser(await browserWithProvedEmail(shop(), sale.email))
    expect(await pages.data(holder, 'wallet', '/account/wallet/')).toMatchObject({ apple_pass: true })

    const url = `/account/wallet/tickets/${id}.pkpass`
    const answer = await holder.get(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/vnd.apple.pkpass')
    const files = filesOf(answer.rawPayload)
    expect(Object.keys(files).sort()).toEqual(
      ['icon.png', 'icon@2x.png', 'icon@3x.png', 'manifest.json', 'pass.json', 'signature'].sort(),
    )
    const pass = JSON.parse(files['pass.json']!.toString())
    expect(pass).toMatchObject({
      formatVersion: 1,
      passTypeIdentifier: 'pass.test.foyer',
      teamIdentifier: 'TEAM000001',
      organizationName: 'City Varieties Trust',
      description: 'Autumn Gala, Stalls',
      barcodes: [{ format: 'PKBarcodeFormatQR', message: shop().deps.signer.sign(code) }],
      eventTicket: {
        primaryFields: [{ value: 'Autumn Gala' }],
        auxiliaryFields: [
          { value: 'Stalls' },
          { value: 'A1' },
          { value: 'Ada Lovelace' },
          { value: 'Doors open 6:30pm' },
        ],
      },
    })
    expect(new Date(pass.relevantDate)).toEqual(new Date('2026-10-02T18:00:00Z'))

    const manifest = JSON.parse(files['manifest.json']!.toString()) as Record<string, string>
    for (const [name, hash] of Object.entries(manifest))
      expect(createHash('sha1').update(files[name]!).digest('hex'), name).toBe(hash)
    expect(Object.keys(manifest)).toHaveLength(4)
    // A PNG of the size its name says.
    const icon = Buffer.from(files['icon@2x.png']!)
    expect(icon.subarray(1, 4).toString()).toBe('PNG')
    expect([icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([58, 58])

    // A detached signature over the manifest: its attributes carry the manifest's hash, and the key has signed them.
    const { rawCapture } = forge.pkcs7.messageFromAsn1(
      forge.asn1.fromDer(forge.util.createBuffer(files.signature!.toString('binary'))),
    )
    const { Class, Type } = forge.asn1
    const attributes: string = forge.asn1.toDer(
      forge.asn1.create(Class.UNIVERSAL, Type.SET, true, rawCapture.authenticatedAttributes),
    ).data
    const hashName: 'sha1' | 'sha256' = { [forge.pki.oids.sha1]: 'sha1', [forge.pki.oids.sha256]: 'sha256' }[
      forge.asn1.derToOid(rawCapture.digestAlgorithm)
    ] as 'sha1'
    expect(attributes).toContain(createHash(hashName).update(files['manifest.json']!).digest().toString('binary'))
    const digest = forge.md[hashName].create().update(attributes).digest().bytes()
    expect(forge.pki.certificateFromPem(certificate).publicKey.verify(digest, rawCapture.signature)).toBe(true)

    expect((await pages.browser().get(url)).statusCode).toBe(404)
    expect((await pages.browser(await browserWithProvedEmail(shop(), 'other@example.org')).get(url)).statusCode).toBe(
      404,
    )
  })

  it('shows the event’s picture and the organiser’s logo in three sizes, on its colour', async () => {
    const { db, deps } = shop()
    const pages = await withPages(shop())
    const sale = await createPaidSale(deps, { standing: 1 })
    await deliverTickets(deps, sale.saleId)
    const ticket = await db
      .selectFrom('tickets')
      .innerJoin('ticket_types as type', 'type.id', 'tickets.ticket_type_id')
      .innerJoin('events as event', 'event.id', 'type.event_id')
      .select(['tickets.id', 'event.id as event_id', 'event.organiser_id'])
      .where('sale_id', '=', sale.saleId)
      .executeTakeFirstOrThrow()
    const [picture, logo] = [await createPicture(deps, '#c04a2b'), await createPicture(deps, '#204060')]
    await db.updateTable('events').set({ picture }).where('id', '=', ticket.event_id).execute()
    await db.updateTable('organisers').set({ logo, accent: '#ffd54a' }).where('id', '=', ticket.organiser_id).execute()
    const holder = pages.browser(await browserWithProvedEmail(shop(), sale.email))
    const files = filesOf((await holder.get(`/account/wallet/tickets/${ticket.id}.pkpass`)).rawPayload)
    for (const [name, width, height] of [
      ['thumbnail.png', 90, 68],
      ['thumbnail@3x.png', 270, 203],
      ['logo.png', 67, 50],
      ['logo@2x.png', 134, 100],
    ] as const) {
      const size = await sharp(files[name]!).metadata()
      expect([name, size.format, size.width, size.height]).toEqual([name, 'png', width, height])
    }
    const pass = JSON.parse(files['pass.json']!.toString())
    expect(pass).not.toHaveProperty('logoText')
    const hex = (rgb: string) =>
      `#${rgb
        .match(/\d+/g)!
        .map((part) => Number(part).toString(16).padStart(2, '0'))
        .join('')}`
    for (const ink of [pass.foregroundColor, pass.labelColor])
      expect(contrast(hex(ink), hex(pass.backgroundColor))).toBeGreaterThanOrEqual(4.5)
    expect(hex(pass.backgroundColor)).not.toBe('#6d1b52')
  })

  it('of an extra is not a ticket and has no calendar entry', async () => {
    const pages = await withPages(shop())
    const { db, deps } = shop()
    const FREE = { price_minor: 0, booking_fee_minor: 0 }
    const { ticketIds } = await createEvent(db, {
      slug: 'autumn-gala-with-programme',
      organiser: { slug: 'house-of-programmes' },
      title: 'Autumn Gala',
      tickets: [
        { name: 'Programme', extra: true, ...FREE },
        { name: 'Adult', ...FREE },
      ],
    })
    const [programme, adult] = ticketIds as [number, number]
    const filesFor = async (typeIds: number[]) => {
      const sale = await saleAt(deps, 'basket', { ticketId: typeIds[0]! })
      for (const ticket_type_id of typeIds.slice(1))
        await db
          .insertInto('sale_lines')
          .values({ sale_id: sale.saleId, ticket_type_id, qty: 1, added_at: deps.clock.now() })
          .execute()
      await holdAll(db, [{ saleId: sale.saleId, userId: null }], 900, deps.clock.now())
      await db.updateTable('sales').set({ state: 'payment' }).where('id', '=', sale.saleId).execute()
      expect(await claimFreeTickets(sale.ctx())).toMatchObject({ ok: true })
      await deliverTickets(deps, sale.saleId)
      const { id } = await db
        .selectFrom('tickets')
        .select('id')
        .where('sale_id', '=', sale.saleId)
        .where('ticket_type_id', '=', programme)
        .executeTakeFirstOrThrow()
      const browser = shop().browser()
      browser.use(sale.cookie.slice(sale.cookie.indexOf('=') + 1))
      const holder = pages.browser(browser)
      const file = (ending: string) => holder.get(`/account/wallet/tickets/${id}.${ending}`)
      const [attached] = await ticketAttachments.draw(deps, [{ kind: 'calendar', sale_id: sale.saleId }], sale.email)
      return { pass: await file('pkpass'), calendar: await file('ics'), attached }
    }

    const alone = await filesFor([programme])
    const pass = JSON.parse(filesOf(alone.pass.rawPayload)['pass.json']!.toString())
    expect(pass).toMatchObject({
      generic: { primaryFields: [{ value: 'Programme' }], auxiliaryFields: [{ value: 'Autumn Gala' }, {}] },
    })
    expect(pass).not.toHaveProperty('eventTicket')
    expect(pass).not.toHaveProperty('relevantDate')
    expect(pass).not.toHaveProperty('relevantDates')
    expect(alone.calendar.statusCode).toBe(404)
    expect(alone.attached).toBeNull()

    const withTicket = await filesFor([programme, adult])
    expect(withTicket.calendar.body).toContain('Adult')
    expect(String(withTicket.attached?.content)).toContain('BEGIN:VEVENT')
  })
})

describe('without certificates', () => {
  const secrets = { NODE_ENV: 'test', SESSION_SECRET: 'x'.repeat(40), TICKET_SIGNING_KEY: makeSigningKey() }

  it('there are no passes, and an incomplete set is reported at the start', () => {
    expect(readConfig(secrets, makeSigningKey).applePass).toBeNull()
    expect(() => readConfig({ ...secrets, APPLE_PASS_TYPE_ID: 'pass.x' }, makeSigningKey)).toThrow(/APPLE_PASS_KEY/)
  })
})
