import { type RawBuilder, sql } from 'kysely'
import { combine, onePerDb } from '../db/transaction/combine.ts'
import type { Db, Tx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import type { ProviderName } from '../payment/provider/provider.ts'

/**
 * Work to do after a transaction commits: mails, refunds, deliveries, charges on a later day. A job is a row written in the
 * same transaction, and its key makes repeated writes one job. The shop uses its own table instead of a queue library, because
 * a job's time must come from the injected clock (docs/decisions/004).
 */
type Payloads = {
  send_mail: { mail_id: number }
  send_sms: { text_id: number }
  deliver_sale: { sale_id: number }
  /** `refunds`: also books refunds made at the provider. */
  settle_payment: { payment_id: number; refunds?: boolean }
  cancel_payment: { payment_id: number }
  /** `told`: a webhook has reported a change of it. */
  refund: { refund_id: number; told?: boolean }
  send_transfer: { transfer_id: number }
  tell_transfer_ended: { sale_id: number; email: string; ticket_type_id: number; qty: number }
  charge_instalment: { instalment_id: number }
  remind_instalment: { instalment_id: number }
  forget_card: { provider: ProviderName; account_id: number | null; provider_method_id: string }
  fill_in_orders: { run: string; after: number }
  /** Jobs of version 0.1 have no `held_after`. */
  cancel_event: { event_id: number; after: number; held_after?: number }
  send_webhook: { message_id: number; by_hand: boolean }
  send_mailing: { mail_id: number }
  push_pass: { push_token: string }
  update_google_pass: { serial: string }
}

export type JobKind = keyof Payloads
export type Job<Kind extends JobKind = JobKind> = { kind: Kind; key: string; payload: Payloads[Kind]; tries: number }

/** Does the work of one job. It may run again after a crash, so it must be safe to repeat. Throwing means: try again later. */
export type Worker<Kind extends JobKind> = (job: Job<Kind>, deps: Deps) => Promise<void>
/** The workers of a process: it leaves jobs of other kinds to others. */
export type Workers = { [Kind in JobKind]?: Worker<Kind> }

/** Delays before each retry of a failed job, in seconds. After the last one it gives up and is counted. */
const RETRY_DELAYS = [5, 15, 60, 300, 900, 3600, 3600, 3600, 3600, 3600]
/** A worker that has not finished after this time counts as dead, and its job is free for another. */
export const LOCK_SECONDS = 120

/** Whether a failure of this try is final, so that the worker can record it. */
export const isLastTry = (job: Pick<Job, 'tries'>): boolean => job.tries > RETRY_DELAYS.length

type NewJobOf<Kind extends JobKind> = { kind: Kind; key: string; payload: Payloads[Kind]; runAt?: Date; now: Date }
export type NewJob = { [Kind in JobKind]: NewJobOf<Kind> }[JobKind]

/** Writes a job. Does nothing when the kind and key exist. It runs at once unless `runAt` is later. */
export async function enqueue(tx: Tx, job: NewJob): Promise<void> {
  await enqueueQuery(tx, job).execute()
}

/** The row of a job. */
export const jobRow = ({ kind, key, payload, now, runAt = now }: NewJob) => ({
  kind,
  key,
  payload: JSON.stringify(payload),
  run_at: runAt,
  created_at: now,
})

/** The query of `enqueue`, not run yet. */
export const enqueueQuery = (tx: Tx, job: NewJob) =>
  tx
    .insertInto('jobs')
    .values(jobRow(job))
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())

/** The query that writes a job for each row of `from`, for statements that queue many. Its payload is of numbers and booleans. */
export function enqueueRows<Kind extends JobKind>({
  kind,
  key,
  payload,
  at,
  from,
  id = sql`nextval('jobs_id_seq')`,
}: {
  kind: RawBuilder<Kind>
  key: RawBuilder<unknown>
  payload: { [Field in keyof Payloads[Kind]]-?: RawBuilder<Payloads[Kind][Field]> }
  at: RawBuilder<unknown>
  from: RawBuilder<unknown>
  id?: RawBuilder<unknown>
}) {
  const fields = Object.entries<RawBuilder<unknown>>(payload).map(
    ([name, value]) => sql`${sql.lit(`"${name}": `)} || (${value})::text`,
  )
  return sql<never>`
    insert into jobs (id, kind, key, payload, run_at, created_at)
    select ${id}, ${kind}, ${key}, ('{' || ${sql.join(fields, sql` || ', ' || `)} || '}')::jsonb, ${at}, ${at} from ${from}
    on conflict (kind, key) do nothing`
}

/** Takes due jobs for this process alone, at most `max`. */
async function take(db: Db, kinds: readonly JobKind[], max: number, now: Date): Promise<TakenJob[]> {
  const locked = new Date(now.getTime() + LOCK_SECONDS * 1000)
  // guard: job-taken-by-one
  const { rows } = await sql<TakenJob>`
    update jobs set locked_until = ${locked}, tries = tries + 1
    where id = any(array(
      select id from jobs
      where done_at is null and gave_up_at is null and run_at <= ${now} and kind = any(${sql.val(kinds)})
        and (locked_until is null or locked_until <= ${now})
      order by run_at, id limit ${max} for update skip locked
    ))
    returning id, kind, key, payload, tries`.execute(db)
  return rows
}

type TakenJob = Job & { id: number }

/** These kinds wait while any other job is due, so that thousands of newsletters do not delay tickets and codes. */
const BULK: readonly JobKind[] = ['send_mailing']

type StartedJob = { isBulk: boolean; done: Promise<void> }

/** Takes due jobs, at most `max`, and starts them. `bulk`: also takes one bulk job if no other job is due. */
export async function startDueJobs(
  deps: Deps,
  workers: Workers,
  { max, bulk = true }: { max: number; bulk?: boolean },
): Promise<StartedJob[]> {
  const kinds = Object.keys(workers) as JobKind[]
  const now = deps.clock.now()
  const urgentKinds = kinds.filter((kind) => !BULK.includes(kind))
  const bulkKinds = kinds.filter((kind) => BULK.includes(kind))
  const due = await take(deps.db, urgentKinds, max, now)
  const jobs = due.length === 0 && bulk && bulkKinds.length > 0 ? await take(deps.db, bulkKinds, 1, now) : due
  return jobs.map((job) => ({ isBulk: BULK.includes(job.kind), done: run(deps, workers, job) }))
}

/** Runs all due jobs one after the other. Returns how many ran. */
export async function runDueJobs(deps: Deps, workers: Workers, max = 100): Promise<number> {
  for (let ran = 0; ran < max; ran++) {
    const [job] = await startDueJobs(deps, workers, { max: 1 })
    if (job === undefined) return ran
    await job.done
  }
  return max
}

/** Records that jobs are done. Those that end at the same moment share a statement. */
const markDone = onePerDb((db) =>
  combine(
    async (jobs: { id: number; at: Date }[]) => {
      await db
        .updateTable('jobs')
        // guard: job-done-once
        .set({ done_at: jobs[0]!.at, locked_until: null, last_error: null })
        .where('id', '=', sql<number>`any(${sql.val(jobs.map(({ id }) => id))}::bigint[])`)
        .execute()
      return jobs
    },
    { maxBatch: 100, maxQueue: 10_000 },
  ),
)

async function run(deps: Deps, workers: Workers, job: TakenJob): Promise<void> {
  const { db, log, clock } = deps
  try {
    // Only a job whose process died on every try can exceed the last one.
    if (job.tries > RETRY_DELAYS.length + 1) throw new Error('its worker never reported back')
    // The database doesn't know that the payload is of the job's kind, but every query that writes one does.
    const worker = workers[job.kind] as (job: Job, deps: Deps) => Promise<void>
    await worker(job, deps)
    await markDone(db)({ id: job.id, at: clock.now() })
  } catch (error) {
    const now = clock.now()
    const delay = RETRY_DELAYS[job.tries - 1]
    const last_error = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
    log.warn({ job: job.kind, id: job.id, tries: job.tries, err: last_error }, 'job failed')
    await db
      .updateTable('jobs')
      .set(
        delay === undefined
          ? { gave_up_at: now, last_error, locked_until: null }
          : { run_at: new Date(now.getTime() + delay * 1000), last_error, locked_until: null },
      )
      .where('id', '=', job.id)
      .execute()
  }
}
