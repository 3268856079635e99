import { LIMITS } from '@foyer/domain/limits.ts'
import { expect, it } from 'vitest'
import { windowStart } from '../../http/limits/rate-limit.ts'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { saleAt } from '../../testing/fixtures/sale.ts'
import { limitReserves } from './admit.ts'
import { holdAll } from './hold.ts'

describeOnBoth('admission to reserve', (kind) => {
  const opened = useTestDatabase(kind)

  it('[OPEN-26] is decided for everyone in a batch by their own basket and address', async () => {
    const deps = testDeps(opened(), { env: { RESERVES_PER_SESSION: '2', RESERVES_PER_ADDRESS: '2' } })
    const frequent = await saleAt(deps, 'basket')
    const others = await Promise.all([0, 1, 2, 3].map(() => saleAt(deps, 'basket', { ticketId: frequent.ticketId })))
    const from = windowStart(deps.clock.now(), LIMITS.reservesWindowSeconds)
    await deps.db
      .updateTable('sales')
      .set({ reserve_tries: 2, reserve_tries_from: from })
      .where('id', '=', frequent.saleId)
      .execute()
    const attempts = [frequent, ...others].map(({ saleId }, n) => ({
      saleId,
      userId: null,
      ip: n === 0 ? '198.51.100.1' : '203.0.113.7',
      work: n === 4 ? 1 : 0,
      person: null,
    }))
    const outcomes = await holdAll(deps.db, attempts, 900, deps.clock.now(), limitReserves(deps))
    expect(outcomes.map(({ kind: outcome }) => outcome)).toEqual(['captcha', 'held', 'held', 'captcha', 'held'])
    const countedTries = await Promise.all([frequent, ...others].map(async (sale) => (await sale.read()).reserve_tries))
    expect(countedTries, 'who has proved themselves is not counted').toEqual([3, 1, 1, 1, 0])
  })
})
