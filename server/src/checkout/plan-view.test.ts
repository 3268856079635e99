import { expect, it } from 'vitest'
import { saleAt } from '../testing/fixtures/sale.ts'
import { useShop } from '../testing/shop.ts'
import { undone } from '../testing/undone.ts'
import { openPlanOf } from './plan-view.ts'

const shop = useShop('embedded')

type Status = 'due' | 'paying' | 'needs_authentication' | 'paid' | 'failed' | 'cancelled'

it('[42] a plan says what is paid, what remains and what is next, without what was cancelled, until it is paid', async () => {
  const { deps, db } = shop()
  const [sale, other] = [await saleAt(deps, 'basket'), await saleAt(deps, 'basket')]
  const planOf = (...statuses: Status[]) =>
    undone(db, async (tx) => {
      const of = (sale_id: number, status: Status, i: number) => ({
        sale_id,
        seq: i + 1,
        due_on: `2026-0${i + 1}-15`,
        amount_minor: 10 ** i,
        status,
      })
      // Stored in another order than they are due.
      const rows = statuses.map((status, i) => of(sale.saleId, status, i)).toReversed()
      for (const row of [...rows, of(other.saleId, 'due', 6)])
        await tx
          .insertInto('payment_plans')
          .values({
            sale_id: row.sale_id,
            option_key: '4',
            status: 'active',
            terms_version: '1',
            agreed_at: deps.clock.now(),
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
          .then(() => tx.insertInto('plan_instalments').values(row).execute())
      const plan = await openPlanOf(tx, sale.saleId)
      return plan && [plan.paidMinor, plan.remainingMinor, plan.next.amountMinor, plan.next.dueOn]
    })
  expect(await planOf('due', 'due', 'due')).toEqual([0, 111, 1, '2026-01-15'])
  expect(await planOf('paid', 'due', 'due')).toEqual([1, 110, 10, '2026-02-15'])
  expect(await planOf('paid', 'cancelled', 'due', 'due')).toEqual([1, 1100, 100, '2026-03-15'])
  expect(await planOf('paid', 'failed', 'paid', 'due')).toEqual([101, 1010, 10, '2026-02-15'])
  expect(await planOf('paid', 'paying')).toEqual([1, 10, 10, '2026-02-15'])
  expect(await planOf('paid', 'paid')).toBeNull()
  expect(await planOf('paid', 'cancelled')).toBeNull()
  expect(await planOf()).toBeNull()
})
