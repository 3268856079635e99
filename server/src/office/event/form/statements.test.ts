import { SECTIONS } from '@foyer/contract/office/events/fields.en.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CatalogueInput } from '../../../catalogue/format/format.ts'
import { saveCatalogue } from '../../../catalogue/import/save.ts'
import { inTx } from '../../../db/transaction/tx.ts'
import { countStatements } from '../../../testing/count-statements.ts'
import { createEvent } from '../../../testing/fixtures/catalogue.ts'
import { useShop } from '../../../testing/shop.ts'
import { managerOf, sentBy } from '../../testing/full-organiser.ts'

const shop = useShop('embedded')

/** A file of one event with so many dates, each with types, pools, tiers and seats of its own. */
function fileOf(organiser: string, slug: string, dates: number, types: number): CatalogueInput {
  const starts = Array.from({ length: dates }, (_, i) =>
    new Date(Date.UTC(2027, 0, 1 + i, 19)).toISOString().slice(0, 16),
  )
  const named = Array.from({ length: types }, (_, i) => `Type ${i}`)
  return {
    format: 'foyer-catalogue-1',
    events: [
      {
        slug,
        organiser,
        title: 'A run',
        currency: 'GBP',
        dates: starts.map((time) => ({ starts: time })),
        pools: [
          { name: 'Hall', capacity: 200, kept: [{ reason: 'Press', places: 2 }] },
          { name: 'Stalls', seats: ['A1', 'A2'], kept: [{ reason: 'House', seats: ['A1'] }] },
        ],
        ticket_types: [
          ...named.map((name) => ({ name, price: 20, pool: 'Hall', price_tiers: [{ price: 12, tickets: 5 }] })),
          { name: 'Stalls', price: 30, pool: 'Stalls' },
          { name: 'Box', price: 40, seats: ['B1', 'B2'], visibility: 'code' as const },
        ],
        access_codes: named.map((_, i) => ({ codes: [`OPEN-${i}`], tickets: ['Box'], max_tickets: 2 })),
        questions: named.map((_, i) => ({
          osq_id: `q${i}`,
          question_html: 'Why?',
          type: 'text' as const,
          before_or_after: 'after' as const,
        })),
      },
    ],
  }
}

/** The forms of events with so many dates and types. */
const events: Awaited<ReturnType<typeof managerOf>>[] = []
beforeAll(async () => {
  const { db, clock } = shop()
  for (const [dates, types] of [
    [1, 1],
    [10, 1],
    [100, 1],
    [10, 12],
  ] as const) {
    const { organiserId } = await createEvent(db, { currency: 'GBP' })
    const { slug } = await db
      .selectFrom('organisers')
      .select('slug')
      .where('id', '=', organiserId)
      .executeTakeFirstOrThrow()
    const file = fileOf(slug, `run-${dates}-${types}`, dates, types)
    const written = await inTx(db, (tx) => saveCatalogue(tx, file, clock.now()))
    if (!written.ok) throw new Error(JSON.stringify(written.problems))
    events.push(await managerOf(shop(), organiserId, written.events[0]!))
  }
})

describe('the number of statements of a section', () => {
  it.each(SECTIONS.map(({ name }) => name))(
    'of an event, %s, does not grow with dates and types, shown or saved',
    async (section) => {
      const counts: { shown: number; saved: number; moved: number | null }[] = []
      for (const { open, send } of events) {
        const form = await open(section)
        const save = (changed: typeof unchanged) => async () =>
          expect((await send(form, changed)).body).toMatchObject({ success: true })
        const unchanged = sentBy(form)
        counts.push({
          shown: await countStatements(() => open(section)),
          saved: await countStatements(save(unchanged)),
          moved: section === 'dates' ? await countStatements(save(moveEach(unchanged))) : null,
        })
      }
      expect(counts).toEqual(counts.map(() => counts[0]))
    },
  )
})

/** The form with every date half an hour later. */
const moveEach = (sent: Record<string, string | string[]>) =>
  Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [
      name,
      name.endsWith('.starts') ? String(value).replace(':00', ':30') : value,
    ]),
  )
