import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { exceedsNetworkLimit } from '../../http/limits/rate-limit.ts'
import { POLICY_REPORTS } from '../document/policy.ts'

const REPORTS = { name: 'policy-reports', max: 60, windowSeconds: 600 }
/** The most different sources of a day. Whoever sends invented reports fills a day and no more. */
const MAX_OF_DAY = 200
const MAX_BYTES = 16_384
const DAYS_KEPT = 90

const Report = z.object({
  'csp-report': z.object({
    'effective-directive': z.string().max(60).optional(),
    'violated-directive': z.string().max(300).optional(),
    'blocked-uri': z.string().max(2000),
  }),
})

/** What is written down of a report: a directive and an origin or keyword, and nothing about the page or its visitor. */
export type Blocked = { directive: string; blocked: string }

/** Returns what a browser's report says was blocked; null if it can't be read, or an extension of the browser was. */
export function blockedIn(text: string): Blocked | null {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return null
  }
  const { data } = Report.safeParse(parsed)
  if (data === undefined) return null
  const report = data['csp-report']
  const [directive = ''] = (report['effective-directive'] || report['violated-directive'] || '').split(' ')
  const blocked = sourceOf(report['blocked-uri'])
  return /^[a-z-]{5,40}$/.test(directive) && blocked !== null ? { directive, blocked } : null
}

function sourceOf(uri: string): string | null {
  if (/^(?:inline|eval|wasm-eval|data|blob)\b/.test(uri)) return uri.split(':')[0]!
  if (!URL.canParse(uri)) return null
  const { protocol, origin } = new URL(uri)
  return ['https:', 'http:', 'wss:', 'ws:'].includes(protocol) ? origin.slice(0, 300) : null
}

/** Keeps what the policy of pages with card fields blocked in browsers, for the weekly check. */
export function paymentReports(app: FastifyInstance, deps: Deps): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BYTES }, (_, body, done) => done(null, body))
    scope.post(POLICY_REPORTS, { config: { data: true } }, async ({ body, ip }, reply) => {
      const found = typeof body === 'string' ? blockedIn(body) : null
      if (found !== null && !(await exceedsNetworkLimit(deps, REPORTS, ip))) await keep(deps, found)
      return reply.code(204).send()
    })
  })
}

async function keep({ db, clock }: Pick<Deps, 'db' | 'clock'>, { directive, blocked }: Blocked): Promise<void> {
  const day = sql`${clock.now()}::timestamptz::date`
  await sql`
    insert into policy_reports as kept (day, directive, blocked)
    select ${day}, ${directive}::text, ${blocked}::text from (select count(*) as n from policy_reports where day = ${day}) today
    where today.n < ${MAX_OF_DAY}
    on conflict (day, directive, blocked) do update set times = kept.times + 1`.execute(db)
}

/** What was blocked since then, the most frequent first. */
export async function blockedSince(
  { db }: Pick<Deps, 'db'>,
  since: Date,
): Promise<(Blocked & { times: number; days: number })[]> {
  const { rows } = await sql<Blocked & { times: number; days: number }>`
    select directive, blocked, sum(times)::bigint as times, count(*) as days from policy_reports
    where day >= ${since}::timestamptz::date group by directive, blocked order by 3 desc, 1, 2`.execute(db)
  return rows
}

/** Deletes reports that no check reads any more. */
export const forgetOldReports = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
  sql`delete from policy_reports where day < ${clock.now()}::timestamptz::date - ${DAYS_KEPT}::int`.execute(db)
