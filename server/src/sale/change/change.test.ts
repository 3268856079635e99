import { language } from '@foyer/domain/format/language.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { command } from '../../db/transaction/batch.ts'
import { inTx, sendWithCommit, type Tx } from '../../db/transaction/tx.ts'
import { withLanguage } from '../../language.ts'
import { describeOnPostgres, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { saleAt } from '../../testing/fixtures/sale.ts'
import { lockSale } from '../sale.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { changeSale } from './change.ts'

describeOnPostgres('concurrent changes of sales', () => {
  const opened = useTestDatabase('postgres')
  const shared = { needsOwn: () => false }
  const sales = (count: number) => {
    const deps = testDeps(opened())
    return Promise.all(Array.from({ length: count }, () => saleAt(deps, 'payment')))
  }
  const change = <T>(sale: { saleId: number }, work: (tx: Tx, snapshot: Snapshot) => Promise<T>, how = shared) =>
    changeSale(opened().db, sale.saleId, work, how)
  const transaction = async (tx: Tx) =>
    (await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(tx)).rows[0]!.id
  const donate = async (tx: Tx, { sale }: Snapshot) => {
    const donation = { donation_minor: sale.donation_minor + 1 }
    sendWithCommit(tx, command(tx.updateTable('sales').set(donation).where('id', '=', sale.id)))
  }
  const donated = async (all: readonly { read(): Promise<{ donation_minor: number }> }[]) =>
    (await Promise.all(all.map((sale) => sale.read()))).map(({ donation_minor }) => donation_minor)

  it('share one transaction, each with its own sale', async () => {
    const all = await sales(10)
    const done = await Promise.all(
      all.map((sale) =>
        change(sale, async (tx, snapshot) => {
          await donate(tx, snapshot)
          return { id: snapshot.sale.id, transaction: await transaction(tx) }
        }),
      ),
    )
    expect(done.map(({ id }) => id)).toEqual(all.map(({ saleId }) => saleId))
    expect(new Set(done.map((change) => change.transaction)).size).toBe(1)
    expect(await donated(all)).toEqual(all.map(() => 1))
  })

  it('each use the requester’s language', async () => {
    const all = await sales(10)
    const wanted = all.map((_, n) => (n % 3 ? 'fr' : 'en'))
    const done = await Promise.all(
      all.map((sale, n) =>
        withLanguage(wanted[n]!, () =>
          change(sale, async (tx, snapshot) => {
            await donate(tx, snapshot)
            return { spoken: language(), transaction: await transaction(tx) }
          }),
        ),
      ),
    )
    expect(done.map(({ spoken }) => spoken)).toEqual(wanted)
    expect(new Set(done.map((change) => change.transaction)).size).toBe(1)
  })

  it('of one sale each see the previous change', async () => {
    const [sale] = await sales(1)
    await Promise.all(Array.from({ length: 6 }, () => change(sale!, donate)))
    expect(await donated([sale!])).toEqual([6])
  })

  it('are not lost when one of them fails, which changes nothing', async () => {
    const all = await sales(5)
    const done = await Promise.allSettled(
      all.map((sale, n) =>
        change(sale, async (tx, snapshot) => {
          await donate(tx, snapshot)
          if (n === 2) await sql`select 1 / 0`.execute(tx)
        }),
      ),
    )
    expect(done.map(({ status }) => status === 'fulfilled')).toEqual([true, true, false, true, true])
    expect(await donated(all)).toEqual([1, 1, 0, 1, 1])
  })

  it('do not wait for a sale locked by another transaction', async () => {
    const [locked, free] = await sales(2)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let isLocked = () => {}
    const locking = new Promise<void>((resolve) => {
      isLocked = resolve
    })
    const other = inTx(opened().db, async (tx) => {
      await lockSale(tx, locked!.saleId)
      isLocked()
      await held
    })
    await locking
    const waiting = change(locked!, donate)
    await change(free!, donate)
    expect(await donated([locked!, free!])).toEqual([0, 1])
    release()
    await Promise.all([other, waiting])
    expect(await donated([locked!, free!])).toEqual([1, 1])
  })

  it('have their own transaction when they need one, after the others have committed', async () => {
    const all = await sales(4)
    const own = { needsOwn: () => true }
    const transactions = new Set<string>()
    const found = await Promise.all([
      ...all.slice(0, 2).map((sale) => change(sale, donate)),
      ...all.slice(2).map((sale) =>
        change(
          sale,
          async (tx) => {
            transactions.add(await transaction(tx))
            return (await tx.selectFrom('sales').select('id').where('donation_minor', '=', 1).execute()).length
          },
          own,
        ),
      ),
    ])
    const before = (await donated(all)).filter((n) => n === 1).length
    expect(before).toBe(2)
    expect(transactions.size).toBe(2)
    for (const seen of found.slice(2)) expect(seen).toBeGreaterThanOrEqual(2)
  })
})
