import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type Db, inTx } from '../../db/transaction/tx.ts'
import { describeOnPostgres, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { poolOf, saleAt, stockOf } from '../../testing/fixtures/sale.ts'
import type { HoldAttempt } from './admit.ts'
import { holdAll } from './hold.ts'

function createSignal(): { fire(): void; fired: Promise<void> } {
  let fire = () => {}
  const createBaskets = new Promise<void>((resolve) => {
    fire = resolve
  })
  return { fire: () => fire(), fired: createBaskets }
}

/** An access code for one ticket, which has opened this sale's line. Returns its quota. */
async function addCodeForOneTicket(db: Db, eventId: number, typeId: number, saleId: number): Promise<number> {
  const { rows } = await sql<{ id: number; quota_id: number }>`
    with quota as (insert into quotas (max_tickets) values (1) returning id)
    insert into access_codes (event_id, code, quota_id) select ${eventId}, 'LAST', id from quota
    returning id, quota_id`.execute(db)
  const [{ id, quota_id }] = rows as [{ id: number; quota_id: number }]
  await sql`insert into access_code_types (access_code_id, ticket_type_id) values (${id}, ${typeId})`.execute(db)
  await sql`update sale_lines set access_code_id = ${id} where sale_id = ${saleId}`.execute(db)
  return quota_id
}

/**
 * Tests the decision in code alone, without the retry that repairs it: a batch refused by the database is retried one by
 * one.
 */
describeOnPostgres('allocation of the last tickets', () => {
  const opened = useTestDatabase('postgres')
  const createBaskets = async (capacity: number, quantities: number[]) => {
    const deps = testDeps(opened())
    const { ticketId } = await createEvent(deps.db, { tickets: [{ capacity }] })
    const attempts: HoldAttempt[] = []
    for (const qty of quantities) {
      const { saleId } = await saleAt(deps, 'basket', { ticketId, qty })
      attempts.push({ saleId, userId: null })
    }
    return { deps, ticketId, hold: () => holdAll(deps.db, attempts, 900, deps.clock.now()) }
  }

  it('is decided in the batch, a whole basket or nothing, and never relies on the constraint', async () => {
    const { deps, ticketId, hold: holdBaskets } = await createBaskets(4, [2, 3, 1, 1, 1])
    expect((await holdBaskets()).map(({ kind }) => kind)).toEqual(['held', 'refused', 'held', 'held', 'refused'])
    expect(await stockOf(deps.db, ticketId)).toEqual({ held: 4, sold: 0 })
  })

  it('is decided in the batch across all types of a pool', async () => {
    const deps = testDeps(opened())
    const { ticketIds, poolIds } = await createEvent(deps.db, {
      pools: [{ capacity: 4 }],
      tickets: [{ pool: 0 }, { pool: 0 }],
    })
    const attempts: HoldAttempt[] = []
    for (const [n, qty] of [2, 3, 1, 1, 1].entries()) {
      const { saleId } = await saleAt(deps, 'basket', { ticketId: ticketIds[n % 2]!, qty })
      attempts.push({ saleId, userId: null })
    }
    const outcomes = await holdAll(deps.db, attempts, 900, deps.clock.now())
    expect(outcomes.map(({ kind }) => kind)).toEqual(['held', 'refused', 'held', 'held', 'refused'])
    expect(await poolOf(deps.db, poolIds[0]!)).toMatchObject({ held: 4 })
  })

  // Another buyer takes the last place of the type, of the pool through another type, or the last ticket of the access code.
  it.each(['the type', 'the pool', 'the access code'])(
    'is decided on what is left of %s after concurrent changes',
    async (limit) => {
      const deps = testDeps(opened())
      const byCode = limit === 'the access code'
      const { ticketIds, eventId } = await createEvent(deps.db, {
        pools: [{ capacity: 1 }],
        tickets:
          limit === 'the pool' ? [{ pool: 0 }, { pool: 0 }] : [{ capacity: 1, visibility: byCode ? 'code' : 'all' }],
      })
      const { saleId } = await saleAt(deps, 'basket', { ticketId: ticketIds[0]!, qty: 1 })
      const quotaId = byCode ? await addCodeForOneTicket(deps.db, eventId, ticketIds[0]!, saleId) : null
      const holdBaskets = () => holdAll(deps.db, [{ saleId, userId: null }], 900, deps.clock.now())
      const locked = createSignal()
      const released = createSignal()
      const fullCustomer = inTx(deps.db, async (tx) => {
        await (byCode
          ? sql`update quotas set used = 1 where id = ${quotaId}`
          : sql`update stock set sold = 1 where ticket_type_id = ${ticketIds.at(-1)}`
        ).execute(tx)
        locked.fire()
        await released.fired
      })
      await locked.fired
      const held = holdBaskets()
      const waiting = sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      while ((await waiting.execute(deps.db)).rows[0]!.n === 0) await sleep(20)
      released.fire()
      await fullCustomer
      expect(await held).toMatchObject([{ kind: 'refused' }])
    },
  )
})
