import { OFFICE_CALLS } from '@foyer/contract/office/calls.ts'
import { columnNames } from '@foyer/contract/office/lists/messages.en.ts'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTx } from '../../db/transaction/tx.ts'
import { book, captureMovement } from '../../payment/ledger/ledger.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { openShop } from '../../testing/shop.ts'
import { idleReaders } from '../testing/counter.ts'
import { createStaff, inSession, type OfficeBrowser } from '../testing/office.ts'
import { createSubject, type PlantedSubject } from '../testing/planted-subject.ts'
import { type OfficeRead, READS } from '../testing/reads.ts'
import { cellsIn } from '../testing/xlsx.ts'
import type { Cell } from './csv.ts'

/**
 * Every table that the office gives as a file: its dates are dates, its times name their zone, and its amounts are numbers in a file that
 * says their currency. A new file has to be added here, or the first test fails.
 */

/** Files that are no tables: documents, another shop's input, and the schedule in HMRC's own format. */
const NO_TABLES = new Set<OfficeRead>([
  'export_catalogue',
  'office_receipt',
  'gift_aid_schedule',
  'dispute_evidence',
  'export_person',
])

/** The columns of each table that hold amounts and times, by their heads without the zone. */
const COLUMNS: Partial<Record<OfficeRead, { money: string[]; dates: string[] }>> = {
  export_codes: { money: ['amount off'], dates: ['until'] },
  export_door_list: { money: [], dates: [] },
  export_waiting: { money: [], dates: ['Date', 'Since', 'Offered until'] },
  export_orders: { money: ['Total', 'Refunded', 'Refund protection'], dates: ['Paid on', 'Subscribed on'] },
  export_people: { money: ['Refund protection'], dates: ['Date', 'Checked in at', 'Paid on', 'Subscribed on'] },
  export_money: { money: ['Tickets', 'Fees', 'Refunded', 'Total', 'Received', 'Net'], dates: ['Day', 'Date'] },
  money_statement: { money: ['Tickets', 'Total'], dates: [] },
  export_payout: { money: ['Amount', 'Fee', 'Paid out'], dates: ['Date'] },
  gift_aid_evidence: { money: ['claimed', 'refunded since'], dates: ['donated on', 'declared at'] },
  export_log: { money: [], dates: ['at'] },
}

let shop: Awaited<ReturnType<typeof openShop>>
let browser: OfficeBrowser
let subject: PlantedSubject
let organiserId: number
beforeAll(async () => {
  shop = await openShop('embedded', { providers: { stripe: idleReaders() } })
  organiserId = (await createEvent(shop.db)).organiserId
  subject = await createSubject(shop, { organiserId, mark: 'Whole', minor: 1_700, status: 'published', buyers: [] })
  await shop.db
    .updateTable('events')
    .set({ timezone: 'America/New_York' })
    .where('id', '=', subject.event.eventId)
    .execute()
  await shop.db.updateTable('waiting').set({ offered_until: shop.clock.now() }).execute()
  await shop.db
    .updateTable('discount_codes')
    .set({ kind: 'amount', percent_bp: null, amount_minor: 500, currency: 'GBP', valid_until: shop.clock.now() })
    .where('event_id', '=', subject.event.eventId)
    .execute()
  const { id: payment_id } = await shop.db
    .selectFrom('payments')
    .select('id')
    .where('sale_id', '=', subject.orderId)
    .executeTakeFirstOrThrow()
  await inTx(shop.db, (tx) =>
    book(tx, {
      saleId: subject.orderId,
      movement: 'capture',
      amounts: captureMovement(new Map([[organiserId, 1_700]])),
      currency: 'GBP',
      paymentId: payment_id,
      at: shop.clock.now(),
    }),
  )
  const { id, email } = await createStaff(shop, organiserId, 'owner')
  for (const list of ['orders', 'people'])
    await shop.db
      .insertInto('staff_columns')
      .values({ staff_id: id, list, columns: Object.keys(columnNames) })
      .execute()
  browser = await inSession(shop, { staffId: id, email })
}, 60_000)
afterAll(() => shop.close())

/** The rows of a CSV; a number or a date is bare there too. */
function rowsOfCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, bare, end] of text
    .replace(/^\ufeff/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n|$)/g)) {
    if (quoted === undefined && bare === '' && end === '') break
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? bare!)
    if (end === '\r\n') rows.push([])
  }
  return rows
}

/** A date as people read it: '25/12/2026', 'The Show, Fri 25 Dec 2026, 7:30pm'. */
const IN_WORDS = /^\d{1,2}\/\d{1,2}\/\d{4}|^(.*, )?(\w{3} )?\d{1,2} [A-Z][a-z]{2} 20\d\d/
const NUMBER = /^-?\d+(\.\d+)?$/
const DATE = /^\d{4}-\d\d-\d\d( \d\d:\d\d)?$/
/** A number or a date of a workbook must be one there, and not a text that looks like one. */
const asText = (cell: Cell): string =>
  typeof cell === 'object' ? `${cell.day}${cell.time ? ` ${cell.time}` : ''}` : String(cell)

type Table = { name: string; rows: Cell[][]; isWorkbook: boolean }
async function tablesOf(name: OfficeRead): Promise<Table[]> {
  const tables: Table[] = []
  for (const body of READS[name](subject)) {
    const { status, raw, body: reply } = await browser.call(name, { organiser_id: organiserId, ...body })
    expect([name, body, status]).toEqual([name, body, 200])
    const type = String(raw.headers['content-type'])
    const what = `${name} ${JSON.stringify(body)}`
    if (typeof reply.text === 'string') tables.push({ name: what, rows: rowsOfCsv(reply.text), isWorkbook: false })
    else if (type.startsWith('text/csv')) tables.push({ name: what, rows: rowsOfCsv(raw.body), isWorkbook: false })
    else if (type.includes('spreadsheetml'))
      tables.push({ name: what, rows: cellsIn(raw.rawPayload), isWorkbook: true })
    else if (name === 'gift_aid_evidence') {
      const files = unzipSync(Buffer.from(String(reply.base64), 'base64'))
      const csv = Object.keys(files).find((file) => file.endsWith('.csv'))!
      tables.push({ name: what, rows: rowsOfCsv(strFromU8(files[csv]!)), isWorkbook: false })
    }
  }
  return tables
}

const FILES = (Object.keys(READS) as OfficeRead[]).filter((name) => 'filename' in OFFICE_CALLS[name].reply.shape)

it('knows every file of the office', () => {
  expect(FILES.filter((name) => !NO_TABLES.has(name) && COLUMNS[name] === undefined)).toEqual([])
})

it.for(Object.entries(COLUMNS))('%s has dates, zones, numbers and currencies', async ([name, { money, dates }]) => {
  const tables = await tablesOf(name as OfficeRead)
  expect(tables.length).toBeGreaterThan(0)
  const found = new Set<string>()
  for (const { name: table, rows, isWorkbook } of tables) {
    let heads: string[] = []
    for (const cells of rows) {
      // A head begins the table, and each part of one below an empty row.
      if (heads.length === 0) heads = cells.map(String)
      else if (cells.every((cell) => cell === '')) heads = []
      else
        for (const [i, cell] of cells.entries()) {
          const head = heads[i] ?? ''
          const [plain] = head.split(' (')
          const text = asText(cell)
          const where = `${table}: ${head} is ${text}`
          if (text === '' || text === 'Total' || text.startsWith('Total ')) continue
          expect(IN_WORDS.test(text), where).toBe(false)
          expect(/^-?[£$€] ?\d/.test(text), where).toBe(false)
          if (dates.includes(plain!)) {
            found.add(plain!)
            expect(text, where).toMatch(DATE)
            if (isWorkbook) expect(typeof cell, where).toBe('object')
            const isZoned = head.endsWith(')') || heads.includes(`${head}, time zone`) || !text.includes(' ')
            expect(isZoned, `${where}, without a zone`).toBe(true)
          } else if (money.includes(plain!)) {
            found.add(plain!)
            expect(text, where).toMatch(NUMBER)
            if (isWorkbook) expect(typeof cell, where).toBe('number')
            expect(
              heads.map((one) => one.toLowerCase()),
              where,
            ).toContain('currency')
          } else expect(DATE.test(text), `${where}: a date in a column that isn’t known as one`).toBe(false)
        }
    }
  }
  expect([...found].toSorted()).toEqual([...money, ...dates].toSorted())
})

it('orders and people have the buyer’s email, and orders what was refunded, whatever columns a person has chosen', async () => {
  const { id, email } = await createStaff(shop, organiserId, 'owner')
  const plain = await inSession(shop, { staffId: id, email })
  const headsOf = async (name: 'export_orders' | 'export_people') =>
    rowsOfCsv((await plain.call(name, { organiser_id: organiserId })).raw.body)[0]
  expect(await headsOf('export_orders')).toEqual(expect.arrayContaining(['Email', 'Refunded', 'Currency']))
  expect(await headsOf('export_people')).toEqual(expect.arrayContaining(['Email', 'Date, time zone']))
})

it('a date is in its event’s zone', async () => {
  const { starts_at } = await shop.db
    .selectFrom('event_dates')
    .select('starts_at')
    .where('id', '=', subject.event.dateId)
    .executeTakeFirstOrThrow()
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/New_York',
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(starts_at)
  const [heads, row] = rowsOfCsv(
    (await browser.call('export_people', { organiser_id: organiserId, event_id: subject.event.eventId })).raw.body,
  )
  const at = heads!.indexOf('Date')
  expect(row!.slice(at, at + 2)).toEqual([local, 'America/New_York'])
})
