import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { inTx } from '../../db/transaction/tx.ts'
import { anEvent } from '../../testing/catalogue.ts'
import { describeOnPostgres, useTestDatabase } from '../../testing/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { poolOf, saleAt, stockOf } from '../../testing/sale.ts'
import type { HoldAttempt } from './admit.ts'
import { holdAll } from './hold.ts'

function signal(): { give(): void; given: Promise<void> } {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { give: () => give(), given }
}

/**
 * Tests the decision in code alone, without the retry that repairs it: a batch refused by the database is retried one by
 * one.
 */
describeOnPostgres('who gets the last tickets', () => {
  const opened = useTestDatabase('postgres')
  const given = async (capacity: number, wanted: number[]) => {
    const deps = testDeps(opened())
    const { ticketId } = await anEvent(deps.db, { tickets: [{ capacity }] })
    const wishes: HoldAttempt[] = []
    for (const qty of wanted) {
      const { saleId } = await saleAt(deps, 'basket', { ticketId, qty })
      wishes.push({ saleId, userId: null })
    }
    return { deps, ticketId, hold: () => holdAll(deps.db, wishes, 900, deps.clock.now()) }
  }

  it('is decided in the batch, all of a basket or nothing, and the database never has to refuse', async () => {
    const { deps, ticketId, hold } = await given(4, [2, 3, 1, 1, 1])
    expect((await hold()).map(({ kind }) => kind)).toEqual(['held', 'refused', 'held', 'held', 'refused'])
    expect(await stockOf(deps.db, ticketId)).toEqual({ held: 4, sold: 0 })
  })

  it('is decided in the batch over all types of a pool', async () => {
    const deps = testDeps(opened())
    const { ticketIds, poolIds } = await anEvent(deps.db, {
      pools: [{ capacity: 4 }],
      tickets: [{ pool: 0 }, { pool: 0 }],
    })
    const wishes: HoldAttempt[] = []
    for (const [n, qty] of [2, 3, 1, 1, 1].entries()) {
      const { saleId } = await saleAt(deps, 'basket', { ticketId: ticketIds[n % 2]!, qty })
      wishes.push({ saleId, userId: null })
    }
    const outcomes = await holdAll(deps.db, wishes, 900, deps.clock.now())
    expect(outcomes.map(({ kind }) => kind)).toEqual(['held', 'refused', 'held', 'held', 'refused'])
    expect(await poolOf(deps.db, poolIds[0]!)).toMatchObject({ held: 4 })
  })

  // Somebody else takes the last place of the type, or of the pool through another type.
  it.each(['the type', 'the pool'])('is decided on what is left of %s once nobody else changes it', async (limit) => {
    const deps = testDeps(opened())
    const { ticketIds } = await anEvent(deps.db, {
      pools: [{ capacity: 1 }],
      tickets: limit === 'the type' ? [{ capacity: 1 }] : [{ pool: 0 }, { pool: 0 }],
    })
    const { saleId } = await saleAt(deps, 'basket', { ticketId: ticketIds[0]!, qty: 1 })
    const hold = () => holdAll(deps.db, [{ saleId, userId: null }], 900, deps.clock.now())
    const begun = signal()
    const over = signal()
    const fullCustomer = inTx(deps.db, async (tx) => {
      await sql`update stock set sold = 1 where ticket_type_id = ${ticketIds.at(-1)}`.execute(tx)
      begun.give()
      await over.given
    })
    await begun.given
    const held = hold()
    const waiting = sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await waiting.execute(deps.db)).rows[0]!.n === 0) await sleep(20)
    over.give()
    await fullCustomer
    expect(await held).toMatchObject([{ kind: 'refused' }])
  })
})
