import { API_PATHS, type ApiCallName } from '@foyer/contract/api/paths.ts'
import { OFFICE_CALLS } from '@foyer/contract/office/calls.ts'
import { columnNames } from '@foyer/contract/office/lists/messages.en.ts'
import { KEY_ROLES, may, mayBeLimited, openTo, ROLES, type Role } from '@foyer/domain/office/rights.ts'
import type { LightMyRequestResponse } from 'fastify'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKeyOwner, program } from '../api/testing/programs.ts'
import { createAccount } from '../testing/fixtures/buyers.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { openShop } from '../testing/shop.ts'
import { idleReaders } from './testing/counter.ts'
import { createStaff, inSession, type OfficeBrowser } from './testing/office.ts'
import { addToOrder, plantOrder } from './testing/planted-order.ts'
import { createSubject, type PlantedSubject } from './testing/planted-subject.ts'
import { type OfficeRead, READS } from './testing/reads.ts'

/**
 * Every read of the office and of the API by people and programs limited to one event. What they get must not depend on other events,
 * neither the same organiser's nor another one's: replies are compared before and after these are written to the database, with a row
 * in every table that can be about an event. Of an order with several events, only the part that is theirs may be shown.
 */

const OWN = 'Ownwell'
const OTHER = 'Zebulon'
const ELSEWHERE = 'Quixom'
/** The mark of an order that contains all three. */
const MIXED = 'Mixtura'

type Found = Map<string, { status: number; text: string }>

let shop: Awaited<ReturnType<typeof openShop>>
let organiserId: number
let own: PlantedSubject
const staff = new Map<string, { role: Role; browser: OfficeBrowser }>()
const keys = new Map<string, string>()

const BUYERS: Parameters<typeof createSubject>[1]['buyers'] = []
const plant = (mark: string, minor: number, of = organiserId) =>
  createSubject(shop, { organiserId: of, mark, minor, status: mark === OWN ? 'published' : 'draft', buyers: BUYERS })

beforeAll(async () => {
  shop = await openShop('embedded', { providers: { stripe: idleReaders() } })
  organiserId = (await createEvent(shop.db)).organiserId
  const user = await createAccount(shop, 'regular@example.org')
  BUYERS.push({ email: 'regular@example.org', name: 'Regular Guest', userId: user.id })
  own = await plant(OWN, 1_700)
  const { eventId, manager } = own.event
  const join = async (role: Role, { id, email }: { id: number; email: string }) => {
    for (const list of ['orders', 'people'])
      await shop.db
        .insertInto('staff_columns')
        .values({ staff_id: id, list, columns: Object.keys(columnNames) })
        .execute()
    staff.set(role, { role, browser: await inSession(shop, { staffId: id, email }) })
  }
  await join('manager', manager)
  for (const role of ROLES.filter((role) => mayBeLimited(role) && role !== 'manager'))
    await join(role, await createStaff(shop, organiserId, role, [eventId]))
  await join('owner', await createStaff(shop, organiserId, 'owner'))
  const owner = await createKeyOwner(shop, organiserId)
  for (const role of KEY_ROLES) keys.set(`${role} key`, await owner.key(role, [eventId]))
  keys.set('key of all events', await owner.key('box_office'))
  // Its first use is noted, and shown to owners.
  for (const key of keys.values()) await program(shop.app, key)('events/')
}, 60_000)
afterAll(() => shop.close())

/** The text of a reply: of a workbook, all of its parts. */
function textOf({ rawPayload, headers, body }: LightMyRequestResponse): string {
  if (!String(headers['content-type']).includes('spreadsheetml')) return body
  return Object.values(unzipSync(new Uint8Array(rawPayload)))
    .map((part) => strFromU8(part))
    .join('\n')
}

const NAMES = Object.keys(READS) as OfficeRead[]
const mayRead = (role: Role) => (name: OfficeRead) =>
  may(role, OFFICE_CALLS[name].action) && openTo(OFFICE_CALLS[name].action) !== 'operator'

async function officeReads(who: string, about: PlantedSubject): Promise<Found> {
  const { browser, role } = staff.get(who)!
  const found: Found = new Map()
  for (const name of NAMES.filter(mayRead(role)))
    for (const body of READS[name](about)) {
      const { status, raw } = await browser.call(name, { organiser_id: organiserId, ...body })
      found.set(`${name} ${JSON.stringify(body)}`, { status, text: comparable(name, textOf(raw), body) })
    }
  return found
}

/** What a read shows of events and orders: without what was sent, random keys, times in files, the team, and other entries of the log. */
function comparable(name: OfficeRead, text: string, sent: object): string {
  if (name === 'export_log')
    return text
      .split('\r\n')
      .filter((line) => /,(save_event|rename_holder),done,/.test(line))
      .join('\n')
  const typed = Object.values(sent).filter((value) => typeof value === 'string')
  const isTyped = (value: unknown) => typed.some((word) => word === value)
  return JSON.stringify(
    JSON.parse(/^[[{]/.test(text) ? text : JSON.stringify(text), (key, value) =>
      ['form_key', 'base64', 'next', 'q', 'people'].includes(key) || (['code', 'email'].includes(key) && isTyped(value))
        ? undefined
        : value,
    ),
  )
}

/** The requests of each call of the API about a subject. A call that is missing does not compile. */
const API_READS: Record<ApiCallName, (of: PlantedSubject) => [path: string, query?: object][]> = {
  api_events: () => [['events/']],
  api_event: ({ event }) => [[`events/${event.eventId}/`]],
  api_orders: ({ event }) => [['orders/'], ['orders/', { event_id: event.eventId }]],
  api_order: ({ orderId }) => [[`orders/${orderId}/`]],
  api_people: ({ event }) => [
    ['people/'],
    ['people/', { event_id: event.eventId }],
    ['people/', { date_id: event.dateId }],
  ],
  api_admissions: ({ event }) => [
    ['admissions/'],
    ['admissions/', { event_id: event.eventId }],
    ['admissions/', { date_id: event.dateId }],
  ],
}

async function apiReads(who: string, about: PlantedSubject): Promise<Found> {
  const send = program(shop.app, keys.get(who)!)
  const found: Found = new Map()
  for (const name of Object.keys(API_PATHS) as ApiCallName[])
    for (const [path, query] of API_READS[name](about)) {
      const { status, raw } = await send(path, query)
      // Adding to an order changes when it changed.
      const text = raw.body.replace(/"(changed_at|next)":"[^"]*"/g, '')
      found.set(`${name} ${path} ${JSON.stringify(query)}`, { status, text })
    }
  return found
}

const everyone = () => [...staff.keys(), ...keys.keys()]
const readsOf = (who: string, about: PlantedSubject) => (staff.has(who) ? officeReads : apiReads)(who, about)
const isLimited = (who: string) => who !== 'owner' && who !== 'key of all events'

const has = (text: string, mark: string) => text.toLowerCase().includes(mark.toLowerCase())

/**
 * Reads whose replies also depend on whether an order has others' tickets: the order, its receipt, its entries in the log, how many such
 * orders a cancellation concerns, and the till, which has the cash of all that its person sold.
 */
const SHOWS_WHOLE_ORDER = /^(office_(order|receipt|counter_sale|log|cancel|shift)|export_log) /

/** A download names its reader's own entry in the log, which is another one each time. */
const withoutEntry = (text: string): string => text.replace(/"done":"\d+"/, '"done":""')

/** The replies that differ, and where. */
const differences = (who: string, before: Found, after: Found, except = /^$/): string[] =>
  [...after].flatMap(([name, { status, text }]) => {
    if (except.test(name)) return []
    const was = before.get(name)!
    if (was.status === status && withoutEntry(was.text) === withoutEntry(text)) return []
    const at = [...text].findIndex((char, i) => was.text[i] !== char)
    const around = (whole: string) => whole.slice(Math.max(0, at - 60), at + 100)
    return [`${who}: ${name}\n  ${was.status} ${around(was.text)}\n  ${status} ${around(text)}`]
  })

/** The replies that have one of these texts, and where. */
const leaks = (who: string, found: Found, marks: readonly string[]): string[] =>
  [...found].flatMap(([name, { text }]) => {
    const mark = marks.find((mark) => has(text, mark))
    if (mark === undefined) return []
    const at = text.toLowerCase().indexOf(mark.toLowerCase())
    return [`${who}: ${name} … ${text.slice(Math.max(0, at - 80), at + 40)}`]
  })

/** How many rows each table has. */
async function rowCounts(): Promise<Map<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(shop.db)
  const counts = new Map<string, number>()
  for (const { name } of tables) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)}`.execute(shop.db)
    counts.set(name, rows[0]!.n)
  }
  return counts
}

/** Tables about the installation, the staff, or a person's account and address, what an organiser has for all events, and sums of other tables. */
const NOT_OF_EVENTS = new RegExp(
  `^(${[
    'kysely_migration(_lock)?|installation|settings|shop|texts|rate_limits|jobs|scheduled_tasks|backups|book_checks|write_probes|office_forms|policy_reports',
    'staff_(invitations|first_links|passkeys|columns|sessions)|api_keys|data_requests|payment_(notices|account_setups)|pictures|picture_files',
    'users|user_addresses|saved_cards|account_customers|one_time_codes|reminder_opt_outs|suppressions',
    'gift_voucher_designs|gift_aid_deductions|money_(paid_)?sums(_state)?',
  ].join('|')})$`,
)

/**
 * Reads that show nothing of an event, or nothing at all to people limited to one. Moving a party has a test of its own, because the
 * tickets here have no seats.
 */
const NOT_ABOUT_EVENTS =
  /^office_(complaints|requests|party|entrance|account|help|receipt|shift|reader|readers|gift_aid|settings|payments|payment_account|brand|shop|texts|shop_texts|organisers?|health)$|^gift_aid_|^export_payout$|^dispute_evidence$/

it('people and programs limited to an event get the same replies whatever other events there are', async () => {
  const before = new Map<string, Found>()
  const shown = new Set<string>()
  for (const who of everyone()) {
    before.set(who, await readsOf(who, own))
    for (const [name, { status, text }] of before.get(who)!) {
      expect([who, name, status], text).toEqual([who, name, expect.toBeOneOf([200, 403, 404])])
      if (status === 200 && has(text, OWN)) shown.add(name.split(' ')[0]!)
    }
  }
  expect(
    [...NAMES, ...Object.keys(API_PATHS)].filter((name) => !shown.has(name) && !NOT_ABOUT_EVENTS.test(name)),
  ).toEqual([])

  const problems: string[] = []
  const counts = await rowCounts()
  const { organiserId: others } = await createEvent(shop.db)
  const elsewhere = await plant(ELSEWHERE, 13_579, others)
  for (const who of everyone().filter((who) => !isLimited(who))) {
    problems.push(...differences(who, before.get(who)!, await readsOf(who, own)))
    problems.push(...leaks(who, await readsOf(who, elsewhere), [ELSEWHERE]))
  }
  const other = await plant(OTHER, 97_531)
  const grown = await rowCounts()
  expect([...grown].flatMap(([name, n]) => (n > counts.get(name)! || NOT_OF_EVENTS.test(name) ? [] : [name]))).toEqual(
    [],
  )
  for (const who of everyone().filter(isLimited)) {
    problems.push(...differences(who, before.get(who)!, await readsOf(who, own)))
    problems.push(...leaks(who, await readsOf(who, other), [OTHER]))
  }
  expect(problems.join('\n\n')).toEqual('')

  // An order at the counter that gets tickets of the other events too.
  const buyer = { email: 'mixed@example.org', name: `${MIXED} Buyer`, userId: null }
  const order = await plantOrder(shop, { mark: MIXED, events: [own.event], buyer, shiftId: own.shiftId })
  const mixed = { ...own, orderId: order.orderId, ticketId: order.ticketId, counterOrderId: order.orderId }
  const alone = new Map<string, Found>()
  for (const who of everyone().filter(isLimited)) alone.set(who, await readsOf(who, mixed))
  await addToOrder(shop, order, [other.event, elsewhere.event])
  for (const who of everyone().filter(isLimited))
    problems.push(...differences(who, alone.get(who)!, await readsOf(who, mixed), SHOWS_WHOLE_ORDER))
  const tickets = await shop.db
    .selectFrom('tickets')
    .select('code')
    .where('sale_id', '=', order.orderId)
    .where('ticket_type_id', '!=', own.event.typeId)
    .execute()
  const codes = tickets.map(({ code }) => code)
  for (const who of everyone()) {
    const { discountCode, accessCode } = isLimited(who) ? other.event : elsewhere.event
    const searches = [MIXED, order.number, `${OTHER} Holder`, `${ELSEWHERE} Holder`, ...codes]
    const replies = await readsOf(who, { ...mixed, searches, event: { ...own.event, discountCode, accessCode } })
    problems.push(...leaks(who, replies, isLimited(who) ? [OTHER, ELSEWHERE, ...codes] : [ELSEWHERE]))
  }
  expect(problems.join('\n\n')).toEqual('')
}, 300_000)
