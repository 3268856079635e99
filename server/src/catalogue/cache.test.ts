import { describe, expect, it } from 'vitest'
import { readShown, setStandby } from '../db/connection/standby.ts'
import type { Db } from '../db/transaction/tx.ts'
import { describeOnBoth } from '../testing/database/databases.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { useShop } from '../testing/shop.ts'
import { cached, MAX_AGE_MS } from './cache.ts'

describe('cached', () => {
  const at = (ms: number) => new Date(Date.UTC(2026, 5, 1) + ms)

  it('reads once for concurrent callers, and again when the value is stale', async () => {
    let reads = 0
    const read = cached(async (_now, name: string) => `${name} ${++reads}`)
    expect(await Promise.all([read(at(0), 'a'), read(at(0), 'a'), read(at(0), 'b')])).toEqual(['a 1', 'a 1', 'b 2'])
    expect(await read(at(MAX_AGE_MS - 1), 'a')).toBe('a 1')
    expect(await read(at(MAX_AGE_MS), 'a')).toBe('a 3')
  })

  it('discards failed reads, and reads from the future after the clock was set back', async () => {
    let reads = 0
    const read = cached(async () => {
      if (++reads === 1) throw new Error('no database')
      return reads
    })
    await expect(read(at(0))).rejects.toThrow('no database')
    expect(await read(at(0))).toBe(2)
    expect(await read(at(-5000))).toBe(3)
  })
})

describe('reads from a standby', () => {
  const at = (ms: number) => new Date(Date.UTC(2026, 5, 1) + ms)
  const named = (name: string) => ({ name }) as unknown as Db

  it('uses the standby while it responds, and after a failure the primary for five seconds', async () => {
    const [primary, standby] = [named('primary'), named('standby')]
    let broken = false
    const read = readShown(primary, async (db) => {
      if (db === standby && broken) throw new Error('no standby')
      return (db as unknown as { name: string }).name
    })
    expect(await read(at(0))).toBe('primary')
    setStandby(primary, standby)
    expect(await read(at(0))).toBe('standby')
    broken = true
    expect(await read(at(0))).toBe('primary')
    broken = false
    expect(await read(at(4999))).toBe('primary')
    expect(await read(at(5000))).toBe('standby')
  })

  it('fails when both fail, and forgets a pause when the clock is set back', async () => {
    const [primary, standby] = [named('primary'), named('standby')]
    setStandby(primary, standby)
    let up = false
    const read = readShown(primary, async (db) => {
      if (!up) throw new Error(db === primary ? 'no primary' : 'no standby')
      return (db as unknown as { name: string }).name
    })
    await expect(read(at(0))).rejects.toThrow('no primary')
    up = true
    expect(await read(at(-1))).toBe('standby')
  })
})

describeOnBoth('the catalogue cache', (kind) => {
  const shop = useShop(kind)

  it('shows a change within a second, and is never used to decide a sale', async () => {
    const { slug, ticketId } = await createEvent(shop().db, { tickets: [{ capacity: 1 }] })
    const browser = shop().browser()
    const shown = async () => (await browser.get(`/ajax/catalogue/events/${slug}/`)).json()
    expect(await shown()).toMatchObject({ event: { sold_out: false } })
    const buyer = shop().browser()
    await buyer.call('add_to_basket', { ticket_id: ticketId, quantity: 1 })
    expect((await buyer.call('reserve_tickets')).body).toMatchObject({ reserved: true })

    // Still shown as available, but refused.
    expect(await shown()).toMatchObject({ event: { sold_out: false } })
    await browser.call('add_to_basket', { ticket_id: ticketId, quantity: 1 })
    expect((await browser.call('reserve_tickets')).body.error).toContain('sold out')
    shop().clock.advance(MAX_AGE_MS / 1000)
    expect(await shown()).toMatchObject({ event: { sold_out: true } })
  })
})
