import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { up } from '../../db/migrations/0005_held_prices.ts'
import { claimFreeTickets } from '../../payment/start/free.ts'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { type SaleAt, saleAt } from '../../testing/fixtures/sale.ts'

const FREE = { price_minor: 0, booking_fee_minor: 0 }
const HIGHER = { price_minor: 900, booking_fee_minor: 90 }

describeOnBoth('the price of a hold', (kind) => {
  const opened = useTestDatabase(kind)
  const createHeldSale = async () => {
    const deps = testDeps(opened())
    const sale = await saleAt(deps, 'payment', { tickets: [FREE] })
    await deps.db.updateTable('ticket_types').set(HIGHER).where('id', '=', sale.ticketId).execute()
    return { deps, sale }
  }
  /** As left by a process of a version without prices in holds. */
  const clearHeldPrices = async ({ deps, sale }: { deps: ReturnType<typeof testDeps>; sale: SaleAt }) => {
    await deps.db.updateTable('sale_lines').set(FREE).where('sale_id', '=', sale.saleId).execute()
    const without = { price_minor: null, booking_fee_minor: null }
    await deps.db.updateTable('holds').set(without).where('sale_id', '=', sale.saleId).execute()
  }

  it('is charged whatever the tickets cost by now', async () => {
    const { sale } = await createHeldSale()
    expect(await claimFreeTickets(sale.ctx())).toEqual({ ok: true })
    expect(await sale.lines()).toMatchObject([FREE])
  })

  it('is kept for a reserve made by the previous version', async () => {
    const fixture = await createHeldSale()
    await clearHeldPrices(fixture)
    expect(await claimFreeTickets(fixture.sale.ctx())).toEqual({ ok: true })
    expect(await fixture.sale.lines()).toMatchObject([FREE])
  })

  it('exists after the migration for earlier reserves', async () => {
    const fixture = await createHeldSale()
    await clearHeldPrices(fixture)
    const { db } = fixture.deps
    await sql`alter table holds drop column price_minor, drop column booking_fee_minor`.execute(db)
    await db.transaction().execute((tx) => up(tx as never))
    expect(await db.selectFrom('holds').selectAll().where('sale_id', '=', fixture.sale.saleId).execute()).toMatchObject(
      [FREE],
    )
  })
})
