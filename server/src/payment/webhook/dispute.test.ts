import { expect, it } from 'vitest'
import { inTx } from '../../db/transaction/tx.ts'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'
import { bought, vendor } from '../refund/bought.testing.ts'
import { type DisputeEvent, recordDispute } from './dispute.ts'

describeOnBoth('lost disputes of one payment', (kind) => {
  const opened = useTestDatabase(kind)

  const setUp = async () => {
    const deps = testDeps(opened(), { providers: { stripe: vendor.provider } })
    const sale = await bought(deps, { qty: 2 })
    const [payment] = await sale.payments()
    const tell = (id: string, amountMinor: number, isLost = true) => {
      const at = deps.clock.now()
      const status = isLost ? 'lost' : 'needs_response'
      const dispute: DisputeEvent = {
        id: `${id}-${sale.saleId}`,
        amountMinor,
        reason: 'fraudulent',
        status,
        dueAt: null,
        at,
      }
      return inTx(deps.db, (tx) => recordDispute(tx, payment!, dispute, at))
    }
    const lost = async () => {
      const rows = await deps.db
        .selectFrom('ledger_entries')
        .select('amount_minor')
        .where('sale_id', '=', sale.saleId)
        .where('movement', '=', 'dispute')
        .where('amount_minor', '>', 0)
        .orderBy('id')
        .execute()
      return rows.map(({ amount_minor }) => amount_minor)
    }
    const isOver = async () => (await sale.read()).cancelled_at !== null
    return { deps, sale, payment: payment!, tell, lost, isOver }
  }

  it('are each booked once, and the order ends when nothing is left of the payment', async () => {
    const { deps, payment, tell, lost, isOver } = await setUp()
    const half = Math.floor(payment.amount_minor / 2)
    await tell('first', half, false)
    await tell('first', half)
    await tell('first', half)
    expect([await lost(), await isOver()]).toEqual([[half], false])
    await tell('second', payment.amount_minor - half)
    await tell('second', payment.amount_minor - half)
    await tell('first', half)
    expect([await lost(), await isOver()]).toEqual([[half, payment.amount_minor - half], true])
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })

  it('one that an earlier version booked is not booked again', async () => {
    const { deps, sale, payment, tell, lost } = await setUp()
    await tell('first', 500)
    // Earlier versions did not say which dispute it was.
    await deps.db
      .updateTable('sale_events')
      .set({ facts: JSON.stringify({ amount_minor: 500 }) })
      .where('sale_id', '=', sale.saleId)
      .where('kind', '=', 'dispute_lost')
      .execute()
    await tell('first', 500)
    expect(await lost()).toEqual([500])
    await tell('second', payment.amount_minor - 500)
    expect(await lost()).toEqual([500, payment.amount_minor - 500])
  })
})
