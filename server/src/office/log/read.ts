import { fill } from '@foyer/contract/fill.ts'
import type { OfficeBody } from '@foyer/contract/office/calls.ts'
import { acts } from '@foyer/contract/office/log/acts.en.ts'
import { refused } from '@foyer/contract/office/log/done.en.ts'
import { log as words } from '@foyer/contract/office/messages.ts'
import { addDays } from '@foyer/domain/format/calendar-days.ts'
import { instantAt, niceDate, ukDate } from '@foyer/domain/format/dates.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import { BYTE_ORDER_MARK, type Cell, csvLine, headIn, timeCell } from '../download/csv.ts'
import { grantOf, type OfficeContext, type OfficeHandlers, staffOf } from '../handle.ts'
import { detailsOf, type Shown } from './details.ts'
import { entryOf } from './entry.ts'
import { actLabel, type Part, sentencesOf, textOfParts } from './sentence.ts'

const PAGE = 50
/** Rows read at a time for a download, which has all of them. */
const BATCH_SIZE = 1000

type Filter = Omit<OfficeBody<'export_log'>, 'organiser_id'> & { reader: Reader; before?: number | undefined }

/** Who reads the log. `only` is null for all events of the organiser. */
type Reader = { organiserId: number; only: { eventIds: readonly number[]; staffId: number } | null }

const readerOf = (ctx: OfficeContext): Reader => {
  const { organiserId, eventIds } = grantOf(ctx)
  return { organiserId, only: eventIds && { eventIds, staffId: staffOf(ctx).id } }
}

type Entry = {
  id: number
  at: Date
  staff_id: number | null
  name: string | null
  email: string | null
  action: string
  outcome: 'done' | 'refused' | 'looked'
  subject_kind: string
  subject_id: string
  before: unknown
  after: unknown
}

/** The organiser's entries, and its team's entries without an organiser: sign-ins and refusals. */
const isOfOrganiser = (
  organiserId: number,
): RawBuilder<boolean> => sql`(log.organiser_id = ${organiserId} or (log.organiser_id is null
  and log.staff_id in (select staff_id from staff_roles where organiser_id = ${organiserId})))`

/**
 * What someone limited to some events may read: what concerns these events, orders that have no other of the organiser's, and what they
 * did themselves.
 */
const isOfEvents = (organiserId: number, { eventIds, staffId }: NonNullable<Reader['only']>): RawBuilder<boolean> => {
  const ids = sql`${sql.val(eventIds)}::bigint[]`
  // guard: log-of-own-events
  return sql`(log.staff_id = ${staffId} or (log.subject_kind = 'event' and log.subject_id = any(${ids}::text[]))
    or (log.subject_kind = 'order' and log.subject_id in (select line.sale_id::text from order_lines line
      where line.event_id = any(${ids}) and not exists (select from order_lines other where other.sale_id = line.sale_id
        and other.organiser_id = ${organiserId} and not coalesce(other.event_id = any(${ids}), false)))))`
}

function conditionOf({ reader, staff_id, what, from, until, before }: Filter) {
  const conditions = [
    isOfOrganiser(reader.organiserId),
    ...(reader.only === null ? [] : [isOfEvents(reader.organiserId, reader.only)]),
    ...(staff_id === undefined ? [] : [sql`log.staff_id = ${staff_id}`]),
    ...(what === '' ? [] : [sql`log.action = ${what}`]),
    ...(from === '' ? [] : [sql`log.at >= ${instantAt(from, '00:00')}`]),
    ...(until === '' ? [] : [sql`log.at < ${instantAt(addDays(until, 1), '00:00')}`]),
    ...(before === undefined ? [] : [sql`log.id < ${before}`]),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

async function entriesOf(db: Db | Tx, filter: Filter, limit: number): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select log.id, log.at, log.staff_id, staff.name, staff.email, log.action, log.outcome, log.subject_kind, log.subject_id,
      log.before, log.after
    from staff_log log left join staff on staff.id = log.staff_id
    where ${conditionOf(filter)} order by log.id desc limit ${limit}`.execute(db)
  return rows
}

const jsonText = (value: unknown): string => (value === null ? '' : JSON.stringify(value))

type Told = { what: Part[]; changes: Shown[] }

/** What was refused names nothing: it may belong to another organiser. */
function refusalOf({ action, after }: Entry): Told {
  const { code } = (after ?? {}) as { code?: string }
  const why = (refused as Record<string, string>)[code ?? ''] ?? refused.other
  const act = actLabel(action)
  const within = /^[A-Z][a-z]/.test(act) ? act.charAt(0).toLowerCase() + act.slice(1) : act
  return { what: [{ text: fill(refused.entry, { act: within, why }) }], changes: [] }
}

/** Each entry as people read it: a sentence, and what it leaves out. */
async function toldBy(db: Db, organiserId: number, entries: readonly Entry[]): Promise<Told[]> {
  const acts = entries.filter(({ outcome }) => outcome !== 'refused')
  const facts = acts.map(entryOf)
  const sentences = await sentencesOf(db, organiserId, facts)
  const details = await detailsOf(db, facts)
  return entries.map((entry) => {
    const i = acts.indexOf(entry)
    return i < 0 ? refusalOf(entry) : { what: sentences[i]!, changes: details[i]! }
  })
}

export const officeLog: OfficeHandlers['office_log'] = {
  async read(body, ctx) {
    const { organiserId } = grantOf(ctx)
    const { db } = ctx.deps
    const entries = await entriesOf(db, { ...body, reader: readerOf(ctx) }, PAGE + 1)
    const { name } = await db
      .selectFrom('organisers')
      .select('name')
      .where('id', '=', organiserId)
      .executeTakeFirstOrThrow()
    const shown = entries.slice(0, PAGE)
    const told = await toldBy(db, organiserId, shown)
    const people = await db
      .selectFrom('staff')
      .select(['id', 'name', 'email'])
      .where('id', 'in', (eb) =>
        eb.selectFrom('staff_roles').select('staff_id').where('organiser_id', '=', organiserId),
      )
      .orderBy('name')
      .execute()
    return {
      organiser: name,
      entries: shown.map(({ id, at, name: person, outcome }, i) => ({
        id,
        nice_at: niceDate(at),
        who: person ?? words.nobody,
        outcome,
        ...told[i]!,
      })),
      next: entries.length > PAGE ? entries[PAGE - 1]!.id : null,
      actions: Object.entries(acts).map(([name, label]) => ({ name, label })),
      people: people.map((person) => ({ staff_id: person.id, name: person.name })),
      filter: { staff_id: body.staff_id ?? null, what: body.what, from: body.from, until: body.until },
    }
  },
}

const HEAD = [headIn('at'), 'person', 'email', 'action', 'outcome', 'sentence', 'subject', 'before', 'after']
const cellsOf = (entry: Entry, { what }: Told): Cell[] => [
  timeCell(entry.at),
  entry.name ?? '',
  entry.email ?? '',
  entry.action,
  entry.outcome,
  textOfParts(what),
  `${entry.subject_kind} ${entry.subject_id}`.trim(),
  jsonText(entry.before),
  jsonText(entry.after),
]

/** The log as CSV, a slice at a time, newest first. Entries are only added and never changed, so the slices fit together. */
async function* csvOfLog(db: Db, filter: Filter): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(HEAD)
  for (let before = filter.before; ; ) {
    const entries = await entriesOf(db, { ...filter, before }, BATCH_SIZE)
    const told = await toldBy(db, filter.reader.organiserId, entries)
    if (entries.length > 0) yield entries.map((entry, i) => csvLine(cellsOf(entry, told[i]!))).join('')
    if (entries.length < BATCH_SIZE) return
    before = entries.at(-1)!.id
  }
}

export const exportLog: OfficeHandlers['export_log'] = {
  async change(tx, { organiser_id: _, ...sent }, ctx) {
    const reader = readerOf(ctx)
    const { rows } = await sql<{ entries: number; last: number }>`
      select count(*)::int as entries, coalesce(max(log.id), 0) as last from staff_log log
      where ${conditionOf({ ...sent, reader })}`.execute(tx)
    const { entries, last } = rows[0]!
    const filter = { ...sent, reader, before: last + 1 }
    return {
      reply: {
        filename: `log-${ukDate(ctx.now).split('/').reverse().join('-')}.csv`,
        content_type: 'text/csv; charset=utf-8',
      },
      chunks: () => csvOfLog(ctx.deps.db, filter),
      log: { subject: ['log', reader.organiserId], after: { entries, ...sent } },
    }
  },
}
