import { OFFICE_PATHS, type OfficeCallName } from '@foyer/contract/office/paths.ts'
import { buildApp } from '@foyer/server/app.ts'
import { TASKS } from '@foyer/server/background.ts'
import { systemClock } from '@foyer/server/clock.ts'
import { readConfig } from '@foyer/server/config.ts'
import { openDatabase } from '@foyer/server/db/connection/open.ts'
import { makeDeps } from '@foyer/server/make-deps.ts'
import { READS, type Subject } from '@foyer/server/office/testing/reads.ts'
import { readProviderSettings } from '@foyer/server/payment/providers/table.ts'
import { makeSigningKey } from '@foyer/server/tickets/signing/sign.ts'
import { sql } from 'kysely'
import { pino } from 'pino'
import { SESSION_SECRET } from './fill.ts'
import { median } from './median.ts'
import { signInStaff } from './office-session.ts'

/** What a live shop allows a statement. A page or task that takes longer fails, here too. */
const STATEMENT_TIMEOUT_MS = 10_000
const DAY_MS = 86_400_000

export type Timing = { what: string; ms: number; failed?: string }

/** A shop in this process, to time its pages, lists, reports and scheduled tasks one after the other. */
export async function openBigShop(databaseUrl: string) {
  const opened = await openDatabase({ databaseUrl, dataDir: '', statementTimeoutMs: STATEMENT_TIMEOUT_MS })
  const { db } = opened
  const settings = {
    NODE_ENV: 'test',
    SESSION_SECRET,
    TICKET_SIGNING_KEY: makeSigningKey(),
    PUBLIC_URL: 'http://localhost:1',
  }
  const config = readConfig(settings, makeSigningKey, readProviderSettings)
  const deps = makeDeps(config, opened, pino({ level: 'silent' }), systemClock)
  const now = deps.clock.now()
  const app = await buildApp(deps, null)
  const subject = await subjectOf()
  const cookie = await signInStaff(db, { organiserId: Number(subject.organiser_id), role: 'owner', now })

  async function subjectOf() {
    const { rows } = await sql<Record<string, number | string>>`
      with big as (select organiser_id from order_lines group by 1 order by count(*) desc limit 1),
        sold as (select line.event_id, line.date_id, line.ticket_type_id, line.sale_id
          from order_lines line join big using (organiser_id) where line.kind = 'ticket' and line.sale_id < 100000
          group by 1, 2, 3, 4 order by line.sale_id desc limit 1)
      select big.organiser_id, sold.*, coalesce((select id from tickets where sale_id = sold.sale_id limit 1), 0) as ticket_id,
        "order".email, "order".number, (select id from mailings where organiser_id = big.organiser_id limit 1) as mailing_id,
        (select id from payouts limit 1) as payout_id, (select id from webhooks where organiser_id = big.organiser_id limit 1) as webhook_id,
        (select id from gift_aid_claims where organiser_id = big.organiser_id limit 1) as claim_id,
        (select id from counter_shifts where organiser_id = big.organiser_id limit 1) as shift_id,
        (select sale_id from counter_sales where sale_id < 100000 limit 1) as counter_id,
        (select id from discount_codes where organiser_id = big.organiser_id limit 1) as discount_id,
        (select code from discount_codes where organiser_id = big.organiser_id limit 1) as code,
        (select id from access_codes where event_id = sold.event_id limit 1) as access_id,
        (select max(starts_at) > ${now} from event_dates where event_id = sold.event_id) as to_come
      from big, sold join orders "order" on "order".sale_id = sold.sale_id`.execute(db)
    return rows[0]!
  }

  async function timed(what: string, work: () => Promise<string | undefined>, rounds = 3): Promise<Timing> {
    const times: number[] = []
    let failed: string | undefined
    for (let round = 0; round < rounds; round++) {
      const before = performance.now()
      failed = await work().catch((error: Error) => error.message)
      times.push(performance.now() - before)
      if (failed !== undefined || times[0]! > 2000) break
    }
    return { what, ms: median(times), ...(failed !== undefined && { failed }) }
  }

  async function ask(method: string, url: string, body: Record<string, unknown>): Promise<string | undefined> {
    const query = new URLSearchParams(
      Object.entries(body).filter((entry): entry is [string, string] => entry[1] !== null && entry[1] !== undefined),
    ).toString()
    const reply = await app.inject({
      method: method as 'GET',
      url: method === 'GET' ? `${url}?${query}` : url,
      headers: { cookie, ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }) },
      ...(method === 'POST' && { payload: query }),
    })
    return reply.statusCode === 200 ? undefined : `${reply.statusCode} ${reply.body.slice(0, 80)}`
  }

  const of: Subject = {
    event: {
      eventId: subject.event_id,
      dateId: subject.date_id,
      typeId: subject.ticket_type_id,
      discountCode: subject.code,
      accessCode: 'FRIENDS',
      discountId: subject.discount_id,
      accessId: subject.access_id,
    } as never,
    orderId: Number(subject.sale_id),
    ticketId: Number(subject.ticket_id),
    searches: [String(subject.email), String(subject.number), 'smith', 'nobody by this name'],
    mailingId: Number(subject.mailing_id),
    payoutId: Number(subject.payout_id),
    claimId: Number(subject.claim_id),
    webhookId: Number(subject.webhook_id),
    shiftId: Number(subject.shift_id),
    counterOrderId: Number(subject.counter_id),
    readerSaleId: Number(subject.counter_id),
  }

  /** Every question that the office answers, of the organiser with the most orders. */
  async function* reads(only = ''): AsyncGenerator<Timing> {
    for (const [name, bodiesOf] of Object.entries(READS)) {
      const [method, url] = OFFICE_PATHS[name as OfficeCallName]
      const year = name.includes('money') && !name.includes('statement')
      const span = year
        ? {
            from: new Date(now.getTime() - 364 * DAY_MS).toISOString().slice(0, 10),
            until: now.toISOString().slice(0, 10),
          }
        : {}
      for (const body of bodiesOf(of)) {
        const what = `${name} ${JSON.stringify(body)}`
        if (!what.includes(only)) continue
        yield await timed(what, () => ask(method, url, { organiser_id: subject.organiser_id, ...span, ...body }))
      }
    }
  }

  /** What every process does in the background, each task twice: at first, and at rest. */
  async function* tasks(only = ''): AsyncGenerator<Timing> {
    for (const round of ['first', 'at rest'])
      for (const { name, task } of TASKS) {
        if (!name.includes(only)) continue
        yield await timed(`${name}, ${round}`, async () => void (await task(deps)), 1)
      }
  }

  return {
    reads,
    tasks,
    close: async () => {
      await app.close()
      await opened.close()
    },
  }
}
