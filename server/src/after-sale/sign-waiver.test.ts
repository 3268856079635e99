import { DRAWING } from '@foyer/domain/after-sale/waiver.ts'
import { expect, it } from 'vitest'
import { describeOnBoth, describeOnPostgres } from '../testing/database/databases.ts'
import { createPaidBuyer } from '../testing/fixtures/paid-buyer.ts'
import { withPages } from '../testing/pages.ts'
import { type Browser, type TestShop, useShop } from '../testing/shop.ts'

async function createOrderWithWaiver(shop: TestShop) {
  const buyer = await createPaidBuyer(shop, { title: 'Climbing' })
  const { id: waiverId } = await shop.db
    .insertInto('waivers')
    .values({ event_id: buyer.eventId, title: 'Climb at your own risk', terms_html: '<p>Hold on</p>', version: 3 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sign = (browser: Browser, more: object = {}) =>
    browser.call('sign_waiver', {
      reference: buyer.reference,
      waiver_id: waiverId,
      name: 'Grace Hopper',
      signed_by: 'Grace Hopper',
      is_minor: '',
      signature_kind: 'typed',
      signature: 'Grace Hopper',
      ...more,
    })
  const signatures = () =>
    shop.db.selectFrom('waiver_signatures').selectAll().where('sale_id', '=', buyer.saleId).orderBy('id').execute()
  return { ...buyer, waiverId, sign, signatures }
}

describeOnBoth('signing a waiver', (kind) => {
  const shop = useShop(kind)

  it('accepts one signature per person from anyone with the link, with the version of the terms', async () => {
    const { sign, signatures } = await createOrderWithWaiver(shop())
    const anybody = shop().browser()
    expect(await sign(anybody)).toMatchObject({ status: 200, body: { success: true } })
    expect((await sign(anybody)).status).toBe(200)
    expect((await sign(shop().browser(), { name: ' grace  HOPPER ', signed_by: 'grace HOPPER' })).status).toBe(200)
    const drawn = { name: 'Alan Turing', signed_by: 'Alan Turing', signature_kind: 'drawn', signature: 'M10 20L14 22' }
    expect((await sign(anybody, drawn)).status).toBe(200)
    expect(await signatures()).toMatchObject([
      { name: 'Grace Hopper', signed_by: 'Grace Hopper', is_minor: false, waiver_version: 3, signature_kind: 'typed' },
      { name: 'Alan Turing', signature_kind: 'drawn', signature: 'M10 20L14 22' },
    ])
  })

  it('stores the version that was shown, not a newer or future one', async () => {
    const { sign, signatures, waiverId } = await createOrderWithWaiver(shop())
    await shop()
      .db.updateTable('waivers')
      .set({ terms_html: '<p>Hold on tight</p>', version: 4 })
      .where('id', '=', waiverId)
      .execute()
    expect(await sign(shop().browser(), { version: 3 })).toMatchObject({ status: 200 })
    expect(await sign(shop().browser(), { version: 5, name: 'Alan Turing', signed_by: 'Alan Turing' })).toMatchObject({
      status: 404,
      body: { code: 'unknown_waiver' },
    })
    expect(await signatures()).toMatchObject([{ name: 'Grace Hopper', waiver_version: 3 }])
  })

  it('takes another signature of the same person once the terms have changed, and keeps the first', async () => {
    const { sign, signatures, waiverId } = await createOrderWithWaiver(shop())
    await sign(shop().browser())
    await shop().db.updateTable('waivers').set({ version: 4 }).where('id', '=', waiverId).execute()
    for (let i = 0; i < 2; i++)
      expect(
        (await sign(shop().browser(), { version: 4, name: 'grace hopper', signed_by: 'grace hopper' })).status,
      ).toBe(200)
    expect((await signatures()).map(({ waiver_version }) => waiver_version)).toEqual([3, 4])
  })

  it('requires an adult for a minor, a full name and a signature image', async () => {
    const { sign, signatures } = await createOrderWithWaiver(shop())
    const browser = shop().browser()
    for (const [wrong, code] of [
      [{ name: 'Grace' }, 'bad_full_name'],
      [{ signed_by: 'Someone Else' }, 'bad_full_name'],
      [{ name: 'Young Hopper', is_minor: '1', signed_by: '' }, 'bad_full_name'],
      [{ signature: '' }, 'signature_missing'],
      [{ signature: 'x'.repeat(500) }, 'signature_missing'],
      [{ signature_kind: 'drawn', signature: 'Grace Hopper' }, 'signature_missing'],
      [{ signature_kind: 'drawn', signature: 'M1 1L2 2"/><script>alert(1)</script>' }, 'signature_missing'],
      [{ signature_kind: 'drawn', signature: `M1 1${'L2 2'.repeat(DRAWING.maxLength)}` }, 'bad_request'],
      [{ signature_kind: 'stamped' }, 'bad_request'],
    ] as const)
      expect(await sign(browser, wrong), JSON.stringify(wrong).slice(0, 80)).toMatchObject({
        status: 400,
        body: { code },
      })
    expect(await signatures()).toEqual([])
    expect((await sign(browser, { name: 'Young Hopper', is_minor: '1' })).status).toBe(200)
    expect(await signatures()).toMatchObject([{ name: 'Young Hopper', signed_by: 'Grace Hopper', is_minor: true }])
  })

  it('signs an event’s terms together if the organiser allows it, each with its version, also for children', async () => {
    const { sign, signatures, waiverId, eventId } = await createOrderWithWaiver(shop())
    const { id: second } = await shop()
      .db.insertInto('waivers')
      .values({ event_id: eventId, title: 'Photographs', terms_html: '<p>Smile</p>', version: 2 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const together = { version: 3, also: [{ waiver_id: second, version: 2 }], children: ['Young Hopper'] }
    const apart = { status: 400, body: { code: 'not_signed_together' } }
    expect(await sign(shop().browser(), together)).toMatchObject(apart)
    expect(await sign(shop().browser(), { children: ['Young Hopper'] })).toMatchObject(apart)
    expect(await signatures()).toEqual([])
    await shop().db.updateTable('events').set({ waivers_together: true }).where('id', '=', eventId).execute()
    // One was signed before, and the terms change between reading and signing.
    expect((await sign(shop().browser())).status).toBe(200)
    await shop().db.updateTable('waivers').set({ version: 3 }).where('id', '=', second).execute()
    expect((await sign(shop().browser(), { ...together, signature: 'G H' })).status).toBe(200)
    const rows = (await signatures()).map((row) => [row.waiver_id, row.waiver_version, row.name, row.is_minor])
    expect(rows).toEqual([
      [waiverId, 3, 'Grace Hopper', false],
      [waiverId, 3, 'Young Hopper', true],
      [second, 2, 'Grace Hopper', false],
      [second, 2, 'Young Hopper', true],
    ])
    expect((await signatures()).map(({ signed_by, signature }) => [signed_by, signature])).toEqual([
      ['Grace Hopper', 'Grace Hopper'],
      ...Array.from({ length: 3 }, () => ['Grace Hopper', 'G H']),
    ])
  })

  it('signs all waivers or none: refuses another order’s, a later version, and a child without a full name', async () => {
    const party = await createOrderWithWaiver(shop())
    const other = await createOrderWithWaiver(shop())
    for (const { eventId } of [party, other])
      await shop().db.updateTable('events').set({ waivers_together: true }).where('id', '=', eventId).execute()
    const browser = shop().browser()
    const refused = async (more: object, code: string) =>
      expect(await party.sign(browser, more), JSON.stringify(more)).toMatchObject({ body: { code } })
    await refused({ also: [{ waiver_id: other.waiverId, version: 3 }] }, 'unknown_waiver')
    await refused({ also: [{ waiver_id: party.waiverId, version: 4 }] }, 'unknown_waiver')
    await refused({ children: ['Young Hopper', 'Tot'] }, 'bad_full_name')
    await refused({ children: Array.from({ length: 21 }, () => 'Young Hopper') }, 'bad_request')
    expect(await party.signatures()).toEqual([])
    const twice = { also: [{ waiver_id: party.waiverId, version: 3 }], children: ['Young Hopper', 'young hopper'] }
    expect((await party.sign(browser, twice)).status).toBe(200)
    expect(await party.signatures()).toHaveLength(2)
  })

  it('refuses unknown waivers, unknown references and unpaid orders', async () => {
    const party = await createOrderWithWaiver(shop())
    const other = await createOrderWithWaiver(shop())
    const unknown = { status: 404, body: { code: 'unknown_waiver' } }
    const browser = shop().browser()
    expect(await party.sign(browser, { waiver_id: other.waiverId })).toMatchObject(unknown)
    expect(await party.sign(browser, { reference: 'nothing' })).toMatchObject(unknown)
    await shop().db.updateTable('sales').set({ paid_at: null }).where('id', '=', party.saleId).execute()
    expect(await party.sign(browser)).toMatchObject(unknown)
    expect(await party.signatures()).toEqual([])
  })

  it('the page reveals nothing about the sale; only the buyer sees who has signed', async () => {
    const pages = await withPages(shop())
    const { sign, reference, browser, email } = await createOrderWithWaiver(shop())
    const stranger = pages.browser()
    await sign(stranger)
    await sign(stranger, { name: 'Young Hopper', is_minor: '1' })
    const shown = JSON.stringify(await pages.data(stranger, 'waiver', `/activity-terms-and-conditions/${reference}/`))
    expect(shown).toContain('Climb at your own risk')
    for (const secret of [email, 'Ada', 'Lovelace', 'Grace', 'Hopper']) expect(shown).not.toContain(secret)
    expect(await pages.data(stranger, 'order', `/orders/${reference}/`)).toBeNull()
    const order = await pages.data(pages.browser(browser), 'order', `/orders/${reference}/`)
    expect(order!.waivers).toMatchObject([
      {
        waiver: 'Climb at your own risk',
        event: 'Climbing',
        signed: [
          { name: 'Grace Hopper', is_minor: false },
          { name: 'Young Hopper', signed_by: 'Grace Hopper', is_minor: true },
        ],
      },
    ])
    // The order's timeline records that a signature was given, but not whose.
    expect(JSON.stringify(order!.timeline)).not.toContain('Hopper')
  })
})

describeOnPostgres('signing at the same moment', () => {
  const shop = useShop('postgres')

  it('stores one signature per person', async () => {
    const { sign, signatures } = await createOrderWithWaiver(shop())
    const names = ['Grace Hopper', 'grace hopper']
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => sign(shop().browser(), { name: names[n % 2], signed_by: names[n % 2] })),
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(await signatures()).toHaveLength(1)
  })
})
