import type { Updateable } from 'kysely'
import { expect, it } from 'vitest'
import type { EventsTable } from '../../db/schema/types.generated.ts'
import { useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { createPaidSale } from '../../testing/fixtures/paid-sale.ts'
import { deliverWallet } from '../delivery/deliver.ts'
import { remindOfEvents } from './remind.ts'
import { thankForEvents } from './thank.ts'

const database = useTestDatabase('embedded')

/** The event is on 2 October 2026 from 7pm to 10pm in London, which is an hour ahead of UTC. */
async function setUp(settings: Updateable<EventsTable>) {
  const deps = testDeps(database())
  const sale = await createPaidSale(deps)
  await deps.db.updateTable('events').set(settings).where('id', '=', sale.event).execute()
  await deliverWallet(deps, sale.saleId)
  /** How many emails are sent at this time, if none was before. */
  const sentAt = async (time: string): Promise<number> => {
    await deps.db.deleteFrom('mails').where('kind', 'in', ['event_reminder', 'event_thanks']).execute()
    deps.clock.set(time)
    await remindOfEvents(deps)
    await thankForEvents(deps)
    const mails = deps.db.selectFrom('mails').select('id').where('kind', 'in', ['event_reminder', 'event_thanks'])
    return (await mails.where('recipient', '=', sale.email).execute()).length
  }
  return { deps, sale, sentAt }
}

it.each<[string, Updateable<EventsTable>, [time: string, sent: number][]]>([
  [
    'a reminder a day before, from nine in the morning until eight in the evening of that day',
    { reminder_days: 1 },
    [
      ['2026-09-30T12:00:00Z', 0],
      ['2026-10-01T07:59:59Z', 0],
      ['2026-10-01T08:00:00Z', 1],
      ['2026-10-01T18:59:59Z', 1],
      ['2026-10-01T19:00:00Z', 0],
      ['2026-10-02T12:00:00Z', 0],
    ],
  ],
  [
    'a reminder hours before, to the second, until it begins',
    { reminder_hours: 16 },
    [
      ['2026-10-02T01:59:59Z', 0],
      ['2026-10-02T02:00:00Z', 1],
      ['2026-10-02T17:59:59Z', 1],
      ['2026-10-02T18:00:00Z', 0],
    ],
  ],
  [
    'thanks the day after it ends, from ten until eight',
    { thanks: true, reminder: false, thanks_days: 1 },
    [
      ['2026-10-02T21:30:00Z', 0],
      ['2026-10-03T08:59:59Z', 0],
      ['2026-10-03T09:00:00Z', 1],
      ['2026-10-03T18:59:59Z', 1],
      ['2026-10-03T19:00:00Z', 0],
      ['2026-10-04T12:00:00Z', 0],
    ],
  ],
  [
    'thanks hours after it ends, to the second, and no longer than a day late',
    { thanks: true, reminder: false, thanks_hours: 2 },
    [
      ['2026-10-02T22:59:59Z', 0],
      ['2026-10-02T23:00:00Z', 1],
      ['2026-10-03T22:59:59Z', 1],
      ['2026-10-03T23:00:00Z', 0],
    ],
  ],
])('[42] %s', async (_, settings, times) => {
  const { sentAt } = await setUp(settings)
  const found: [string, number][] = []
  for (const [time] of times) found.push([time, await sentAt(time)])
  expect(found).toEqual(times)
})

it('[42] no reminder for tickets that came when it was due, to the second', async () => {
  const { deps, sale, sentAt } = await setUp({ reminder_hours: 16 })
  const issued = (at: string) =>
    deps.db
      .updateTable('tickets')
      .set({ issued_at: new Date(at) })
      .where('sale_id', '=', sale.saleId)
      .execute()
  await issued('2026-10-02T02:00:00Z')
  expect(await sentAt('2026-10-02T03:00:00Z')).toBe(0)
  await issued('2026-10-02T01:59:59Z')
  expect(await sentAt('2026-10-02T03:00:00Z')).toBe(1)
  await deps.db
    .updateTable('events')
    .set({ reminder_hours: null, reminder_days: 1 })
    .where('id', '=', sale.event)
    .execute()
  await issued('2026-09-30T23:00:00Z')
  expect(await sentAt('2026-10-01T12:00:00Z'), 'midnight in London').toBe(0)
  await issued('2026-09-30T22:59:59Z')
  expect(await sentAt('2026-10-01T12:00:00Z')).toBe(1)
})
