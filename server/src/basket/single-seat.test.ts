import { expect, it } from 'vitest'
import { describeOnBoth } from '../testing/database/databases.ts'
import { createEvent, keepSeats } from '../testing/fixtures/catalogue.ts'
import { type Browser, useShop } from '../testing/shop.ts'

const REFUSAL =
  'Please don’t leave a single seat: Row A, seat 1 would be on its own. Move along (Row A, seats 1 and 2), or add a ticket for that seat first.'

describeOnBoth('seats that leave one alone', (kind) => {
  const shop = useShop(kind)

  /** A row of eight between two taken ones, at two prices. */
  async function openHall({ inHours = 48, ...options }: { inHours?: number; single_seats?: 'off' | 'aisles' } = {}) {
    const { db, clock } = shop()
    const event = await createEvent(db, {
      startsAt: new Date(clock.now().getTime() + inHours * 3_600_000),
      ...options,
      pools: [{ seats: Array.from({ length: 10 }, (_, n) => `A${n}`) }],
      tickets: [
        { name: 'Adult', pool: 0 },
        { name: 'Child', pool: 0 },
      ],
    })
    await keepSeats(db, event.poolIds[0]!, ['A0', 'A9'])
    const [adult, child] = event.ticketIds as [number, number]
    return { adult, child }
  }
  const add = async (browser: Browser, ticket_id: number, seats: string[], party: string[] = []) =>
    (await browser.call('add_to_basket', { ticket_id, quantity: seats.length, seats, party })).body

  it('are refused with those to take instead, in the reader’s language, and those can be added', async () => {
    const { adult } = await openHall()
    const browser = shop().browser()
    expect(await add(browser, adult, ['A2', 'A3'])).toMatchObject({ code: 'single_seat', error: REFUSAL })
    expect(await add(browser, adult, ['A1', 'A2'])).toMatchObject({ success: true })
  })

  it('may be added after a ticket for that seat, also at another price', async () => {
    const { adult, child } = await openHall()
    const browser = shop().browser()
    expect(await add(browser, child, ['A1'])).toMatchObject({ success: true })
    expect(await add(browser, adult, ['A2', 'A3'])).toMatchObject({ success: true })
    expect((await browser.call('reserve_tickets')).body).toMatchObject({ reserved: true })
  })

  it('are judged with those that are added with them at another price: a gap that the party fills, and one that it leaves', async () => {
    const { adult, child } = await openHall()
    const browser = shop().browser()
    const three = ['A1', 'A2', 'A3']
    expect(await add(browser, adult, ['A2', 'A3'], three)).toMatchObject({ success: true })
    expect(await add(browser, child, ['A1'], three)).toMatchObject({ success: true })
    const last = await openHall()
    expect(await add(shop().browser(), last.adult, ['A2'], ['A2', 'A3'])).toMatchObject({ code: 'single_seat' })
  })

  it('are refused if the basket’s own seats are part of it', async () => {
    const { adult, child } = await openHall()
    const browser = shop().browser()
    expect(await add(browser, child, ['A8'])).toMatchObject({ success: true })
    expect(await add(browser, adult, ['A5', 'A6'])).toMatchObject({ code: 'single_seat' })
  })

  it('are allowed in the last 24 hours, and at an event without the rule', async () => {
    const soon = await openHall({ inHours: 23 })
    expect(await add(shop().browser(), soon.adult, ['A2', 'A3'])).toMatchObject({ success: true })
    const off = await openHall({ single_seats: 'off' })
    expect(await add(shop().browser(), off.adult, ['A2', 'A3'])).toMatchObject({ success: true })
  })
})
