import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEvent } from '../../../testing/fixtures/catalogue.ts'
import { openShop } from '../../../testing/shop.ts'
import { createStaff, inSession, logOf } from '../../testing/office.ts'

let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  shop = await openShop('embedded')
})
afterAll(() => shop.close())

const QUIZ = {
  title: 'Quiz night',
  day: '2026-12-04',
  starts: '19:30',
  ends: '00:30',
  where: 'Mill Hall',
  how_many: '80',
  price: '£6',
  publish: '1',
}

async function manager(eventIds: number[] | null = null) {
  const { organiserId } = await createEvent(shop.db)
  const { id, email } = await createStaff(shop, organiserId, 'manager', eventIds)
  const browser = await inSession(shop, { staffId: id, email })
  return {
    id,
    organiserId,
    make: (form: object) => browser.call('create_event', { organiser_id: organiserId, ...form }),
  }
}

const madeBy = async (organiserId: number) =>
  (
    await shop.db
      .selectFrom('events as event')
      .innerJoin('event_dates as date', 'date.event_id', 'event.id')
      .innerJoin('ticket_types as type', 'type.date_id', 'date.id')
      .innerJoin('stock', 'stock.ticket_type_id', 'type.id')
      .leftJoin('venues as venue', 'venue.id', 'event.venue_id')
      .select(['event.slug', 'event.title', 'event.status', 'date.starts_at', 'date.ends_at', 'type.price_minor'])
      .select(['stock.capacity', 'venue.name as venue', 'venue.slug as venue_slug', 'event.description_html'])
      .where('event.organiser_id', '=', organiserId)
      .orderBy('event.id')
      .execute()
  ).slice(1)

describe('creating an event', () => {
  it('puts it on sale and logs it', async () => {
    const { id, organiserId, make } = await manager()
    expect((await make({ ...QUIZ, description: 'Six rounds.\n\nBring <b>friends</b>' })).status).toBe(200)
    const [made, ...others] = await madeBy(organiserId)
    expect(others).toEqual([])
    expect(made).toMatchObject({
      title: 'Quiz night',
      status: 'published',
      starts_at: new Date('2026-12-04T19:30:00Z'),
      ends_at: new Date('2026-12-05T00:30:00Z'),
      price_minor: 600,
      capacity: 80,
      venue: 'Mill Hall',
    })
    expect(made!.slug).toMatch(/^quiz-night/)
    expect((await logOf(shop, id)).at(-1)).toMatchObject({
      action: 'create_event',
      outcome: 'done',
      organiser_id: organiserId,
      after: { events: [expect.objectContaining({ title: 'Quiz night' })] },
    })
  })

  it('saves a draft, reusing the venue, with its own slug', async () => {
    const { organiserId, make } = await manager()
    await make(QUIZ)
    await make({ ...QUIZ, day: '2026-12-11', where: 'mill hall', publish: '' })
    const [first, second] = await madeBy(organiserId)
    expect(second).toMatchObject({ status: 'draft', venue_slug: first!.venue_slug })
    expect(second!.slug).not.toBe(first!.slug)
  })

  it('asks for the address if the organiser has several places of this name, and takes the one that has it', async () => {
    const { organiserId, make } = await manager()
    for (const [day, address] of [
      ['2026-12-04', '1 Mill Lane, Upwell'],
      ['2026-12-11', '9 Quay Street, Downwell'],
    ])
      expect((await make({ ...QUIZ, day, address })).status).toBe(200)
    const later = { ...QUIZ, day: '2026-12-18' }
    const refused = await make(later)
    expect([refused.status, refused.body.problems]).toEqual([
      400,
      { address: 'You have several places of this name. Enter the address.' },
    ])
    expect(await madeBy(organiserId)).toHaveLength(2)
    expect((await make({ ...later, address: '1 Mill Lane, Upwell' })).status).toBe(200)
    const [upwell, , third] = await madeBy(organiserId)
    expect(third!.venue_slug).toBe(upwell!.venue_slug)
  })

  it('submitted twice creates one event', async () => {
    const { organiserId, make } = await manager()
    const answers = await Promise.all([make(QUIZ), make(QUIZ)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await madeBy(organiserId)).toHaveLength(1)
  })

  it('reports errors at each field and creates nothing', async () => {
    const { organiserId, make } = await manager()
    const { status, body } = await make({ title: '', day: 'Friday', starts: '25:00', how_many: 'many', price: 'a lot' })
    expect([status, body.code, Object.keys(body.problems as object)]).toEqual([
      400,
      'event_refused',
      ['title', 'day', 'starts', 'how_many', 'price'],
    ])
    const last = await make({ ...QUIZ, how_many: '1000001' })
    expect(last.body.problems).toEqual({ how_many: 'Should be at most 1000000.' })
    expect(await madeBy(organiserId)).toEqual([])
    expect(await shop.db.selectFrom('venues').select('id').where('name', '=', 'Nowhere').execute()).toEqual([])
  })

  it('leaves another organiser’s event with the same name alone', async () => {
    const [first, second] = [await manager(), await manager()]
    await first.make({ ...QUIZ, title: 'Choir' })
    const [before] = await madeBy(first.organiserId)
    await second.make({ ...QUIZ, title: 'Choir', price: '9' })
    expect(await madeBy(first.organiserId)).toEqual([before])
    expect((await madeBy(second.organiserId))[0]).toMatchObject({ title: 'Choir', price_minor: 900 })
  })
})
