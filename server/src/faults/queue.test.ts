import { expect, it } from 'vitest'
import { reserveTickets } from '../checkout/reserve.ts'
import { combine } from '../db/transaction/combine.ts'
import type { ReserveAttempt } from '../sale/hold/admit.ts'
import { holdAll } from '../sale/hold/hold.ts'
import { describeOnPostgres, useTestDatabase } from '../testing/database/databases.ts'
import { testDeps } from '../testing/deps.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { saleAt, stockOf } from '../testing/fixtures/sale.ts'

describeOnPostgres('a full queue of reserves', () => {
  const opened = useTestDatabase('postgres')

  it('asks newcomers to retry, serves everyone waiting, and accepts buyers again when it is shorter', async () => {
    const deps = testDeps(opened())
    const { ticketId } = await createEvent(deps.db)
    const buyers = await Promise.all(Array.from({ length: 6 }, () => saleAt(deps, 'basket', { ticketId })))
    let release = () => {}
    const blocked = new Promise<void>((resolve) => {
      release = resolve
    })
    const batches: number[] = []
    const reserver = combine(
      async (tries: ReserveAttempt[]) => {
        batches.push(tries.length)
        if (batches.length === 1) await blocked
        return holdAll(deps.db, tries, 900, deps.clock.now())
      },
      { maxBatch: 1, maxQueue: 4, gauge: deps.metrics.reserveQueue },
    )
    const reserve = (n: number) => reserveTickets({ 'h-captcha-response': '' }, buyers[n]!.ctx(), reserver)
    const first = reserve(0)
    while (batches.length === 0) await new Promise(setImmediate)
    const waiting = [reserve(1), reserve(2), reserve(3), reserve(4)]
    while ((await deps.metrics.reserveQueue.get()).values[0]!.value < 4) await new Promise(setImmediate)
    expect(await reserve(5)).toMatchObject({ ok: false, code: 'busy' })
    const { values } = await deps.metrics.reserves.get()
    expect(values.filter(({ value }) => value > 0)).toMatchObject([{ value: 1, labels: { outcome: 'queue_full' } }])
    release()
    for (const answer of await Promise.all([first, ...waiting])) expect(answer).toMatchObject({ reserved: true })
    expect(await reserve(5)).toMatchObject({ reserved: true })
    expect(await stockOf(deps.db, ticketId)).toEqual({ held: 6, sold: 0 })
  })
})
