import { expect, it } from 'vitest'
import { useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { queuePlanWork } from './charge.ts'
import { mayCharge } from './instalment.ts'

const opened = useTestDatabase('embedded')

const HOUR = 3_600_000
/** 1 June, midday in London. */
const NOW = new Date('2026-06-01T11:00:00Z')
const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR)

type Row = {
  due: string
  plan?: 'active' | 'overdue' | 'completed' | 'cancelled'
  status?: 'due' | 'paying' | 'needs_authentication' | 'paid' | 'failed' | 'cancelled'
  reminded?: Date
  next?: Date
}

/** What the day's work does with a payment of a plan, and beside each payment those that it leaves alone. */
const PAYMENTS: [string, Row, ('remind' | 'charge')?][] = [
  ['due in three days', { due: '2026-06-04' }, 'remind'],
  ['due in three days, of a plan that is overdue', { due: '2026-06-04', plan: 'overdue' }, 'remind'],
  ['due in four days', { due: '2026-06-05' }],
  ['due in three days, reminded of already', { due: '2026-06-04', reminded: ago(1) }],
  ['due in three days, of a plan that has ended', { due: '2026-06-04', plan: 'cancelled' }],
  ['due in three days, of a plan that is paid', { due: '2026-06-04', plan: 'completed' }],
  ['due in three days, and not to be paid any more', { due: '2026-06-04', status: 'cancelled' }],
  ['due long ago, without a reminder', { due: '2026-05-01' }, 'remind'],
  ['due today, reminded a day ago', { due: '2026-06-01', reminded: ago(24) }, 'charge'],
  ['due today, reminded less than a day ago', { due: '2026-06-01', reminded: ago(23.9) }],
  ['due tomorrow, reminded two days ago', { due: '2026-06-02', reminded: ago(48) }],
  ['due yesterday, of a plan that is overdue', { due: '2026-05-31', reminded: ago(72), plan: 'overdue' }, 'charge'],
  ['due yesterday, of a plan that has ended', { due: '2026-05-31', reminded: ago(72), plan: 'cancelled' }],
  ['declined, to be tried now', { due: '2026-05-29', reminded: ago(99), status: 'failed', next: NOW }, 'charge'],
  ['declined, to be tried later', { due: '2026-05-29', reminded: ago(99), status: 'failed', next: ago(-1) }],
  ['declined for the last time', { due: '2026-05-29', reminded: ago(99), status: 'failed' }],
  ['due, to be tried since an hour', { due: '2026-05-29', reminded: ago(99), next: ago(1) }, 'charge'],
  ['due, to be tried later', { due: '2026-05-29', reminded: ago(99), next: ago(-1) }],
  ['being paid', { due: '2026-05-29', reminded: ago(99), status: 'paying', next: ago(1) }],
  ['waiting for its buyer', { due: '2026-05-29', reminded: ago(99), status: 'needs_authentication', next: ago(1) }],
  ['paid', { due: '2026-05-29', reminded: ago(99), status: 'paid', next: ago(1) }],
]

it('each payment of a plan is reminded of and charged when it is due, and no other', async () => {
  const deps = testDeps(opened())
  const { db, clock } = deps
  clock.set(NOW)
  const names = new Map<number, string>()
  for (const [name, { due, plan = 'active', status = 'due', reminded = null, next = null }] of PAYMENTS) {
    const { id: sale_id } = await db
      .insertInto('sales')
      .values({ reference: `plan-${names.size}`, currency: 'GBP', created_at: NOW, updated_at: NOW })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('payment_plans')
      .values({ sale_id, option_key: '3', status: plan, terms_version: '1', agreed_at: NOW })
      .execute()
    const { id } = await db
      .insertInto('plan_instalments')
      .values({
        sale_id,
        seq: 1,
        due_on: due,
        amount_minor: 1000,
        status,
        reminded_at: reminded,
        next_try_at: next,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    names.set(id, name)
  }
  // Once, however often it runs.
  for (let run = 0; run < 2; run++) await queuePlanWork(deps)
  const jobs = await db
    .selectFrom('jobs')
    .select(['kind', 'payload'])
    .where('kind', 'in', ['remind_instalment', 'charge_instalment'])
    .orderBy('id')
    .execute()
  const done = jobs.map(({ kind, payload }) => [
    names.get(Number((payload as { instalment_id: number }).instalment_id)),
    kind.split('_')[0],
  ])
  expect(done.toSorted()).toEqual(
    PAYMENTS.flatMap(([name, , what]) => (what === undefined ? [] : [[name, what]])).toSorted(),
  )
})

// It may be paid, lowered or declined between the two.
it('a payment is charged by the same rule when its job runs as when the job is queued', () => {
  const running = PAYMENTS.filter(([, { plan = 'active' }]) => ['active', 'overdue'].includes(plan))
  const charged = running.filter(([, { due: due_on, status = 'due', reminded = null, next = null }]) =>
    mayCharge({ due_on, status, reminded_at: reminded, next_try_at: next }, NOW),
  )
  expect(charged).toEqual(running.filter(([, , what]) => what === 'charge'))
})
