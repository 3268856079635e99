import { expect, it } from 'vitest'
import { inTx } from '../../db/transaction/tx.ts'
import { describeOnBoth, describeOnPostgres } from '../../testing/database/databases.ts'
import { createPaidSale } from '../../testing/fixtures/paid-sale.ts'
import { withPages } from '../../testing/pages.ts'
import { type TestShop, useShop } from '../../testing/shop.ts'
import { deliverTickets } from '../delivery/deliver.ts'
import { renewCode, voidTickets } from '../retire.ts'
import { newTicketCode, spacedCode } from '../signing/codes.ts'

const ACCESS = 'north door, 1889'
const env = { DOOR_ACCESS_CODE: ACCESS }

async function createTicket(shop: TestShop) {
  const sale = await createPaidSale(shop.deps, { standing: 0, seated: 1 })
  await deliverTickets(shop.deps, sale.saleId)
  const ticket = await shop.db
    .selectFrom('tickets')
    .select(['id', 'code', 'admitted_at', 'admitted_where'])
    .where('sale_id', '=', sale.saleId)
    .executeTakeFirstOrThrow()
  const check = (more: object = {}) =>
    shop.browser().call('check_ticket', { access_code: ACCESS, code: ticket.code, where: 'North door', ...more })
  const admitted = () =>
    shop.db.selectFrom('tickets').select(['admitted_where']).where('id', '=', ticket.id).executeTakeFirstOrThrow()
  return { ...sale, ...ticket, check, admitted, signed: shop.deps.signer.sign(ticket.code) }
}

describeOnBoth('the door call', (kind) => {
  const shop = useShop(kind, { env })

  it('admits once, and refuses the second with when and where', async () => {
    const { check, signed, admitted } = await createTicket(shop())
    expect(await check({ code: signed, look: '1' })).toMatchObject({ body: { outcome: 'valid' } })
    expect(await admitted()).toEqual({ admitted_where: null })
    expect(await check({ code: signed })).toMatchObject({
      status: 200,
      body: { outcome: 'admitted', ticket: { seat: 'A1', holder: 'Ada Lovelace' } },
    })
    const second = await check({ code: signed, where: 'South door' })
    expect(second.body).toMatchObject({ outcome: 'already_admitted', where: 'North door' })
    expect(second.body.nice_when).toMatch(/^\w{3} \d{1,2} \w{3} \d{4}, \d{1,2}:\d\d[ap]m$/)
    expect(await admitted()).toEqual({ admitted_where: 'North door' })
  })

  it('tells since when by the clocks of the ticket’s event, whatever the shop’s', async () => {
    const nice_when = 'Thu 2 Jul 2026, 5:30am'
    shop().clock.set('2026-07-01T20:30:00Z')
    const inTokyo = async () => {
      const ticket = await createTicket(shop())
      await shop().db.updateTable('events').set({ timezone: 'Asia/Tokyo' }).where('id', '=', ticket.event).execute()
      return ticket
    }
    const [used, old] = [await inTokyo(), await inTokyo()]
    await used.check()
    expect((await used.check()).body).toMatchObject({ outcome: 'already_admitted', nice_when })
    const now = shop().clock.now()
    const code = await inTx(shop().db, (tx) =>
      renewCode(tx, old.id, { why: 'transferred', now, random: shop().deps.random }),
    )
    expect((await old.check()).body).toMatchObject({ outcome: 'transferred', nice_when })
    await inTx(shop().db, (tx) => voidTickets(tx, old.saleId, { now }))
    expect((await old.check({ code })).body).toMatchObject({ outcome: 'refunded', nice_when })
  })

  it('accepts a short code by hand, and refuses refunded, forged and unknown ones', async () => {
    const { check, saleId, code } = await createTicket(shop())
    const forged = `${newTicketCode(shop().deps.random)}.${'0'.repeat(100)}`
    expect(await check({ code: forged })).toMatchObject({ body: { outcome: 'not_ours' } })
    expect(await check({ code: newTicketCode(shop().deps.random) })).toMatchObject({ body: { outcome: 'unknown' } })
    await inTx(shop().db, (tx) => voidTickets(tx, saleId, { now: shop().clock.now() }))
    expect(await check({ code: spacedCode(code).toLowerCase() })).toMatchObject({ body: { outcome: 'refunded' } })
    const other = await createTicket(shop())
    expect(await other.check({ code: spacedCode(other.code).toLowerCase() })).toMatchObject({
      body: { outcome: 'admitted' },
    })
  })

  it('reveals and admits nothing without the access code, and blocks repeated guesses', async () => {
    const { check, admitted } = await createTicket(shop())
    for (const access_code of ['', 'NORTH DOOR, 1889', `${ACCESS} `.repeat(2), 'x'])
      expect(await check({ access_code })).toMatchObject({ status: 403, body: { code: 'wrong_door_code' } })
    for (let n = 0; n < 50; n++) await check({ access_code: `guess ${n}` })
    expect(await check({ access_code: 'one more' })).toMatchObject({ status: 429 })
    expect(await check()).toMatchObject({ status: 429 })
    expect(await admitted()).toEqual({ admitted_where: null })
    shop().clock.advance(600)
    expect(await check()).toMatchObject({ body: { outcome: 'admitted' } })
  })

  it('has a page that contains the public key', async () => {
    const pages = await withPages(shop())
    expect(await pages.data(pages.browser(), 'door', '/door/')).toEqual({
      public_key: shop().deps.signer.publicKey,
      by_access_code: true,
    })
  })
})

describeOnBoth('a shop without an access code', (kind) => {
  const shop = useShop(kind)

  it('offers doors to paired devices only', async () => {
    const pages = await withPages(shop())
    expect(await pages.data(pages.browser(), 'door', '/door/')).toMatchObject({ by_access_code: false })
    const { check, admitted } = await createTicket(shop())
    for (const access_code of ['', ACCESS, 'undefined'])
      expect(await check({ access_code })).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await admitted()).toEqual({ admitted_where: null })
  })
})

describeOnPostgres('two doors at the same moment', () => {
  const shop = useShop('postgres', { env })

  it('admit one person per ticket', async () => {
    for (let round = 0; round < 5; round++) {
      const { check } = await createTicket(shop())
      const answers = await Promise.all([1, 2, 3, 4].map((n) => check({ where: `Door ${n}` })))
      const outcomes = answers.map(({ body }) => body.outcome)
      expect(outcomes.filter((outcome) => outcome === 'admitted')).toHaveLength(1)
      expect(outcomes.filter((outcome) => outcome === 'already_admitted')).toHaveLength(3)
    }
  })
})

describeOnPostgres('guesses of the access code sent at the same moment', () => {
  const shop = useShop('postgres', { env })

  it('are counted before they are checked, so that only those within the limit are answered', async () => {
    const browser = shop().browser()
    const guesses = Array.from({ length: 200 }, (_, n) =>
      browser.call('check_ticket', { access_code: `guess ${n}`, code: 'X', where: '', look: '0' }),
    )
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 403)).toHaveLength(50)
    expect(statuses.filter((status) => status === 429)).toHaveLength(150)
  })
})
