import { expect, it } from 'vitest'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { SELLER } from '../../testing/fixtures/catalogue.ts'
import type { CatalogueInput, EventInput } from '../format/format.ts'
import { importText } from './import.ts'

type PlanOptions = NonNullable<EventInput['plan_options']>

/** A file with one event on 1 and 2 March 2027. */
function fileWith(...plan_options: PlanOptions): string {
  const file: CatalogueInput = {
    format: 'foyer-catalogue-1',
    organisers: [{ slug: 'small-house', name: 'Small House', ...SELLER }],
    events: [
      {
        slug: 'recital',
        organiser: 'small-house',
        venue: null,
        title: 'Recital',
        dates: [{ starts: '2027-03-01T19:00' }, { starts: '2027-03-02T19:00' }],
        ticket_types: [{ name: 'Adult', price: 10, capacity: 20 }],
        plan_options,
      },
    ],
  }
  return JSON.stringify(file, null, 1)
}

describeOnBoth('a payment plan in a catalogue', (kind) => {
  const database = useTestDatabase(kind)
  const load = (text: string, now: string) => importText(database().db, 'file.json', text, new Date(now))
  const fits = { key: '2', label: 'Two payments', payments: 2 }
  const tooLong = { key: '12', label: 'Twelve payments', payments: 12 }

  it('is refused with its line if it runs past every date of its event', async () => {
    const file = fileWith(fits, tooLong)
    const report = await load(file, '2027-01-10T12:00:00Z')
    expect(report.kept).toBe(false)
    expect(report.refused).toEqual([
      {
        line: file.slice(0, file.indexOf('"key": "12"')).split('\n').length - 1,
        what: 'event "Recital"',
        why: 'the plan "12" runs past the event: its last payment would be after 2027-03-02',
      },
    ])
  })

  it.each([
    [{ payments: 13 }, true],
    [{ payments: 12 }, false],
    [{ payments: 2, every_months: 12 }, true],
    [{ payments: 4, every_months: 4 }, true],
    [{ payments: 3, every_months: 5 }, false],
  ])('is refused with more than 12 payments or not within 12 months: %j', async (plan, isRefused) => {
    const file = fileWith({ key: 'long', label: 'A plan', ...plan })
    const { refused } = await load(file, '2025-01-10T12:00:00Z')
    expect(refused.map(({ why }) => why)).toEqual(
      isRefused
        ? ['the plan "long" is too long: a plan has at most 12 payments, and the last is due within 12 months']
        : [],
    )
  })

  it('that is too long and stored already only causes a note, and its event can still be changed', async () => {
    const { db } = database()
    expect((await load(fileWith(fits), '2025-01-10T12:00:00Z')).refused).toEqual([])
    await db.updateTable('plan_options').set({ payments: 24 }).execute()
    const stored = fileWith({ ...fits, payments: 24 })
    const again = await load(stored.replace('"Recital"', '"Late recital"'), '2025-01-10T12:00:00Z')
    expect(again).toMatchObject({ kept: true, refused: [] })
    expect(again.notes.map(({ why }) => why)).toContainEqual(expect.stringContaining('no longer offered'))
    expect(await db.selectFrom('events').select('title').execute()).toEqual([{ title: 'Late recital' }])
  })

  it('only causes a note in a later import if it was possible in the first one', async () => {
    expect((await load(fileWith(tooLong), '2026-01-10T12:00:00Z')).refused).toEqual([])
    const again = await load(fileWith(tooLong), '2027-01-10T12:00:00Z')
    expect(again).toMatchObject({ kept: true, refused: [] })
    expect(again.notes.map(({ why }) => why)).toContainEqual(expect.stringContaining('no longer offered'))
    expect((await load(fileWith(fits), '2028-01-10T12:00:00Z')).refused, 'a past event').toEqual([])
  })
})
