import { ERRORS } from '@foyer/contract/errors.ts'
import { shop as words } from '@foyer/contract/messages.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { eventPage } from '../../catalogue/read/event-page.ts'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { type Browser, useShop } from '../../testing/shop.ts'
import { seatDifferences } from './seat-differences.ts'

describeOnBoth('[41] seats for wheelchairs and companions', (kind) => {
  const shop = useShop(kind)

  /** A hall whose row C has a space, its companion seat and ordinary seats. Row A is before it. */
  const createHall = async (labels = ['A1', 'A2', 'C1', 'C2', 'C3', 'C4', 'C5']) => {
    const { ticketIds, poolIds, slug } = await createEvent(shop().db, {
      title: 'The Tempest',
      pools: [{ seats: labels }],
      tickets: [
        { name: 'Adult', pool: 0 },
        { name: 'Companion', pool: 0, price_minor: 0, booking_fee_minor: 0, seat_kinds: ['companion'] },
      ],
    })
    const [adult, companion] = ticketIds as [number, number]
    const poolId = poolIds[0]!
    const mark = (label: string, facts: { kind?: 'standard' | 'wheelchair' | 'companion'; view_note?: string }) =>
      shop().db.updateTable('seats').set(facts).where('pool_id', '=', poolId).where('label', '=', label).execute()
    await mark('C1', { kind: 'wheelchair' })
    await mark('C2', { kind: 'companion' })
    return { adult, companion, poolId, mark, slug }
  }
  const add = async (browser: Browser, ticket_id: number, seats: string[], more: object = {}) =>
    (await browser.call('add_to_basket', { ticket_id, quantity: seats.length, seats, ...more })).body
  const reserve = async (browser: Browser) => {
    const { body } = await browser.call('reserve_tickets')
    return body.reserved === true ? 'reserved' : body.error
  }
  const seatsOf = async (browser: Browser) =>
    (await browser.checkout()).tickets.map(({ ticket_name, seats }) => [ticket_name, seats])
  const access = { access: true }
  const withSeat = async (ticketId: number, seat: string) => {
    const browser = shop().browser()
    await add(browser, ticketId, [seat], access)
    return browser
  }

  it('are never given by the shop, which says so when only they are left', async () => {
    const { adult } = await createHall(['C1', 'C2', 'C3'])
    const [first, second] = [shop().browser(), shop().browser()]
    await add(first, adult, [], { quantity: 1 })
    expect(await reserve(first)).toBe('reserved')
    expect(await seatsOf(first)).toEqual([['Adult', ['C3']]])
    await add(second, adult, [], { quantity: 1 })
    expect(await reserve(second)).toContain('Only wheelchair spaces and companion seats are left')
  })

  it('are no part of what the page says is left, which is what anybody can buy', async () => {
    const { adult, slug } = await createHall(['A1', 'A2', 'C1', 'C2', 'C3'])
    const shown = async () => {
      const page = await eventPage(shop().db, slug, shop().clock.now())
      return page!.dates[0]!.tickets.map(({ left, left_text }) => [left, left_text])
    }
    expect(await shown()).toEqual([
      [5, '3 left'],
      [1, '1 left'],
    ])
    const browser = shop().browser()
    await add(browser, adult, [], { quantity: 3 })
    expect(await reserve(browser)).toBe('reserved')
    expect(await shown()).toEqual([
      [2, words['tickets.spacesLeft']],
      [1, '1 left'],
    ])
    expect(await reserve(await withSeat(adult, 'C1'))).toBe('reserved')
  })

  it('take one tick and no proof: a wheelchair user, a companion for free and two friends', async () => {
    const { adult, companion } = await createHall()
    const browser = shop().browser()
    expect(await add(browser, adult, ['C1', 'C3', 'C4'])).toMatchObject({
      code: 'access_needed',
      error: ERRORS.access_needed[1],
    })
    expect(await add(browser, companion, ['C2'])).toMatchObject({ code: 'access_needed' })
    expect(await add(browser, adult, ['C1', 'C3', 'C4'], access)).toMatchObject({ success: true })
    expect(await add(browser, companion, ['C2'], access)).toMatchObject({ success: true })
    expect(await reserve(browser)).toBe('reserved')
    expect(await seatsOf(browser)).toEqual([
      ['Adult', ['C1 (wheelchair space)', 'C3', 'C4']],
      ['Companion', ['C2 (companion seat)']],
    ])
    expect(await seatDifferences(shop().db)).toEqual([])
  })

  it('are not part of the single-seat rule, and others meet no extra step', async () => {
    const { adult } = await createHall()
    await shop().db.updateTable('events').set({ single_seats: 'aisles' }).execute()
    expect(await add(shop().browser(), adult, ['A1', 'A2'])).toMatchObject({ success: true })
    expect(await add(shop().browser(), adult, ['C4', 'C5']), 'a seat would be alone but for the space').toMatchObject({
      success: true,
    })
    expect(await add(shop().browser(), adult, ['C1', 'C3', 'C4'], access)).toMatchObject({ success: true })
  })

  it('have tickets of their own, which take no other seats, when they are chosen and in the reserve', async () => {
    const { adult, companion, mark } = await createHall()
    expect(await add(shop().browser(), companion, ['C3'], access)).toMatchObject({ code: 'seat_kind' })
    const [best, changed] = [shop().browser(), shop().browser()]
    await add(best, adult, ['C1'], access)
    await add(best, companion, [], { quantity: 1 })
    expect(await reserve(best)).toBe(
      'The Tempest: Companion isn’t for these seats. Remove it and choose its seats on the plan.',
    )
    await add(changed, adult, ['C1'], access)
    await add(changed, companion, ['C2'], access)
    await mark('C2', { kind: 'standard' })
    expect(await reserve(changed)).toContain('Companion isn’t for these seats')
  })

  it('are free for a companion only with a wheelchair space of the same date in the order, one for each', async () => {
    const { adult, companion, mark } = await createHall()
    const other = await createHall()
    const [alone, elsewhere, two] = [shop().browser(), shop().browser(), shop().browser()]
    await add(alone, adult, ['C3'])
    await add(alone, companion, ['C2'], access)
    expect(await reserve(alone)).toBe(
      'The Tempest: Companion is for one companion of each wheelchair space in your order. Add a space, or choose another ticket.',
    )
    await add(elsewhere, other.adult, ['C1'], access)
    await add(elsewhere, companion, ['C2'], access)
    expect(await reserve(elsewhere)).toContain('Companion is for one companion of each wheelchair space')
    await mark('C3', { kind: 'companion' })
    await add(two, adult, ['C1'], access)
    await add(two, companion, ['C2', 'C3'], access)
    expect(await reserve(two)).toContain('Companion is for one companion of each wheelchair space')
  })

  it('leave seats with a restricted view to the last', async () => {
    const { adult, mark } = await createHall(['A1', 'A2', 'C1', 'C2', 'C3'])
    await mark('A1', { view_note: 'pillar to the left' })
    const buyers = [shop().browser(), shop().browser(), shop().browser()]
    for (const browser of buyers) {
      await add(browser, adult, [], { quantity: 1 })
      expect(await reserve(browser)).toBe('reserved')
    }
    const given = await Promise.all(buyers.map(seatsOf))
    expect(given.flatMap((lines) => lines.flatMap(([, seats]) => seats))).toEqual([
      'A2',
      'C3',
      'A1 (pillar to the left)',
    ])
  })

  it('are sold once when pairs race for the last space, chosen and best mixed', async () => {
    const { adult, companion, poolId } = await createHall()
    const buyers = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const browser = shop().browser()
        if (n % 2 === 0) {
          await add(browser, adult, ['C1'], access)
          await add(browser, companion, ['C2'], access)
        } else await add(browser, adult, [], { quantity: 1 })
        return browser
      }),
    )
    const outcomes = await Promise.all(buyers.map(reserve))
    expect(outcomes.filter((outcome, n) => n % 2 === 0 && outcome === 'reserved')).toHaveLength(1)
    // A batch may count places for a pair whose seats have gone, so others try again: the ordinary seats are there for them.
    for (const [n, browser] of buyers.entries()) if (n % 2 === 1 && outcomes[n] !== 'reserved') await reserve(browser)
    const { rows } = await sql<{ label: string; sales: number }>`
      select label, count(*) over (partition by sale_id)::int as sales from seats
      where pool_id = ${poolId} and status = 'held' order by label`.execute(shop().db)
    expect(rows.map(({ label, sales }) => [label, sales])).toEqual([
      ['A1', 1],
      ['A2', 1],
      ['C1', 2],
      ['C2', 2],
      ['C3', 1],
      ['C4', 1],
      ['C5', 1],
    ])
    expect(await seatDifferences(shop().db)).toEqual([])
  })
})
