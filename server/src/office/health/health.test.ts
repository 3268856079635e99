import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { taskNames } from '@foyer/contract/office/health/messages.en.ts'
import { describe, expect, it } from 'vitest'
import { TASKS } from '../../background.ts'
import { bytesIn, recordBackup } from '../../db/backup/record.ts'
import { makeSchedule } from '../../jobs/schedule.ts'
import { recordCheck } from '../../payment/ledger/book-checks.ts'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { useShop } from '../../testing/shop.ts'
import { createStaff, inSession } from '../testing/office.ts'
import { healthProblemsOf } from './problems.ts'

const DAY = 24 * 3600

describeOnBoth('the health of an installation', (kind) => {
  const shop = useShop(kind)
  const live = { live: 'it is for this test' } as unknown as Parameters<typeof healthProblemsOf>[1]
  const problems = async () =>
    Object.fromEntries(
      (await healthProblemsOf(shop().db, live, shop().clock.now())).map(({ kind: found, n }) => [found, n]),
    )

  async function operator() {
    const { organiserId } = await createEvent(shop().db)
    const { id, email } = await createStaff(shop(), organiserId, 'owner')
    await shop().db.updateTable('staff').set({ is_operator: true }).where('id', '=', id).execute()
    return { organiserId, ...(await inSession(shop(), { staffId: id, email })) }
  }
  const job = async (set: object) => {
    const at = shop().clock.now()
    const { id } = await shop()
      .db.insertInto('jobs')
      .values({
        kind: 'refund',
        key: `health ${at.getTime()} ${JSON.stringify(set)}`,
        run_at: at,
        created_at: at,
        ...set,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  it('shows the last backup, a task’s last run and fault, and what the checks found', async () => {
    const { call, organiserId } = await operator()
    const { db, clock } = shop()
    const folder = mkdtempSync(join(tmpdir(), 'foyer-noted-'))
    writeFileSync(join(folder, 'foyer.dump'), 'x'.repeat(2_500))
    await recordBackup(db, { folder, bytes: bytesIn(folder), now: clock.now() })
    rmSync(folder, { recursive: true })
    await recordCheck(db, 'seats', { differences: 2, now: clock.now() })
    const fails = {
      name: 'sum ledger',
      everySeconds: 600,
      run: () => Promise.reject(new Error('no room for ada@example.org')),
    }
    await (await makeSchedule(shop().deps, [fails]).tick())?.ended
    const { body, status } = await call('office_health')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      version: '0.1.0',
      database: kind === 'postgres' ? 'postgres' : 'embedded',
      size: expect.stringMatching(/ MB$/),
      migration: expect.stringMatching(/^\d{4}_/),
      backup: { place: folder.split('/').at(-1), size: '2.5 kB' },
      checks: [
        { name: 'providers', nice_at: '' },
        { name: 'ledger', nice_at: '' },
        { name: 'seats', differences: 2 },
      ],
      problems: [
        { kind: 'differences', n: 2 },
        { kind: 'failing', n: 1 },
      ],
    })
    expect(JSON.stringify(body)).not.toContain(tmpdir())
    const task = (body.tasks as { name: string }[]).find(({ name }) => name === 'sum ledger')
    expect(task).toMatchObject({ state: 'failed', fault: 'no room for …' })
    // Home tells the operator in one line, and no other owner.
    const needs = async (browser: { call: typeof call }) =>
      (
        (await browser.call('office_home', { organiser_id: organiserId })).body.needs as { kind: string; n: number }[]
      ).filter(({ kind: need }) => need === 'health')
    expect(await needs({ call })).toMatchObject([{ n: 2 }])
    const { id, email } = await createStaff(shop(), organiserId, 'owner')
    const owner = await inSession(shop(), { staffId: id, email })
    expect(await needs(owner)).toEqual([])
    expect((await owner.call('office_health')).body.code).toBe('may_not')
  })

  it('names what is wrong: a backup that is old, work that is late, jobs that gave up, emails that wait', async () => {
    const { db, clock } = shop()
    await recordCheck(db, 'seats', { differences: 0, now: clock.now() })
    await db.deleteFrom('backups').execute()
    await db.deleteFrom('scheduled_tasks').execute()
    expect(await problems()).toEqual({ backup_never: 1 })
    // A trial has nothing to lose.
    expect(await healthProblemsOf(db, { live: null }, clock.now())).toEqual([])
    await recordBackup(db, { folder: '/backups/monday', bytes: null, now: clock.now() })
    await db
      .insertInto('scheduled_tasks')
      .values({ name: 'mail sales', started_at: clock.now(), finished_at: clock.now(), every_seconds: 900 })
      .execute()
    await db
      .insertInto('mails')
      .values({
        key: `health ${kind}`,
        kind: 'code',
        recipient: 'a@example.org',
        subject: '',
        body_text: '',
        body_html: '',
        queued_at: clock.now(),
      })
      .execute()
    await job({ gave_up_at: clock.now() })
    expect(await problems()).toEqual({ gave_up: 1 })
    clock.advance(16 * 60)
    expect(await problems()).toEqual({ gave_up: 1, mail_waits: 16 })
    clock.advance(9 * DAY)
    expect(await problems()).toMatchObject({ late: 1, backup_old: 9 })
    clock.advance(-9 * DAY - 16 * 60)
    await db.deleteFrom('mails').where('key', '=', `health ${kind}`).execute()
  })

  it('retries a job that failed for good, and no other', async () => {
    const { call } = await operator()
    const at = shop().clock.now()
    const [failed, done, waiting] = [
      await job({ gave_up_at: at, tries: 11, last_error: 'not now' }),
      await job({ done_at: at }),
      await job({}),
    ]
    expect((await call('office_health')).body.failed).toContainEqual(
      expect.objectContaining({ job_id: failed, kind: 'refund', tries: 11, fault: 'not now' }),
    )
    const rowOf = (id: number) =>
      shop().db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    for (const id of [done, waiting]) {
      const before = await rowOf(id)
      expect((await call('retry_job', { job_id: id })).status).toBe(404)
      expect(await rowOf(id)).toEqual(before)
    }
    expect((await call('retry_job', { job_id: failed })).status).toBe(200)
    expect(await rowOf(failed)).toMatchObject({ gave_up_at: null, tries: 0, run_at: at })
    expect((await call('retry_job', { job_id: failed })).status).toBe(404)
  })
})

describe('scheduled tasks', () => {
  it('have names for the operator, those that run seldom', () => {
    const kept = TASKS.map(({ name }) => name).filter((name) => name.includes(' '))
    expect(Object.keys(taskNames).sort()).toEqual(kept.sort())
  })
})
