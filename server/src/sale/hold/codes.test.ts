import { expect, it } from 'vitest'
import { anEvent } from '../../testing/catalogue.ts'
import { describeOnBoth, useTestDatabase } from '../../testing/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { saleAt, stockOf } from '../../testing/sale.ts'
import { holdAll } from './hold.ts'

describeOnBoth('the last use of a code', (kind) => {
  const opened = useTestDatabase(kind)

  it('is one basket’s: the other is told so, holds nothing, and spoils nothing for who reserves at the same moment', async () => {
    const deps = testDeps(opened())
    const { db } = deps
    const { ticketId } = await anEvent(db)
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

describeOnBoth('a code that no longer pays', (kind) => {
  const opened = useTestDatabase(kind)

  /** A gift voucher of 5.00, and a ticket of 11.00. */
  async function withVoucher(values: { voided_at?: Date; expires_on?: string } = {}) {
    const deps = testDeps(opened())
    const { ticketId, organiserId } = await anEvent(deps.db)
    const code = `GIFT-${kind}-${ticketId}`.toUpperCase()
    const design = await deps.db
      .insertInto('gift_voucher_designs')
      .values({
        organiser_id: organiserId,
        slug: code.toLowerCase(),
        name: 'Gift',
        currency: 'GBP',
        values_minor: [500],
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const voucher = await deps.db
      .insertInto('issued_vouchers')
      .values({
        code,
        design_id: design.id,
        currency: 'GBP',
        value_minor: 500,
        balance_minor: 500,
        expires_on: '2030-01-01',
        issued_at: deps.clock.now(),
        ...values,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { deps, ticketId, voucherId: voucher.id, code }
  }

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

  it('at the reserve: the discount has ended', async () => {
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
})
