import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { inTx } from '../../db/transaction/tx.ts'
import { ledgerDifferences } from '../../payment/ledger/ledger.ts'
import { releaseHold } from '../../sale/hold/release.ts'
import { lockSale } from '../../sale/sale.ts'
import { describeOnPostgres } from '../../testing/database/databases.ts'
import { addCardReader, sellAtCounter } from '../testing/counter.ts'
import { useServedCounter } from '../testing/served-counter.ts'
import { simulatedReader } from '../testing/simulated-reader.ts'

describeOnPostgres('a process killed after the reader has captured', () => {
  const { clock, served, shop, ...counter } = useServedCounter()

  /** A sale of two tickets, the only ones, that waits for a card. */
  async function atReader() {
    const db = counter.db()
    const { organiserId, ticketId, browser, house, call } = await counter.open({ tickets: [{ capacity: 2 }] })
    const { device, presentCard } = await simulatedReader({ url: shop().vendorUrl, secretKey: 'sk_test_served' })
    const reader_id = await addCardReader(house, organiserId, device)
    const begun = await call('reader_sale', {
      chosen: `${ticketId}x2`,
      total: '2200',
      reader_id: String(reader_id),
      form_key: device,
    })
    const { next } = (await begun.json()) as { next: string }
    const sale = Number(new URLSearchParams(next.split('?')[1]).get('sale_id'))
    const rows = (table: 'payments' | 'refunds' | 'tickets') =>
      db.selectFrom(table).selectAll().where('sale_id', '=', sale).execute()
    return {
      sale,
      rows,
      pollReader: () => call('office_reader', { sale_id: String(sale) }),
      presentCard: async () => {
        const { action } = await presentCard()
        expect(action?.status).toBe('succeeded')
      },
      cancelAndResell: async () => {
        await inTx(db, async (tx) => releaseHold(tx, await lockSale(tx, sale), 'cancelled', clock.now()))
        await sellAtCounter(browser, { organiserId, chosen: `${ticketId}x2`, total: 2200 })
      },
      stock: () =>
        db.selectFrom('stock').select(['held', 'sold']).where('ticket_type_id', '=', ticketId).executeTakeFirst(),
    }
  }

  async function restart() {
    await served().start()
    for (const seconds of [61, 61, 300]) {
      clock.advance(seconds)
      await served().setClock({ work: true })
      await shop().sandbox.tick()
      await served().setClock({ work: true })
    }
  }

  it('finishes the sale once, whenever it was killed', async () => {
    // Before any request for the state, and while the request that settles it is running.
    for (const wait of [null, 5, 30]) {
      const { presentCard, pollReader, rows, stock } = await atReader()
      await presentCard()
      if (wait !== null) {
        const polling = pollReader().catch(() => null)
        await sleep(wait)
        await served().kill()
        await polling
      } else await served().kill()
      if (wait === null) expect(await rows('payments')).toMatchObject([{ status: 'created', outcome: null }])
      await restart()
      expect(await rows('payments'), String(wait)).toMatchObject([{ status: 'paid', outcome: 'fulfilled' }])
      expect([(await rows('tickets')).length, await rows('refunds'), await stock()]).toEqual([
        2,
        [],
        { held: 0, sold: 2 },
      ])
    }
    expect(await ledgerDifferences(counter.db())).toEqual([])
  }, 60_000)

  it('refunds once if the sale was cancelled and its tickets resold', async () => {
    const { presentCard, cancelAndResell, rows, stock } = await atReader()
    await served().kill()
    await cancelAndResell()
    await presentCard()
    await restart()
    expect(await rows('refunds')).toMatchObject([{ status: 'succeeded', amount_minor: 2200 }])
    expect([await rows('tickets'), await stock()]).toEqual([[], { held: 0, sold: 2 }])
    expect(await ledgerDifferences(counter.db())).toEqual([])
  }, 60_000)
})
