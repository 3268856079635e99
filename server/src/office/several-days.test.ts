import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { openShop } from '../testing/shop.ts'
import { idleReaders } from './testing/counter.ts'
import { createStaff, inSession } from './testing/office.ts'
import { createSubject } from './testing/planted-subject.ts'
import { type OfficeRead, READS } from './testing/reads.ts'

let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  shop = await openShop('embedded', { providers: { stripe: idleReaders() } })
})
afterAll(() => shop.close())

/** The log names a date by its start, because its sentences say from when to when it was moved. */
const NAMED_BY_START: readonly OfficeRead[] = ['office_log']

it('every page of the office shows both ends of a date that lasts several days', async () => {
  const { organiserId } = await createEvent(shop.db)
  const subject = await createSubject(shop, {
    organiserId,
    mark: 'Festival',
    minor: 1_700,
    status: 'published',
    buyers: [],
  })
  await shop.db
    .updateTable('event_dates')
    .set({ starts_at: new Date('2026-06-05T17:00:00Z'), ends_at: new Date('2026-06-08T20:00:00Z'), all_day: false })
    .where('id', '=', subject.event.dateId)
    .execute()
  const owner = await createStaff(shop, organiserId, 'owner')
  const browser = await inSession(shop, { staffId: owner.id, email: owner.email })
  const shown: string[] = []
  const cut: string[] = []
  for (const name of (Object.keys(READS) as OfficeRead[]).filter((name) => !NAMED_BY_START.includes(name)))
    for (const body of READS[name](subject)) {
      const { raw } = await browser.call(name, { organiser_id: organiserId, ...body })
      if (!String(raw.headers['content-type']).startsWith('application/json')) continue
      if (raw.body.includes('Fri 5 Jun 2026, 6:00pm to Mon 8 Jun 2026, 9:00pm')) shown.push(name)
      const [around] =
        /.{0,60}\bFri 5 Jun(?: 2026)?(?:, 6:00pm)?(?! 2026|, 6:00pm| to Mon 8 Jun).{0,30}/.exec(raw.body) ?? []
      if (around !== undefined) cut.push(`${name} ${JSON.stringify(body)}: ${around}`)
    }
  expect(cut).toEqual([])
  expect([...new Set(shown)].sort()).toEqual(
    [
      'office_cancel',
      'office_change',
      'office_counter',
      'office_counter_sale',
      'office_dates',
      'office_door',
      'office_door_list',
      'office_event',
      'office_give',
      'office_home',
      'office_house_seats',
      'office_mailing',
      'office_money',
      'office_move',
      'office_order',
      'office_orders',
      'office_people',
      'office_waiting',
    ].sort(),
  )
})
