import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import type { Role } from '@foyer/domain/office/rights.ts'
import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { inTx } from '../../db/transaction/tx.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { useShop } from '../../testing/shop.ts'
import { createCharity, createDonation } from '../testing/gift-aid.ts'
import { useNeighbour } from '../testing/neighbour.ts'
import { createStaff, inSession, logOf } from '../testing/office.ts'
import { createDispute } from '../testing/order.ts'
import { readSchedule } from './hmrc-rules.testing.ts'

const shop = useShop('postgres')
useNeighbour(shop)

type Shown = OfficeReply<'office_gift_aid'>
const TODAY = () => shop().clock.now().toISOString().slice(0, 10)

async function createCharityOrganiser() {
  const { db, clock } = shop()
  const { organiserId, eventId } = await createEvent(db, { organiser: { contact_email: 'give@house.example' } })
  const charityId = await createCharity(db)
  await db.updateTable('organisers').set({ charity_id: charityId }).where('id', '=', organiserId).execute()
  const about = { organiser_id: organiserId }
  const as = async (role: Role = 'manager', eventIds: number[] | null = null, provedAt?: Date) => {
    const { id, email } = await createStaff(shop(), organiserId, role, eventIds)
    const browser = await inSession(shop(), { staffId: id, email, ...(provedAt && { provedAt }) })
    const see = async () => (await browser.call('office_gift_aid', about)).body as unknown as Shown
    const claim = (more: object = {}) => browser.call('claim_gift_aid', { ...about, charity_id: charityId, ...more })
    const file = async (claimId: number) => {
      const { body, status } = await browser.call('gift_aid_schedule', { ...about, claim_id: claimId })
      expect(status).toBe(200)
      return readSchedule(Buffer.from(String(body.base64), 'base64'), TODAY())
    }
    return { id, browser, see, claim, file }
  }
  const gives = (more: Partial<Parameters<typeof createDonation>[1]> = {}) =>
    createDonation(db, { organiserId, charity_id: charityId, now: clock.now(), ...more })
  const refunds = ({ orderId }: { orderId: number }, minor: number) =>
    db
      .updateTable('order_lines')
      .set({ refunded_net_minor: minor })
      .where('sale_id', '=', orderId)
      .where('kind', '=', 'donation')
      .execute()
  return { organiserId, eventId, charityId, about, as, gives, refunds }
}

it('claims 1,204 donations in two valid files, asks 37 donors for details, and repeats nothing', async () => {
  const organiser = await createCharityOrganiser()
  const { db, clock } = shop()
  const early = new Date(clock.now().getTime() - 40 * 86_400_000)
  const first = await organiser.gives({ now: early, minor: 5000 })
  const many = 1201
  for (let n = 0; n < 2; n++)
    await organiser.gives(
      n === 0
        ? { donor_name: 'Łucja Smith-Jones' }
        : { donor_name: 'Zoë Brontë', address_1: '100 Champs Élysées', postcode: '75008 Paris', uk_based: false },
    )
  // The rest are copies of one order, which is faster.
  const one = await organiser.gives()
  await copies(one.orderId, many - 1 + 37)
  const all = await db
    .selectFrom('order_lines')
    .select('sale_id')
    .where('organiser_id', '=', organiser.organiserId)
    .where('kind', '=', 'donation')
    .orderBy('sale_id', 'desc')
    .limit(37)
    .execute()
  await db
    .updateTable('gift_aid_declarations')
    .set({ address_1: '', postcode: '', claimable: false })
    .where(
      'sale_id',
      'in',
      all.map(({ sale_id }) => sale_id),
    )
    .execute()
  await db.updateTable('sales').set({ language: 'fr' }).where('id', '=', all[0]!.sale_id).execute()
  const treasurer = await organiser.as()
  const before = await treasurer.see()
  expect(before.charities).toMatchObject([
    { ready: { n: 1204, files: 2, total: '£24,110.00', worth: '£6,027.50' }, incomplete: { n: 37 }, deduct: '' },
  ])
  expect(before.to_ask).toBe(37)
  expect((await treasurer.browser.call('ask_gift_aid', organiser.about)).status).toBe(200)
  expect((await treasurer.browser.call('ask_gift_aid', organiser.about)).status).toBe(200)
  const letters = await db
    .selectFrom('mails')
    .select(['key', 'body_text'])
    .where('kind', '=', 'gift_aid')
    .where(
      'sale_id',
      'in',
      all.map(({ sale_id }) => sale_id),
    )
    .execute()
  expect(letters).toHaveLength(37)
  expect(letters[0]!.body_text).toContain('give@house.example')
  // Each in the language of its donor.
  expect(letters.filter(({ body_text }) => body_text.includes('Votre numéro de commande'))).toHaveLength(1)
  expect((await treasurer.see()).to_ask).toBe(0)

  // Two managers press at once, one of them twice.
  const other = await organiser.as()
  const pressed = await Promise.all([
    treasurer.claim({ form_key: 'k' }),
    treasurer.claim({ form_key: 'k' }),
    other.claim({ form_key: 'l' }),
  ])
  expect(pressed.map(({ status }) => status).toSorted()).toEqual([200, 200, 409])
  const lines = await db
    .selectFrom('gift_aid_claim_lines')
    .innerJoin('gift_aid_claims as claim', 'claim.id', 'claim_id')
    .select('sale_id')
    .where('claim.organiser_id', '=', organiser.organiserId)
    .execute()
  expect([lines.length, new Set(lines.map(({ sale_id }) => sale_id)).size]).toEqual([1204, 1204])
  const { claims, charities, ready } = await treasurer.see()
  expect([charities[0]!.ready.n, ready]).toEqual([0, []])
  expect(claims.map((claim) => [claim.lines, claim.box2])).toEqual([
    [204, ''],
    [1000, ''],
  ])
  const files = await Promise.all(claims.map(({ claim_id }) => treasurer.file(claim_id)))
  expect(files.map(({ faults, rows }) => [faults, rows.length])).toEqual([
    [[], 204],
    [[], 1000],
  ])
  const names = files.flatMap(({ rows }) => rows.map((cells) => `${cells[2]} ${cells[3]}, ${cells[4]} ${cells[5]}`))
  expect(names).toContain('Lucja Smith Jones, 12 High Street SW1A 1AA')
  expect(names).toContain('Zoë Brontë, 100 Champs Élysées, 75008 Paris X')
  // Box 1 of the first file is the first donation.
  const ukShort = (at: Date) => at.toLocaleDateString('en-GB', { timeZone: 'Europe/London' }).replace(/20(?=\d\d$)/, '')
  expect(files[1]!.earliest).toBe(ukShort(early))

  // Afterwards one is refunded whole, one in part: 25% of both in the next claim, and only there.
  await organiser.refunds(first, 5000)
  await organiser.refunds(one, 500)
  expect((await treasurer.see()).charities[0]!.deduct).toBe('£13.75')
  expect((await treasurer.claim()).body.code).toBe('gift_aid_nothing')
  await organiser.gives({ minor: 4000 })
  expect((await treasurer.claim()).status).toBe(200)
  const second = (await treasurer.see()).claims[0]!
  // No more is deducted than the claim is worth; the rest waits.
  expect(second).toMatchObject({ lines: 1, tax: '£10.00', box2: '£10.00' })
  expect(await treasurer.file(second.claim_id)).toMatchObject({ faults: [], overclaimed: '10.00' })
  await organiser.gives({ minor: 10_000 })
  expect((await treasurer.claim()).status).toBe(200)
  expect((await treasurer.see()).claims[0]).toMatchObject({ box2: '£3.75' })
  await organiser.gives()
  expect((await treasurer.claim()).status).toBe(200)
  expect((await treasurer.see()).claims[0]).toMatchObject({ box2: '' })
})

/** Copies a donation with its order. */
async function copies(orderId: number, count: number) {
  const { db } = shop()
  await inTx(db, async (tx) => {
    const sale = await tx.selectFrom('sales').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
    const order = await tx.selectFrom('orders').selectAll().where('sale_id', '=', orderId).executeTakeFirstOrThrow()
    const line = await tx
      .selectFrom('order_lines')
      .selectAll()
      .where('sale_id', '=', orderId)
      .where('kind', '=', 'donation')
      .executeTakeFirstOrThrow()
    const declared = await tx
      .selectFrom('gift_aid_declarations')
      .selectAll()
      .where('sale_id', '=', orderId)
      .executeTakeFirstOrThrow()
    const { id: _, terms: __, ...plain } = sale
    const ids = await tx
      .insertInto('sales')
      .values(Array.from({ length: count }, (_, n) => ({ ...plain, reference: `${sale.reference}-${n}` })))
      .returning('id')
      .execute()
    await tx
      .insertInto('orders')
      .values(
        ids.map(({ id }, n) => ({
          ...order,
          sale_id: id,
          number: `${order.number}${n}`,
          email: `${n}-${order.email}`,
        })),
      )
      .execute()
    await tx
      .insertInto('order_lines')
      .values(ids.map(({ id }) => ({ ...line, sale_id: id })))
      .execute()
    await tx
      .insertInto('gift_aid_declarations')
      .values(ids.map(({ id }) => ({ ...declared, sale_id: id })))
      .execute()
  })
}

it('excludes refunded, cancelled, unpaid, disputed and foreign-currency donations', async () => {
  const organiser = await createCharityOrganiser()
  const { db, clock } = shop()
  const now = clock.now()
  const partly = await organiser.gives()
  await organiser.refunds(partly, 500)
  await organiser.refunds(await organiser.gives(), 2000)
  const cancelled = await organiser.gives()
  await db
    .updateTable('gift_aid_declarations')
    .set({ cancelled_at: now })
    .where('sale_id', '=', cancelled.orderId)
    .execute()
  const plan = await organiser.gives()
  await db
    .insertInto('payment_plans')
    .values({ sale_id: plan.orderId, option_key: '2', status: 'active', terms_version: '1', agreed_at: now })
    .execute()
  const disputed = await organiser.gives()
  const id = await createDispute(db, disputed, now)
  const euros = await organiser.gives()
  await db.updateTable('orders').set({ currency: 'EUR' }).where('sale_id', '=', euros.orderId).execute()
  const manager = await organiser.as()
  const { charities } = await manager.see()
  expect(charities[0]).toMatchObject({ ready: { n: 1, total: '£15.00', worth: '£3.75' }, waiting: { n: 2 } })
  expect((await manager.claim()).status).toBe(200)
  await db.updateTable('payment_plans').set({ status: 'completed' }).where('sale_id', '=', plan.orderId).execute()
  for (const [status, amount_minor, ready, waiting] of [
    // Of 31.50 for a ticket and the donation.
    ['LOST', 3150, '£20.00', 0],
    ['lost', 1650, '£35.00', 0],
    ['ACCEPTED', 1150, '£40.00', 0],
    ['INQUIRY_CLOSED', 2000, '£40.00', 0],
    ['warning_under_review', 2000, '£20.00', 1],
    ['warning_closed', 2000, '£40.00', 0],
    ['needs_response', 2000, '£20.00', 1],
    ['WON', 2000, '£40.00', 0],
  ] as const) {
    await db.updateTable('disputes').set({ status, amount_minor }).where('payment_id', '=', id).execute()
    expect((await manager.see()).charities[0], status).toMatchObject({
      ready: { total: ready },
      waiting: { n: waiting },
    })
  }
  expect((await manager.claim()).status).toBe(200)
  await db.updateTable('disputes').set({ status: 'lost', amount_minor: 1650 }).where('payment_id', '=', id).execute()
  expect((await manager.see()).charities[0], 'claimed, and lost since').toMatchObject({ deduct: '£1.25' })
})

it('an incomplete declaration becomes ready once staff complete it', async () => {
  const organiser = await createCharityOrganiser()
  const { orderId } = await organiser.gives({ donor_name: 'Ada', address_1: '', postcode: '', claimable: false })
  const manager = await organiser.as()
  const complete = (more: object) =>
    manager.browser.call('complete_gift_aid', {
      ...organiser.about,
      order_id: orderId,
      donor_name: 'Ada Lovelace',
      address1: '1 Mill Lane',
      postcode: 'M1 1AE',
      uk_based: '1',
      ...more,
    })
  expect((await manager.see()).incomplete).toMatchObject([{ order_id: orderId, lacks: 'name' }])
  const shownOnOrder = async () => {
    const { body } = await manager.browser.call('office_order', { ...organiser.about, order_id: orderId })
    return (body.facts as { label: string; text: string }[]).find(({ label }) => label === 'Gift Aid')?.text
  }
  expect(await shownOnOrder()).toBe('Ada, £20.00, incomplete')
  for (const wrong of [{ donor_name: 'Ada' }, { address1: '' }, { postcode: '12345' }, { donor_name: '王 芳' }])
    expect((await complete(wrong)).body.code).toBe('gift_aid_incomplete')
  expect((await complete({})).status).toBe(200)
  expect(await shownOnOrder()).toBe('Ada Lovelace, £20.00, can be claimed')
  expect((await manager.see()).charities[0]).toMatchObject({ ready: { n: 1 }, incomplete: { n: 0 } })
  expect((await logOf(shop(), manager.id)).findLast(({ outcome }) => outcome === 'done')).toMatchObject({
    action: 'complete_gift_aid',
    after: { changed: ['name', 'address', 'postcode'] },
  })
  await manager.claim()
  expect((await complete({})).body.code).toBe('not_found')
})

it('a donor who opted in without the statements is asked for them, and claimed for only once they have made them', async () => {
  const organiser = await createCharityOrganiser()
  const { orderId } = await organiser.gives({
    uk_taxpayer: true,
    own_money: true,
    not_gambling: false,
    claimable: false,
    wording: 'I pay tax.\nIt is my money.',
  })
  const manager = await organiser.as()
  const { charities, incomplete } = await manager.see()
  expect(charities[0]).toMatchObject({ ready: { n: 0 }, incomplete: { n: 1 } })
  expect(incomplete).toMatchObject([{ order_id: orderId, lacks: 'statements' }])
  expect((await manager.claim()).body.code).toBe('gift_aid_nothing')
  await manager.browser.call('ask_gift_aid', organiser.about)
  const { body_text } = await shop()
    .db.selectFrom('mails')
    .select('body_text')
    .where('sale_id', '=', orderId)
    .executeTakeFirstOrThrow()
  for (const statement of ['I pay tax.', 'It is my money.']) expect(body_text).toContain(statement)
  const complete = (more: object) =>
    manager.browser.call('complete_gift_aid', {
      ...organiser.about,
      order_id: orderId,
      donor_name: 'Ada Lovelace',
      address1: '1 Mill Lane',
      postcode: 'M1 1AE',
      uk_based: '1',
      ...more,
    })
  expect((await complete({})).body.code).toBe('gift_aid_confirmations_missing')
  expect((await complete({ confirmed: '1' })).status).toBe(200)
  expect((await manager.see()).charities[0]).toMatchObject({ ready: { n: 1 }, incomplete: { n: 0 } })
  expect((await logOf(shop(), manager.id)).findLast(({ outcome }) => outcome === 'done')).toMatchObject({
    after: { changed: expect.arrayContaining(['statements']) },
  })
  expect((await manager.claim()).status).toBe(200)
})

it('the evidence contains the schedule and each declaration with its wording', async () => {
  const organiser = await createCharityOrganiser()
  await organiser.gives({ donor_name: '=HYPERLINK("x") Ada', wording: 'I want Gift Aid' })
  const manager = await organiser.as()
  await manager.claim()
  const { claim_id } = (await manager.see()).claims[0]!
  const { body } = await manager.browser.call('gift_aid_evidence', { ...organiser.about, claim_id })
  const files = unzipSync(Buffer.from(String(body.base64), 'base64'))
  const [ods, csv] = Object.keys(files)
  expect([ods, csv]).toEqual([expect.stringMatching(/\.ods$/), expect.stringMatching(/\.csv$/)])
  expect(readSchedule(files[ods!]!, TODAY()).faults).toEqual([])
  const text = strFromU8(files[csv!]!)
  expect(text).toContain('I want Gift Aid')
  expect(text).toContain('"\'=HYPERLINK(')
  expect(text).toContain('2026-11')
})

it('is for managers of the whole organiser with recent confirmation, and their own claims', async () => {
  const organiser = await createCharityOrganiser()
  await organiser.gives()
  const limited = await organiser.as('manager', [organiser.eventId])
  expect((await limited.browser.call('office_gift_aid', organiser.about)).body.code).toBe('may_not')
  expect((await limited.claim()).body.code).toBe('may_not')
  const stale = await organiser.as('manager', null, new Date(shop().clock.now().getTime() - 601_000))
  expect((await stale.claim()).body.code).toBe('proof_too_old')
  const manager = await organiser.as()
  await manager.claim()
  const { claim_id } = (await manager.see()).claims[0]!
  const stranger = await createCharityOrganiser()
  const theirs = await stranger.as()
  for (const call of ['gift_aid_schedule', 'gift_aid_evidence'] as const)
    expect((await theirs.browser.call(call, { ...stranger.about, claim_id })).body.code).toBe('not_found')
  // A charity of two organisers, each of which claims its own buyers' donations.
  const { db } = shop()
  await createDonation(db, {
    organiserId: stranger.organiserId,
    charity_id: organiser.charityId,
    now: shop().clock.now(),
  })
  expect((await manager.claim()).body.code).toBe('gift_aid_nothing')
  expect((await theirs.see()).charities.map(({ ready }) => ready.n).toSorted()).toEqual([0, 1])
})
