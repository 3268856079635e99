import { existsSync, readFileSync } from 'node:fs'
import { donorOf } from '@foyer/domain/donation/gift-aid-claim.ts'
import fc from 'fast-check'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readSchedule } from './hmrc-rules.testing.ts'
import { type Schedule, scheduleFile } from './schedule-file.ts'

const TODAY = '2026-11-23'
const SAMPLES = new URL('../../../../../shared/data/hmrc/', import.meta.url)
const sample = (name: string) => readFileSync(new URL(`gift-aid-schedule-${name}.ods`, SAMPLES))

const LINE = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  house: '12 High Street',
  postcode: 'SW1A 1AA',
  donatedOn: '2026-10-03',
  minor: 2000,
}
const schedule = (more: Partial<Schedule> = {}): Schedule => ({
  lines: [LINE],
  earliestOn: '2026-10-03',
  overclaimedMinor: 0,
  ...more,
})
const messages = (file: Uint8Array) => readSchedule(file, TODAY).faults.map(({ message }) => message)

// HMRC's samples stand beside the project and are not part of it.
describe.skipIf(!existsSync(SAMPLES))('HMRC’s own samples, where available', () => {
  it('finds no fault in the valid one and no donation in the empty one', () => {
    expect(messages(sample('GoodData'))).toEqual([])
    expect(readSchedule(sample('GoodData'), TODAY)).toMatchObject({ earliest: '10/11/17', overclaimed: '' })
    expect(messages(sample('EmptyData'))).toEqual([1])
  })

  it('finds in the invalid one the faults that HMRC expects, line by line', () => {
    const found = readSchedule(sample('BadData'), TODAY).faults.map(({ line, message }) => [line ?? 'box', message])
    expect(found).toEqual([
      ['box', 2],
      ['box', 4],
      // One mistake of each kind of field.
      ...[14, 15, 18, 20, 7, 11, 8, 9, 10, 13, 16, 17, 19, 22].map((message, line) => [line, message]),
      // Aggregated donations that are too large, and have what only a donor has.
      ...[23, 24, 25, 26, 27, 28].flatMap((message, i) => [
        [14 + i, message],
        [14 + i, 12],
      ]),
      [20, 5],
      [21, 12],
      [22, 6],
      [23, 6],
      ...[14, 15, 18, 20, 7, 11].map((message) => [24, message]),
      ...[14, 15, 18, 20].map((message) => [25, message]),
    ])
  })
})

/** A schedule of one line whose cells are replaced, by their column from A. */
function planted(cells: Record<number, string>, boxes: { earliest?: string; overclaimed?: string } = {}): Uint8Array {
  const files = unzipSync(scheduleFile(schedule({ overclaimedMinor: 100 })))
  const rows = strFromU8(files['content.xml']!).split('<table:table-row>')
  const put = (row: number, column: number, text: string) => {
    const all = rows[row]!.match(/<table:table-cell\/>|<table:table-cell [^>]*>.*?<\/table:table-cell>/g)!
    all[column] = `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`
    rows[row] = `${all.join('')}</table:table-row>${rows[row]!.split('</table:table-row>')[1]}`
  }
  for (const [column, text] of Object.entries(cells)) put(25, Number(column), text)
  if (boxes.earliest !== undefined) put(13, 3, boxes.earliest)
  if (boxes.overclaimed !== undefined) put(17, 3, boxes.overclaimed)
  return zipSync({ ...files, 'content.xml': strToU8(rows.join('<table:table-row>')) })
}
const EMPTY = { 2: '', 3: '', 4: '', 5: '', 6: '', 7: '', 8: '', 9: '', 10: '' }
const GROUP = { 2: '', 3: '', 4: '', 5: '', 6: '', 7: 'One off Gift Aid donations' }

describe('reports an injected fault with HMRC’s number', () => {
  it.each<[number, Uint8Array]>([
    [1, planted(EMPTY)],
    [2, planted({}, { earliest: '' })],
    [3, planted({}, { earliest: '2026-10-03' })],
    [3, planted({}, { earliest: '31/02/26' })],
    [4, planted({}, { overclaimed: '1.5' })],
    [4, planted({}, { overclaimed: '-1.00' })],
    [5, planted({ ...GROUP, 7: 'x'.repeat(36) })],
    [6, planted({ 1: '1001' })],
    [6, planted({ 1: '' })],
    [7, planted({ 9: '' })],
    [8, planted({ 9: '03/10/2026' })],
    [9, planted({ 9: '24/11/26' })],
    [10, planted({ 10: '20' })],
    [10, planted({ 10: '0.00' })],
    [11, planted({ 10: '' })],
    [12, planted({ ...GROUP, 10: '1000.01' })],
    [13, planted({ 2: 'Doctor' })],
    [14, planted({ 3: '' })],
    [15, planted({ 4: 'ł' })],
    [16, planted({ 3: 'x'.repeat(36) })],
    [17, planted({ 4: 'x'.repeat(36) })],
    [18, planted({ 5: '' })],
    [19, planted({ 5: 'x'.repeat(41) })],
    [20, planted({ 6: '' })],
    [21, planted({ 6: 'SW1A1AA' })],
    [22, planted({ 8: 'No' })],
    [23, planted({ ...GROUP, 8: 'Yes' })],
    [24, planted({ ...GROUP, 2: 'Mr' })],
    [25, planted({ ...GROUP, 3: 'Ada' })],
    [26, planted({ ...GROUP, 4: 'Lovelace' })],
    [27, planted({ ...GROUP, 5: '1' })],
    [28, planted({ ...GROUP, 6: 'X' })],
  ])('%i', (message, file) => expect(messages(file)).toEqual([message]))

  it('reports none for a valid line of each kind', () => {
    expect(messages(planted({}))).toEqual([])
    expect(messages(planted({ 2: 'Mr', 8: 'Yes' }))).toEqual([])
    expect(messages(planted(GROUP))).toEqual([])
  })
})

describe('a schedule we write', () => {
  it('is read by HMRC as intended, with Box 1 and Box 2', () => {
    const paris = { ...LINE, firstName: 'Zoë', lastName: "O'Brien & <co>", house: '1 Rue X, Paris', postcode: 'X' }
    const read = readSchedule(scheduleFile(schedule({ lines: [LINE, paris], overclaimedMinor: 1205 })), TODAY)
    expect(read).toEqual({
      faults: [],
      earliest: '03/10/26',
      overclaimed: '12.05',
      rows: [
        ['1', '', 'Ada', 'Lovelace', '12 High Street', 'SW1A 1AA', '', '', '03/10/26', '20.00'],
        ['2', '', 'Zoë', "O'Brien & <co>", '1 Rue X, Paris', 'X', '', '', '03/10/26', '20.00'],
      ],
    })
  })

  it('starts with its type, and has the template’s sheet and header', () => {
    const file = scheduleFile(schedule())
    expect(Buffer.from(file.subarray(30, 84)).toString()).toBe('mimetypeapplication/vnd.oasis.opendocument.spreadsheet')
    const content = strFromU8(unzipSync(file)['content.xml']!)
    expect(content).toContain('table:name="R68GAD_V1_00_0_EN"')
    expect(content).toContain('House name or number')
  })

  it('has no fault whatever donors typed, with up to 1,000 lines', () => {
    const typed = fc.record({
      donorName: fc.oneof(fc.constant('Ada Lovelace'), fc.string({ unit: 'grapheme', maxLength: 80 })),
      address1: fc.oneof(fc.constant('1 Mill Lane'), fc.string({ unit: 'grapheme', maxLength: 80 })),
      postcode: fc.oneof(fc.constantFrom('sw1a1aa', 'M1 1AE', 'EC1A 1BB'), fc.string({ maxLength: 10 })),
      ukBased: fc.boolean(),
      minor: fc.integer({ min: 1, max: 100_000_00 }),
      day: fc.integer({ min: 1, max: 28 }),
    })
    fc.assert(
      fc.property(fc.array(typed, { maxLength: 20 }), fc.nat({ max: 100_000 }), (declared, overclaimedMinor) => {
        const lines = declared.flatMap(({ minor, day, ...home }) => {
          const made = donorOf(home)
          const donatedOn = `2026-09-${String(day).padStart(2, '0')}`
          return made.ok ? [{ ...made.donor, donatedOn, minor }] : []
        })
        const many = Array.from({ length: 50 }, () => lines).flat()
        if (many.length === 0) return
        const read = readSchedule(scheduleFile({ lines: many, earliestOn: '2026-09-01', overclaimedMinor }), TODAY)
        expect(read.faults).toEqual([])
        expect(read.rows).toHaveLength(many.length)
        expect(read.rows.map((cells) => [cells[2], cells[5]])).toEqual(
          many.map(({ firstName, postcode }) => [firstName, postcode]),
        )
      }),
      { numRuns: 40 },
    )
  })
})
