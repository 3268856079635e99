import { expect, it } from 'vitest'
import { inTx } from '../../db/transaction/tx.ts'
import { describeOnBoth, type TestDb, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { saleAt, stockOf } from '../../testing/fixtures/sale.ts'
import { issueVoucher } from '../../testing/fixtures/voucher.ts'
import { lockSale } from '../sale.ts'
import { redeemCodes, reserveCodes } from './codes.ts'
import { holdAll } from './hold.ts'
import { releaseHold } from './release.ts'

describeOnBoth('the last use of a code', (kind) => {
  const opened = useTestDatabase(kind)

  it('goes to one basket: the other gets a message and holds nothing, without affecting concurrent baskets', async () => {
    const deps = testDeps(opened())
    const { db } = deps
    const { ticketId } = await createEvent(db)
    const code = 'LASTONE'
    const { id: discountId } = await db
      .insertInto('discount_codes')
      .values({ code, kind: 'percent', percent_bp: 1000, max_uses: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const baskets = []
    for (let n = 0; n < 3; n++)
      baskets.push(await saleAt(deps, 'basket', { ticketId, ...(n < 2 && { codes: [{ code, discountId }] }) }))
    const wishes = baskets.map(({ saleId }) => ({ saleId, userId: null }))
    const outcomes = await holdAll(db, wishes, 900, deps.clock.now())
    expect(outcomes.map(({ kind }) => kind)).toEqual(['held', 'refused', 'held'])
    expect(outcomes[1]).toMatchObject({ text: expect.stringContaining(code) })
    expect(await stockOf(db, ticketId)).toEqual({ held: 2, sold: 0 })
    const { uses } = await db
      .selectFrom('discount_codes')
      .select('uses')
      .where('id', '=', discountId)
      .executeTakeFirstOrThrow()
    expect(uses).toBe(1)
  })
})

/** A gift voucher of 5.00, and a ticket of 11.00. */
const voucherFixture =
  (kind: string, opened: () => TestDb) =>
  async (values: { voided_at?: Date; expires_on?: string } = {}) => {
    const deps = testDeps(opened())
    const { ticketId, organiserId } = await createEvent(deps.db)
    const code = `GIFT-${kind}-${ticketId}`.toUpperCase()
    const { voucherId, designId } = await issueVoucher(deps.db, {
      organiserId,
      code,
      now: deps.clock.now(),
      columns: values,
    })
    return { deps, ticketId, voucherId, designId, code }
  }

describeOnBoth('an invalid code', (kind) => {
  const opened = useTestDatabase(kind)
  const withVoucher = voucherFixture(kind, opened)

  it.each([
    ['the gift voucher’s own order was refunded', { voided_at: new Date('2026-01-01') }],
    ['the gift voucher has expired', { expires_on: '2020-01-01' }],
  ])('at the reserve: %s', async (_, values) => {
    const { deps, ticketId, voucherId, code } = await withVoucher(values)
    const sale = await saleAt(deps, 'basket', { ticketId, codes: [{ code, voucherId }] })
    const [outcome] = await holdAll(deps.db, [{ saleId: sale.saleId, userId: null }], 900, deps.clock.now())
    expect(outcome).toMatchObject({ kind: 'refused', text: expect.stringContaining(code) })
    const { reserved_minor } = await deps.db
      .selectFrom('issued_vouchers')
      .select('reserved_minor')
      .where('id', '=', voucherId)
      .executeTakeFirstOrThrow()
    expect(reserved_minor).toBe(0)
  })

  it('at the reserve: the discount has expired', async () => {
    const { deps, ticketId } = await withVoucher()
    const code = `SUMMER-${ticketId}`
    const { id: discountId } = await deps.db
      .insertInto('discount_codes')
      .values({ code, kind: 'percent', percent_bp: 1000, valid_until: new Date(deps.clock.now().getTime() - 1000) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const sale = await saleAt(deps, 'basket', { ticketId, codes: [{ code, discountId }] })
    const [outcome] = await holdAll(deps.db, [{ saleId: sale.saleId, userId: null }], 900, deps.clock.now())
    expect(outcome).toMatchObject({ kind: 'refused', text: expect.stringContaining(code) })
  })

  it('at the reserve: in a basket of gift vouchers alone', async () => {
    const { deps, ticketId, voucherId, code, designId } = await withVoucher({ expires_on: '2020-01-01' })
    const { saleId } = await saleAt(deps, 'basket', { ticketId, codes: [{ code, voucherId }] })
    await deps.db.deleteFrom('sale_lines').where('sale_id', '=', saleId).execute()
    await deps.db
      .insertInto('sale_vouchers')
      .values({ sale_id: saleId, design_id: designId, value_minor: 500, qty: 1, added_at: deps.clock.now() })
      .execute()
    const [outcome] = await holdAll(deps.db, [{ saleId, userId: null }], 900, deps.clock.now())
    expect(outcome).toMatchObject({ kind: 'refused', text: expect.stringContaining(code) })
  })
})

describeOnBoth('the part of a code reserved by a hold', (kind) => {
  const opened = useTestDatabase(kind)
  const withVoucher = voucherFixture(kind, opened)

  /** A basket of one ticket with a gift voucher and a code of a single use, and what is left of both. */
  async function createBasketWithCodes() {
    const { deps, ticketId, voucherId, code } = await withVoucher()
    const { db } = deps
    const discountCode = `TENTH-${ticketId}`
    const { id: discountId } = await db
      .insertInto('discount_codes')
      .values({ code: discountCode, kind: 'percent', percent_bp: 1000, max_uses: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const codes = [
      { code, voucherId },
      { code: discountCode, discountId },
    ]
    const basket = () => saleAt(deps, 'basket', { ticketId, codes })
    const reserve = async ({ saleId }: { saleId: number }) =>
      (await holdAll(db, [{ saleId, userId: null }], 900, deps.clock.now()))[0]!
    const readCounters = async () => ({
      voucher: await db
        .selectFrom('issued_vouchers')
        .select(['reserved_minor', 'balance_minor'])
        .where('id', '=', voucherId)
        .executeTakeFirstOrThrow(),
      ...(await db.selectFrom('discount_codes').select('uses').where('id', '=', discountId).executeTakeFirstOrThrow()),
    })
    const codesOfSale = async ({ saleId }: { saleId: number }) =>
      (
        await db
          .selectFrom('sale_codes')
          .select(['code', 'reserved_minor'])
          .where('sale_id', '=', saleId)
          .orderBy('reserved_minor', 'desc')
          .execute()
      ).map(({ code: of, reserved_minor }) => [of, reserved_minor])
    return { deps, basket, reserve, left: readCounters, kept: codesOfSale, code, percent: discountCode }
  }
  const UNTOUCHED = { voucher: { reserved_minor: 0, balance_minor: 500 }, uses: 0 }
  const SET_ASIDE = { voucher: { reserved_minor: 500, balance_minor: 500 }, uses: 1 }

  it('is not available to others, and is returned when the hold expires', async () => {
    const {
      deps,
      basket,
      reserve,
      left: readCounters,
      kept: codesOfSale,
      code,
      percent: discountCode,
    } = await createBasketWithCodes()
    const first = await basket()
    expect(await reserve(first)).toMatchObject({ kind: 'held' })
    expect(await readCounters()).toEqual(SET_ASIDE)
    expect(await codesOfSale(first)).toEqual([
      [code, 500],
      [discountCode, 0],
    ])

    const second = await basket()
    const outcome = await reserve(second)
    expect(outcome).toMatchObject({ kind: 'refused', text: expect.stringContaining(code) })
    expect(outcome).toMatchObject({ text: expect.stringContaining(discountCode) })
    expect(await readCounters()).toEqual(SET_ASIDE)
    expect(await codesOfSale(second)).toEqual([])

    await inTx(deps.db, async (tx) => releaseHold(tx, await lockSale(tx, first.saleId), 'edited', deps.clock.now()))
    expect(await readCounters()).toEqual(UNTOUCHED)
    expect(await codesOfSale(first)).toEqual([
      [code, 0],
      [discountCode, 0],
    ])
    expect(await reserve(first)).toMatchObject({ kind: 'held' })
    expect(await readCounters()).toEqual(SET_ASIDE)
  })

  it('is spent when the basket is paid, of a voucher only the reserved amount', async () => {
    const {
      deps,
      basket,
      reserve,
      left: readCounters,
      kept: codesOfSale,
      code,
      percent: discountCode,
    } = await createBasketWithCodes()
    const sale = await basket()
    const bystander = await createBasketWithCodes()
    expect(await reserve(sale)).toMatchObject({ kind: 'held' })
    await inTx(deps.db, (tx) => redeemCodes(tx, sale.saleId))
    expect(await readCounters()).toEqual({ voucher: { reserved_minor: 0, balance_minor: 0 }, uses: 1 })
    expect(await codesOfSale(sale)).toEqual([
      [code, 500],
      [discountCode, 0],
    ])
    expect(await bystander.left()).toEqual(UNTOUCHED)
  })

  it('requires a code within its dates; a late payment uses it even after they end', async () => {
    const { deps, ticketId } = await withVoucher()
    const now = deps.clock.now()
    const at = (seconds: number) => new Date(now.getTime() + seconds * 1000)
    const outcomes: Record<string, unknown> = {}
    for (const [name, valid_from, valid_until] of [
      ['soon', at(1), null],
      ['now', now, at(1)],
      ['over', null, now],
    ] as const) {
      const code = `${name}-${ticketId}`.toUpperCase()
      const { id: discountId } = await deps.db
        .insertInto('discount_codes')
        .values({ code, kind: 'percent', percent_bp: 1000, valid_from, valid_until })
        .returning('id')
        .executeTakeFirstOrThrow()
      const sale = await saleAt(deps, 'basket', { ticketId, codes: [{ code, discountId }] })
      const lostCodes = (isLate: boolean) =>
        inTx(deps.db, async (tx) => {
          const { lostCodes: lost } = await reserveCodes(tx, await lockSale(tx, sale.saleId), null, { now, isLate })
          return lost
        })
      const lateCodes = await lostCodes(true)
      outcomes[name] = { late: lateCodes, inTime: await lostCodes(false), code }
    }
    expect(outcomes).toMatchObject({
      soon: { late: [], inTime: [expect.stringContaining('SOON')] },
      now: { late: [], inTime: [] },
      over: { late: [], inTime: [expect.stringContaining('OVER')] },
    })
  })
})
