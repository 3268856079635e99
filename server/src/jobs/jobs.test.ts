import { expect, it } from 'vitest'
import { inTx } from '../db/transaction/tx.ts'
import { describeOnBoth, describeOnPostgres, useTestDatabase } from '../testing/database/databases.ts'
import { testDeps } from '../testing/deps.ts'
import { enqueue, type Job, type JobKind, LOCK_SECONDS, type NewJob, runDueJobs, startDueJobs } from './jobs.ts'
import { startJobs } from './run.ts'
import { outboxGauges, outboxStats } from './stats.ts'

let made = 0
const newKey = () => `job:${process.pid}:${++made}`

// @ts-expect-error the payload of another kind does not compile
void ({ kind: 'refund', key: 'refund', payload: { payment_id: 1 }, now: new Date(0) } satisfies NewJob)

describeOnBoth('jobs', (kind) => {
  const database = useTestDatabase(kind)
  const setUp = () => testDeps(database())
  type Given = ReturnType<typeof setUp>
  const write = ({ db, clock }: Given, job: { kind: JobKind; key?: string; inSeconds?: number }) => {
    const { kind: jobKind, key = newKey(), inSeconds = 0 } = job
    const now = clock.now()
    const runAt = new Date(now.getTime() + inSeconds * 1000)
    return inTx(db, (tx) => enqueue(tx, { kind: jobKind, key, payload: {}, runAt, now } as NewJob)).then(() => key)
  }
  const rowOf = ({ db }: Given, key: string) =>
    db.selectFrom('jobs').selectAll().where('key', '=', key).executeTakeFirstOrThrow()
  /** A worker that records its jobs. */
  const recorder = (fails: () => boolean = () => false) => {
    const seen: string[] = []
    const worker = async (job: Job) => {
      seen.push(job.key)
      if (fails()) throw new Error('not now')
    }
    return { seen, worker }
  }

  it('run once, at their time and not before', async () => {
    const deps = setUp()
    const { seen, worker } = recorder()
    const key = await write(deps, { kind: 'refund', inSeconds: 60 })
    await write(deps, { kind: 'refund', key })
    await runDueJobs(deps, { refund: worker })
    expect(seen).toEqual([])
    deps.clock.advance(60)
    expect(await runDueJobs(deps, { refund: worker })).toBe(1)
    expect(await runDueJobs(deps, { refund: worker })).toBe(0)
    expect(seen).toEqual([key])
    expect(await rowOf(deps, key)).toMatchObject({ done_at: deps.clock.now(), tries: 1, locked_until: null })
  })

  it('are left by a process without a worker for them', async () => {
    const deps = setUp()
    const key = await write(deps, { kind: 'remind_instalment' })
    await runDueJobs(deps, { refund: recorder().worker })
    expect(await rowOf(deps, key)).toMatchObject({ done_at: null, tries: 0 })
    await runDueJobs(deps, { remind_instalment: recorder().worker })
    expect(await rowOf(deps, key)).toMatchObject({ tries: 1, done_at: deps.clock.now() })
  })

  it('back off after each failure and are given up in the end', async () => {
    const deps = setUp()
    const key = await write(deps, { kind: 'refund' })
    const { seen, worker } = recorder(() => true)
    await runDueJobs(deps, { refund: worker })
    deps.clock.advance(4)
    await runDueJobs(deps, { refund: worker })
    expect(seen).toHaveLength(1)
    deps.clock.advance(1)
    await runDueJobs(deps, { refund: worker })
    expect(seen).toHaveLength(2)
    for (let times = 0; times < 20; times++) {
      deps.clock.advance(3600)
      await runDueJobs(deps, { refund: worker })
    }
    expect(seen).toHaveLength(11)
    expect(await rowOf(deps, key)).toMatchObject({ done_at: null, last_error: 'not now', gave_up_at: expect.any(Date) })
  })

  it('of a killed process are taken over, but not while it may still be running', async () => {
    const deps = setUp()
    const key = await write(deps, { kind: 'refund' })
    // what a killed process leaves behind: the lock and the counted try
    await deps.db
      .updateTable('jobs')
      .set({ tries: 1, locked_until: new Date(deps.clock.now().getTime() + LOCK_SECONDS * 1000) })
      .where('key', '=', key)
      .execute()
    const { seen, worker } = recorder()
    deps.clock.advance(LOCK_SECONDS - 1)
    await runDueJobs(deps, { refund: worker })
    expect(seen).toEqual([])
    deps.clock.advance(1)
    await runDueJobs(deps, { refund: worker })
    expect(seen).toEqual([key])
  })

  it('that kill their process every time are given up without another run', async () => {
    const deps = setUp()
    const key = await write(deps, { kind: 'refund' })
    await deps.db.updateTable('jobs').set({ tries: 11 }).where('key', '=', key).execute()
    const { seen, worker } = recorder()
    await runDueJobs(deps, { refund: worker })
    expect(seen).toEqual([])
    expect((await rowOf(deps, key)).gave_up_at).toEqual(deps.clock.now())
  })

  it('are counted in the metrics', async () => {
    const deps = setUp()
    // Clears what the other tests have left.
    await deps.db.deleteFrom('jobs').execute()
    await write(deps, { kind: 'refund' })
    deps.clock.advance(90)
    await write(deps, { kind: 'refund' })
    await write(deps, { kind: 'refund', inSeconds: 1000 })
    expect(await outboxStats(deps.db, deps.clock.now())).toEqual({
      due: 2,
      oldestDueSeconds: 90,
      gaveUp: 0,
      mailsQueued: 0,
      mailsRefused: 0,
      ticketsHeld: 0,
      paymentsOpen: 0,
      oldestPaymentSeconds: 0,
    })
    await outboxGauges(deps.metrics.registry).measure(deps.db, deps.clock.now())
    const text = await deps.metrics.registry.metrics()
    expect(text).toContain('foyer_jobs_due 2')
    expect(text).toContain('foyer_outbox_age_seconds 90')
    await runDueJobs(deps, { refund: recorder().worker })
    expect(await outboxStats(deps.db, deps.clock.now())).toMatchObject({ due: 0, oldestDueSeconds: 0 })
  })

  /** A worker whose jobs end when the test says so. */
  const holding = () => {
    const held: { key: string; end: () => void }[] = []
    let ended = 0
    const worker = async ({ key }: Job) => {
      await new Promise<void>((end) => held.push({ key, end }))
      ended += 1
    }
    return { held, worker, ended: () => ended }
  }
  const SOON = { timeout: 10_000, interval: 1 }

  it('run in a loop that can be woken, several at a time, so that a slow one delays no other', async () => {
    const deps = setUp()
    const { held, worker } = holding()
    const quick = recorder()
    const loop = startJobs(
      deps,
      { send_transfer: worker, settle_payment: quick.worker },
      { everyMs: 3_600_000, concurrency: 3 },
    )
    for (let times = 0; times < 2; times++) await write(deps, { kind: 'send_transfer' })
    loop.checkNow()
    await expect.poll(() => held.length, SOON).toBe(2)
    const key = await write(deps, { kind: 'settle_payment' })
    loop.checkNow()
    await expect.poll(() => quick.seen, SOON).toEqual([key])

    // the third starts, but not the fourth until one ends
    const [third, fourth] = [await write(deps, { kind: 'send_transfer' }), await write(deps, { kind: 'send_transfer' })]
    loop.checkNow()
    await expect.poll(() => held.length, SOON).toBe(3)
    loop.checkNow()
    expect((await rowOf(deps, fourth)).tries).toBe(0)
    held[0]!.end()
    await expect.poll(() => held.map((job) => job.key).slice(2), SOON).toEqual([third, fourth])
    for (const { end } of held) end()
    await loop.stop()
  })

  it('of a batched loop wait for the next tick and are taken together; those it had no room for follow at once', async () => {
    const deps = setUp()
    const { held, worker } = holding()
    const { seen, worker: quick } = recorder()
    const loop = startJobs(
      deps,
      { send_transfer: worker, settle_payment: quick },
      { everyMs: 3_600_000, concurrency: 3, batched: true },
    )
    for (let times = 0; times < 7; times++) await write(deps, { kind: 'settle_payment' })
    loop.checkNow()
    await expect.poll(() => seen.length, SOON).toBe(7)
    await write(deps, { kind: 'send_transfer' })
    loop.checkNow()
    await expect.poll(() => held.length, SOON).toBe(1)
    const later = [await write(deps, { kind: 'settle_payment' }), await write(deps, { kind: 'settle_payment' })]
    held[0]!.end()
    await new Promise((resolve) => setTimeout(resolve, 100))
    for (const key of later) expect((await rowOf(deps, key)).tries).toBe(0)
    loop.checkNow()
    await expect.poll(() => seen.slice(7).sort(), SOON).toEqual(later.sort())
    await loop.stop()
  })

  it('finish before the loop stops, and none starts after it was asked to', async () => {
    const deps = setUp()
    const { held, worker, ended } = holding()
    const loop = startJobs(deps, { send_transfer: worker }, { everyMs: 1, concurrency: 1 })
    const first = await write(deps, { kind: 'send_transfer' })
    const second = await write(deps, { kind: 'send_transfer' })
    await expect.poll(() => held.length, SOON).toBe(1)
    let stopped = false
    const stopping = loop.stop().then(() => {
      stopped = true
    })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect([stopped, ended()]).toEqual([false, 0])
    held[0]!.end()
    await stopping
    await loop.stop()
    expect([held.length, ended()]).toEqual([1, 1])
    expect((await rowOf(deps, first)).done_at).not.toBeNull()
    expect((await rowOf(deps, second)).tries).toBe(0)
  })

  it('stay queued while the database is down, and the loop continues', async () => {
    const deps = setUp()
    let broken = true
    const db = new Proxy(deps.db, {
      get(target, name) {
        if (broken) throw new Error('the database is away')
        const value = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const { seen, worker } = recorder()
    const key = await write(deps, { kind: 'charge_instalment' })
    const loop = startJobs({ ...deps, db }, { charge_instalment: worker }, { everyMs: 5 })
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(seen).toEqual([])
    broken = false
    await expect.poll(() => seen, { timeout: 10_000 }).toEqual([key])
    await loop.stop()
  })
})

describeOnPostgres('jobs with several processes', () => {
  const database = useTestDatabase('postgres')

  it.each([1, 7])('are each taken by one process, %d at a time', async (max) => {
    const deps = testDeps(database())
    const now = deps.clock.now()
    const keys = Array.from({ length: 30 }, newKey)
    await inTx(deps.db, async (tx) => {
      for (const key of keys) await enqueue(tx, { kind: 'refund', key, payload: { refund_id: 0 }, now })
    })
    const seen: string[] = []
    const worker = async ({ key }: Job) => {
      seen.push(key)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    const runAll = async () => {
      for (let ran = 0; ; ) {
        const jobs = await startDueJobs(deps, { refund: worker }, { max })
        if (jobs.length === 0) return ran
        expect(jobs.length).toBeLessThanOrEqual(max)
        await Promise.all(jobs.map(({ done }) => done))
        ran += jobs.length
      }
    }
    const ran = await Promise.all(Array.from({ length: 6 }, runAll))
    expect(seen.sort()).toEqual(keys.sort())
    expect(ran.reduce((sum, n) => sum + n, 0)).toBe(30)
    expect(await runDueJobs(deps, { refund: worker })).toBe(0)
  })
})
