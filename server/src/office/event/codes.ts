import { MAX_CODES } from '@foyer/contract/calls/office/codes.ts'
import { fill } from '@foyer/contract/fill.ts'
import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { codes as words } from '@foyer/contract/office/events/codes.en.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { batchOf, codeOfBatch, isPrefix } from '@foyer/domain/basket/code-batch.ts'
import { niceDate, ukDate } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { CURRENCIES, currencyCode, toMajor } from '@foyer/domain/money/money.ts'
import { fail } from '@foyer/domain/result.ts'
import { type Selectable, sql } from 'kysely'
import { FORMAT_NAME } from '../../catalogue/format/format.ts'
import { saveCatalogue } from '../../catalogue/import/save.ts'
import type { EventsTable } from '../../db/schema/types.generated.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { type Cell, csvOf, headIn, timeCell } from '../download/csv.ts'
import { grantOf, type OfficeContext, type OfficeHandlers } from '../handle.ts'
import { codePeriodIn, documentOf } from './form/document.ts'
import { write } from './form/save.ts'
import { eventHeader } from './header.ts'
import { ownEvent } from './own-event.ts'

type Reader = Pick<Tx, 'selectFrom'>
type EventRow = Selectable<EventsTable>
type Code = OfficeReply<'office_codes'>['codes'][number]
type Kind = Code['kind']

const PAGE = 100

type Row = {
  code_id: number
  kind: Kind
  code: string
  percent_bp: number | null
  amount_minor: number | null
  currency: string | null
  opens: string[] | null
  uses: number
  max_uses: number | null
  ended: boolean
  valid_until: Date | null
}

/** The codes of an event. An access code without a limit is used by the tickets of orders that it opened. */
const codesIn = (eventId: number) => sql`
  select id as code_id, 'discount' as kind, typed_code as code, percent_bp, amount_minor, currency, null::text[] as opens, uses, max_uses,
    false as ended, valid_until
  from discount_codes where event_id = ${eventId}
  union all
  select code.id, 'access', code.code, null, null, null, opens.names,
    coalesce(quota.used, (select coalesce(sum(line.qty), 0)::int from sale_lines line
      join access_code_types type on type.access_code_id = code.id and type.ticket_type_id = line.ticket_type_id
      join orders on orders.sale_id = line.sale_id where line.access_code_id = code.id)),
    quota.max_tickets, code.ended, code.valid_until
  from access_codes code left join quotas quota on quota.id = code.quota_id
  cross join lateral (select array_agg(distinct type.name) as names from access_code_types opens
    join ticket_types type on type.id = opens.ticket_type_id where opens.access_code_id = code.id) opens
  where code.event_id = ${eventId}`

/** The codes of an event, the newest first. */
async function codesOf(
  db: Reader,
  event: EventRow,
  {
    q = '',
    kind,
    codeId,
    limit = 100_000,
    offset = 0,
  }: { q?: string; kind?: Kind; codeId?: number; limit?: number; offset?: number },
) {
  const { rows } = await sql<Row>`
    select * from (${codesIn(event.id)}) codes
    where (${q} = '' or strpos(code, upper(${q})) > 0)
      and (${kind ?? null}::text is null or kind = ${kind ?? null})
      and (${codeId ?? null}::bigint is null or code_id = ${codeId ?? null})
    order by kind desc, code_id desc limit ${limit} offset ${offset}`.execute(db as Tx)
  return rows
}

/** What a code does, in words. */
function termsOf(row: Row): string {
  if (row.kind === 'access') return fill(words.opens, { tickets: (row.opens ?? []).join(', ') })
  if (row.percent_bp !== null) return fill(words.percentOff, { percent: row.percent_bp / 100 })
  return fill(words.amountOff, { amount: formatMinor(row.amount_minor!, currencyCode(row.currency)) })
}

function codeOf(row: Row, { timezone }: EventRow, now: Date): Code {
  return {
    code_id: row.code_id,
    kind: row.kind,
    code: row.code,
    terms: termsOf(row),
    uses: row.uses,
    max_uses: row.max_uses,
    is_ended: row.ended || (row.valid_until !== null && row.valid_until <= now),
    nice_until: row.valid_until === null ? '' : niceDate(row.valid_until, timezone),
  }
}

/** The page about the codes of an event. */
const codesPath = (ctx: OfficeContext, eventId: number) =>
  `${OFFICE_PAGES.codes.path}?organiser_id=${grantOf(ctx).organiserId}&event_id=${eventId}`

export const officeCodes: OfficeHandlers['office_codes'] = {
  async read({ event_id, q, page }, ctx) {
    const { db } = ctx.deps
    const event = await ownEvent(db, ctx, event_id)
    if (event === undefined) return fail('not_found')
    const found = await codesOf(db, event, { q, limit: PAGE + 1, offset: (page - 1) * PAGE })
    const codes = found.map((row) => codeOf(row, event, ctx.now))
    const { rows: batches } = await sql<{ kind: Kind; prefix: string; codes: number; uses: number }>`
      select kind, substring(code from '^(.+)-[^-]{8}$') as prefix, count(*)::int as codes, sum(uses)::int as uses
      from (${codesIn(event_id)}) codes
      where code ~ '^.+-[0-9A-HJKMNP-TV-Z]{8}$' group by 1, 2 order by 2`.execute(db)
    const types = await db
      .selectFrom('ticket_types')
      .select('name')
      .distinct()
      .where('event_id', '=', event_id)
      .where('visibility', '=', 'code')
      .orderBy('name')
      .execute()
    return {
      ...(await eventHeader(ctx, event)),
      symbol: CURRENCIES[currencyCode(event.currency)].symbol,
      q,
      page,
      has_more: codes.length > PAGE,
      codes: codes.slice(0, PAGE),
      batches,
      by_code: types.map(({ name }) => name),
    }
  },
}

export const officeCode: OfficeHandlers['office_code'] = {
  async read({ event_id, code_id, kind }, ctx) {
    const { db } = ctx.deps
    const event = await ownEvent(db, ctx, event_id)
    const found = event && (await codesOf(db, event, { kind, codeId: code_id }))[0]
    const code = found && codeOf(found, event, ctx.now)
    if (event === undefined || code === undefined) return fail('not_found')
    const withCode =
      kind === 'discount'
        ? sql`select sale_id from sale_codes where code = ${code.code} and discount_id = ${code_id}`
        : sql`select line.sale_id from sale_lines line join access_code_types type
            on type.access_code_id = ${code_id} and type.ticket_type_id = line.ticket_type_id
            where line.access_code_id = ${code_id}`
    const { rows } = await sql<{
      order_id: number
      number: string
      name: string
      paid_at: Date
      tickets: number
      given: number
    }>`
      select orders.sale_id as order_id, orders.number, orders.name, orders.paid_at, sum(line.qty)::int as tickets,
        sum(line.discount_minor)::bigint as given
      from orders join order_lines line on line.sale_id = orders.sale_id and line.event_id = ${event_id}
      where orders.sale_id in (${withCode})
      group by 1, 2, 3, 4 order by orders.paid_at desc limit 500`.execute(db)
    const money = (minor: number) => (kind === 'access' ? '' : formatMinor(minor, currencyCode(event.currency)))
    return {
      ...(await eventHeader(ctx, event)),
      code,
      given: money(rows.reduce((sum, { given }) => sum + given, 0)),
      uses: rows.map(({ order_id, number, name, paid_at, tickets, given }) => ({
        order_id,
        number: shownOrderNumber(number),
        name,
        tickets,
        nice_paid: niceDate(paid_at, event.timezone),
        given: money(given),
      })),
    }
  },
}

/** Parses a typed count; undefined if it isn't one. */
const countIn = (typed: string): number | undefined => (/^\d{1,7}$/.test(typed) ? Number(typed) : undefined)

export const makeCodes: OfficeHandlers['make_codes'] = {
  async change(tx, { event_id, kind, tickets, valid_until, ...typed }, ctx) {
    const event = await ownEvent(tx, ctx, event_id, { lock: true })
    if (event === undefined) return fail('not_found')
    const count = countIn(typed.count) ?? 0
    const prefix = typed.prefix.toUpperCase()
    const maxUses = typed.max_uses === '' ? null : (countIn(typed.max_uses) ?? 0)
    const hasTerms = kind === 'access' ? tickets.length > 0 : (typed.percent === '') !== (typed.amount === '')
    if (count < 1 || count > MAX_CODES || !isPrefix(prefix) || maxUses === 0 || !hasTerms) return fail('bad_batch')
    const made = new Set<string>()
    while (made.size < count) made.add(codeOfBatch(prefix, (below) => ctx.deps.random.int(below)))
    const taken = await tx
      .selectFrom('discount_codes')
      .select('typed_code as code')
      .where('typed_code', 'in', [...made])
      .where('owner_id', '=', event.organiser_id)
      .execute()
    for (const { code } of taken) made.delete(code)
    const until = valid_until === '' ? null : valid_until
    const saved =
      kind === 'access'
        ? await addAccessCodes(tx, event, ctx.now, {
            codes: [...made],
            tickets,
            max_tickets: maxUses,
            valid_until: until,
          })
        : await saveCatalogue(
            tx,
            {
              format: FORMAT_NAME,
              discount_codes: [...made].map((code) => ({
                code,
                event: event.slug,
                max_uses: maxUses,
                valid_until: until,
                ...codePeriodIn(event.timezone, { valid_until: until }),
                ...(typed.percent === ''
                  ? { amount: typed.amount, currency: currencyCode(event.currency) }
                  : { percent: typed.percent }),
              })),
            },
            ctx.now,
          )
    if (!saved.ok) return fail('bad_batch')
    return {
      reply: { success: true, next: codesPath(ctx, event_id) },
      log: { subject: ['event', event_id], after: { ...typed, kind, prefix, count: made.size, tickets, valid_until } },
    }
  },
}

async function addAccessCodes(tx: Tx, event: EventRow, now: Date, batch: Record<string, unknown>) {
  const document = await documentOf(tx, event)
  document.lists.access_codes!.push({ id: null, value: batch })
  return write(tx, document, now)
}

export const stopCode: OfficeHandlers['stop_code'] = {
  async change(tx, { event_id, code_id, kind }, ctx) {
    const event = await ownEvent(tx, ctx, event_id, { lock: true })
    if (event === undefined) return fail('not_found')
    // A code that isn't valid yet ends now too, so that it never works.
    const { rows } =
      kind === 'discount'
        ? await sql<{ code: string }>`update discount_codes set valid_until = least(valid_until, ${ctx.now})
            where id = ${code_id} and event_id = ${event_id} returning typed_code as code`.execute(tx)
        : await sql<{ code: string }>`update access_codes set ended = true
            where id = ${code_id} and event_id = ${event_id} returning code`.execute(tx)
    const [stopped] = rows
    if (stopped === undefined) return fail('not_found')
    return {
      reply: { success: true, next: codesPath(ctx, event_id) },
      log: { subject: ['event', event_id], after: { ended_code: stopped.code } },
    }
  },
}

const CODE_HEADS = ['code', 'percent off', 'amount off', 'currency', 'opens', 'used', 'limit']

export const exportCodes: OfficeHandlers['export_codes'] = {
  async change(tx, { event_id, kind, prefix }, ctx) {
    const event = await ownEvent(tx, ctx, event_id)
    if (event === undefined) return fail('not_found')
    const codes = (await codesOf(tx, event, { kind })).filter(({ code }) => prefix === '' || batchOf(code) === prefix)
    const rows = codes.map((row): Cell[] => [
      row.code,
      row.percent_bp === null ? '' : row.percent_bp / 100,
      row.amount_minor === null ? '' : toMajor(row.amount_minor, currencyCode(row.currency)),
      row.amount_minor === null ? '' : (row.currency ?? ''),
      (row.opens ?? []).join(', '),
      row.uses,
      row.max_uses ?? '',
      row.valid_until === null ? '' : timeCell(row.valid_until, event.timezone),
      codeOf(row, event, ctx.now).is_ended ? words.ended : '',
    ])
    return {
      reply: {
        filename: `codes-${prefix.toLowerCase().replace(/[^a-z0-9-]/g, '') || 'all'}-${ukDate(ctx.now).split('/').reverse().join('-')}.csv`,
        content_type: 'text/csv; charset=utf-8',
        text: csvOf([[...CODE_HEADS, headIn('until', event.timezone), 'ended'], ...rows]),
      },
      log: { subject: ['event', event_id], after: { kind, prefix, codes: codes.length } },
    }
  },
}
