import { expect, it } from 'vitest'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { saleAt } from '../../testing/fixtures/sale.ts'
import { issueVoucher } from '../../testing/fixtures/voucher.ts'
import { claimFreeTickets } from './free.ts'
import { openPayment, payable } from './open-payment.ts'

describeOnBoth('a gift voucher that is voided while tickets are held', (kind) => {
  const opened = useTestDatabase(kind)

  it.each([
    ['pays no part of an order', 500],
    ['pays no whole order', 4000],
  ])('%s', async (_, value) => {
    const deps = testDeps(opened())
    const { ticketId, organiserId } = await createEvent(deps.db)
    const code = `GIFT-${kind}-${ticketId}`.toUpperCase()
    const { voucherId } = await issueVoucher(deps.db, { organiserId, code, value, now: deps.clock.now() })
    const sale = await saleAt(deps, 'payment', { ticketId, codes: [{ code, voucherId }] })
    await deps.db
      .updateTable('issued_vouchers')
      .set({ voided_at: deps.clock.now() })
      .where('id', '=', voucherId)
      .execute()
    if (value > 1100) return expect(await claimFreeTickets(sale.ctx())).toMatchObject({ code: 'voucher_ended' })
    const allowed = await payable(sale.ctx(), { method: () => true })
    if (!allowed.ok) throw new Error(allowed.code)
    expect(await openPayment(sale.ctx(), allowed, { provider: 'stripe' })).toMatchObject({ code: 'voucher_ended' })
  })
})
