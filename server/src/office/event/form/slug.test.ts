import { expect, it } from 'vitest'
import { describeOnPostgres } from '../../../testing/database/databases.ts'
import { createEvent } from '../../../testing/fixtures/catalogue.ts'
import { useShop } from '../../../testing/shop.ts'
import { createStaff, inSession } from '../../testing/office.ts'

describeOnPostgres('events made at the same moment', () => {
  const shop = useShop('postgres')

  it('with the same title are two events, each of its own organiser', async () => {
    const { db } = shop()
    const organisers = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const { organiserId } = await createEvent(db)
        const { id, email } = await createStaff(shop(), organiserId, 'manager')
        return { organiserId, browser: await inSession(shop(), { staffId: id, email }) }
      }),
    )
    const form = {
      title: 'Quiz night',
      day: '2027-03-05',
      starts: '19:30',
      ends: '',
      how_many: '80',
      price: '6',
      publish: '1',
    }
    const replies = await Promise.all(
      organisers.map(({ organiserId, browser }) =>
        browser.call('create_event', { organiser_id: organiserId, ...form }),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual(organisers.map(() => 200))
    const events = await db
      .selectFrom('events')
      .select(['slug', 'organiser_id'])
      .where('title', '=', 'Quiz night')
      .orderBy('id')
      .execute()
    expect(events.map(({ organiser_id }) => organiser_id).toSorted()).toEqual(
      organisers.map(({ organiserId }) => organiserId).toSorted(),
    )
  })
})
