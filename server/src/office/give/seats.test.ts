import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { describe, expect, it } from 'vitest'
import { ledgerDifferences } from '../../payment/ledger/ledger.ts'
import { seatDifferences } from '../../sale/hold/seat-differences.ts'
import { createEvent, keepSeats, seatsOf } from '../../testing/fixtures/catalogue.ts'
import { poolOf } from '../../testing/fixtures/sale.ts'
import { useShop } from '../../testing/shop.ts'
import { createStaff, inSession } from '../testing/office.ts'

const rowOf = (name: string, seats: number) => Array.from({ length: seats }, (_, n) => `${name}${n + 1}`)
const PRESS = ['Ada Lovelace, ada@example.org', 'Grace Hopper, grace@example.org', 'Mary Shelley, mary@example.org']

let forms = 0

describe('complimentary seats from a pasted list', () => {
  const shop = useShop('postgres')

  /** A hall of two rows of eight, of which some are kept for the press. */
  async function openHall(kept: string[] = rowOf('A', 8)) {
    const { db, clock } = shop()
    const event = await createEvent(db, {
      startsAt: new Date(clock.now().getTime() + 20 * 86_400_000),
      pools: [{ seats: [...rowOf('A', 8), ...rowOf('B', 8)] }],
      tickets: [{ name: 'Adult', pool: 0 }],
    })
    const poolId = event.poolIds[0]!
    const allocation_id = await keepSeats(db, poolId, kept)
    const staff = await createStaff(shop(), event.organiserId, 'manager')
    const browser = await inSession(shop(), { staffId: staff.id, email: staff.email, provedAt: clock.now() })
    const about = { organiser_id: event.organiserId }
    const give = (people: readonly string[], more: object = {}) =>
      browser.call('give_tickets', {
        ...about,
        form_key: `seats-${++forms}`,
        ticket_id: event.ticketId,
        people: people.join('\n'),
        reason: 'Press',
        ...more,
      })
    /** Presses the button of the preview. */
    const confirm = async (people: readonly string[], more: object = {}) =>
      give(people, { ...more, confirmed: (await give(people, more)).body.error })
    const seatsIn = (status: Parameters<typeof seatsOf>[2]) => seatsOf(db, poolId, status)
    const orders = () =>
      db
        .selectFrom('orders')
        .innerJoin('seats', 'seats.sale_id', 'orders.sale_id')
        .select(['orders.name', 'seats.label'])
        .where('seats.pool_id', '=', poolId)
        .orderBy('orders.sale_id')
        .orderBy('seats.label')
        .execute()
        .then((rows) => rows.map(({ name, label }) => `${name} ${label}`))
    return { ...event, about, allocation_id, browser, give, confirm, seatsIn, orders, pool: () => poolOf(db, poolId) }
  }

  it('[41] gives five of eight press seats to a list: first who sits where, then that and no more', async () => {
    const { about, allocation_id, browser, give, seatsIn, orders, pool, dateId } = await openHall()
    const list = [...PRESS, 'Joan Clarke, joan@example.org', 'Anne Lister, anne@example.org']
    const page = (await browser.call('office_give', { ...about, date_id: dateId }))
      .body as unknown as OfficeReply<'office_give'>
    expect(page.allocations).toEqual([{ allocation_id, name: 'Press', seats: 8 }])
    const shown = await give(list, { allocation_id })
    expect([shown.status, shown.body.code]).toEqual([409, 'give_check'])
    const [lead, ...seating] = String(shown.body.error).split('\n')
    expect(lead).toBe('Nothing has been sent yet. Please check who sits where.')
    expect(seating).toHaveLength(5)
    expect([await seatsIn('kept'), await orders()], 'nothing yet').toEqual([rowOf('A', 8), []])
    // A form without a script sends line breaks as CRLF.
    const confirmed = String(shown.body.error).replaceAll('\n', '\r\n')
    expect((await give(list, { allocation_id, confirmed })).body).toMatchObject({ success: true })
    const given = await orders()
    expect(given.map((line) => line.replace(/ A(\d)$/, ': Row A, seat $1'))).toEqual(seating)
    const left = rowOf('A', 8).filter((label) => !given.some((line) => line.endsWith(label)))
    expect([await seatsIn('kept'), await pool()]).toMatchObject([left, { held: 0, sold: 5, kept: 3 }])
    expect([await seatDifferences(shop().db), await ledgerDifferences(shop().db)]).toEqual([[], []])
  })

  it('[41] takes the seats that the list names, free or held back, and the others from the allocation or the best', async () => {
    const { allocation_id, confirm, give, orders, seatsIn } = await openHall(['A1', 'A2', 'A3', 'A4'])
    const list = [PRESS[0]!, `${PRESS[1]}, b8`, `${PRESS[2]}, A1; A2`]
    expect((await confirm(list, { quantity: 2, allocation_id })).status).toBe(200)
    expect(await orders()).toEqual([
      'Ada Lovelace A3',
      'Ada Lovelace A4',
      'Grace Hopper B8',
      'Mary Shelley A1',
      'Mary Shelley A2',
    ])
    expect(await seatsIn('kept')).toEqual([])
    expect((await give(['joan@example.org', 'mary@example.org'], { allocation_id })).body).toMatchObject({
      code: 'give_seats_short',
    })
  })

  it('[41] chooses best seats for a line that are none of another line, although it comes later', async () => {
    const { confirm, give, orders } = await openHall([])
    expect((await give(['first@example.org'])).status).toBe(200)
    const [best] = await orders()
    const { confirm: again, orders: theirs } = await openHall([])
    expect((await again(['joan@example.org', `anne@example.org, ${best!.trim()}`])).status).toBe(200)
    expect((await theirs())[1]).toBe(best)
    expect((await confirm([`mary@example.org, ${best!.trim()}`])).body.code).toBe('give_seat_wrong')
  })

  it('[41] gives all or none: a seat that is taken, unknown or named twice, too few left, or a preview that has changed', async () => {
    const { allocation_id, browser, about, confirm, give, seatsIn, orders, ticketId } = await openHall(['A1', 'A2'])
    const refused = async (people: string[], more: object = {}) => (await give(people, more)).body.error
    expect(await refused(['a@example.org, A1', 'b@example.org, Z9'])).toContain('Line 2: Z9')
    expect(await refused(['a@example.org, A1', '', 'b@example.org, A1'])).toContain('Line 3: A1')
    expect(await refused(PRESS, { allocation_id })).toContain(
      'Only 2 seats are left of Press for this ticket, and your list needs 3',
    )
    const shown = (await give([PRESS[0]!], { allocation_id })).body.error
    expect(shown).toContain('Ada Lovelace: Row A, seat 2')
    expect((await confirm(['x@example.org, A2'])).status).toBe(200)
    const changed = await give([PRESS[0]!], { allocation_id, confirmed: shown })
    expect(changed.body).toMatchObject({ code: 'give_check', error: expect.stringContaining('Row A, seat 1') })
    expect(await refused(['a@example.org, A2'])).toContain('Line 1: A2')
    const other = await openHall()
    expect((await give([PRESS[0]!], { allocation_id: other.allocation_id })).body.code).toBe('not_found')
    const plain = await createEvent(shop().db, { organiser_id: about.organiser_id, startsAt: new Date(8e12) })
    const unseated = {
      ...about,
      form_key: 'plain',
      ticket_id: plain.ticketId,
      people: 'a@example.org, A1',
      reason: 'x',
    }
    expect((await browser.call('give_tickets', unseated)).body.code).toBe('give_seat_wrong')
    expect(ticketId).not.toBe(plain.ticketId)
    expect([await seatsIn('kept'), await orders()]).toEqual([['A1'], [' A2']])
  })

  it.each([1, 2])(
    '[41] lists at the same moment for the same seats: one gets them, and counters agree (%i)',
    async () => {
      const { allocation_id, give, seatsIn, orders, pool } = await openHall()
      const confirmed = (await give(PRESS, { allocation_id })).body.error
      const answers = await Promise.all(Array.from({ length: 12 }, () => give(PRESS, { allocation_id, confirmed })))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(new Set(answers.flatMap(({ status, body }) => (status === 200 ? [] : [body.code])))).toSatisfy(
        (codes: Set<string>) => [...codes].every((code) => ['give_check', 'seat_taken'].includes(code)),
      )
      expect([(await orders()).length, (await seatsIn('kept')).length, await pool()]).toMatchObject([
        3,
        5,
        { held: 0, sold: 3, kept: 5 },
      ])
      expect(await seatDifferences(shop().db)).toEqual([])
    },
  )
})
