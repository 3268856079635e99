import { expect, it } from 'vitest'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import type { CatalogueInput } from '../format/format.ts'
import { importText } from './import.ts'

const fileWith = (organiser: Partial<NonNullable<CatalogueInput['organisers']>[number]>) => {
  const file: CatalogueInput = {
    format: 'foyer-catalogue-1',
    charities: [{ slug: 'trees', name: 'Trees', donation_checkout_title: 'Give' }],
    organisers: [{ slug: 'pennies', name: 'Pennies', ...organiser }],
  }
  return JSON.stringify(file, null, 1)
}

describeOnBoth('an organiser’s rule for small totals in a catalogue', (kind) => {
  const database = useTestDatabase(kind)
  const load = (text: string) => importText(database().db, 'file.json', text, new Date('2027-01-10T12:00:00Z'))
  const stored = async () =>
    (await database().db.selectFrom('organisers').select('small_total').where('slug', '=', 'pennies').execute())[0]
      ?.small_total

  it('defaults to refusing, and a donation requires a charity', async () => {
    const report = await load(fileWith({ small_total: 'donation' }))
    expect(report.refused.map(({ why }) => why)).toEqual(['small_total is "donation", which needs a charity'])
    await load(fileWith({}))
    expect(await stored()).toBe('refuse')
    for (const small_total of ['round_up', 'waive', 'donation'] as const) {
      await load(fileWith({ small_total, ...(small_total === 'donation' && { charity: 'trees' }) }))
      expect(await stored()).toBe(small_total)
    }
  })
})
