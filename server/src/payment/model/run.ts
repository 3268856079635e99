import { WORKERS } from '../../background.ts'
import { runDueJobs } from '../../jobs/jobs.ts'
import { sweepHolds } from '../../sale/hold/release.ts'
import type { TestDb } from '../../testing/database/databases.ts'
import { cancelEvent, endCancelledEvents } from '../cancel/event.ts'
import { queuePlanWork } from '../plan/charge.ts'
import { queueRefundChecks } from '../refund/send.ts'
import { queuePaymentChecks } from '../settle/workers.ts'
import { booksOfVendor } from './books.ts'
import { countersOf } from './counters.ts'
import { isExpected } from './dying.ts'
import { brokenInvariants } from './invariants.ts'
import { returnedAfterEdit } from './model-event.ts'
import { endsOfPlans } from './plans.ts'
import { stepsOf } from './steps.ts'
import { openWorld, type World } from './world.ts'

/**
 * `broken`: descriptions of the broken invariants, empty when all hold. `ends`: how payments and plans ended, to show that a run
 * covered enough.
 */
export type ModelResult = { broken: string[]; ends: Set<string> }

/**
 * Runs random buyers, an unreliable vendor, webhooks in any order, a clock that jumps and processes that die between two
 * queries; then lets everything finish and checks every invariant. The database must be empty. The same seed repeats the same
 * choices.
 * With `neighbours`, baskets hold tickets of several organisers, with all kinds of ticket types.
 */
export async function runModel(
  opened: TestDb,
  { seed, steps, neighbours = false }: { seed: number; steps: number; neighbours?: boolean },
): Promise<ModelResult> {
  const world = await openWorld(opened, { seed, neighbours })
  await takeSteps(world, steps)
  if (world.broken.length > 0) return { broken: world.broken, ends: new Set() }
  await finish(world).catch((error: unknown) => world.broken.push(`finishing: ${(error as Error).message}`))
  world.broken.push(...(await brokenAtTheEnd(world)))
  const ended = await world.db.selectFrom('payments').select(['status', 'outcome']).execute()
  return {
    broken: world.broken,
    ends: new Set([...ended.map(({ status, outcome }) => outcome ?? status), ...(await endsOfPlans(world.db))]),
  }
}

/** Takes this many random steps, until an invariant is broken. */
async function takeSteps(world: World, count: number): Promise<void> {
  const { db, broken, oneOf } = world
  const { steps, names } = stepsOf(world)
  const counters = countersOf(db)
  for (let step = 0; step < count && broken.length === 0; step++) {
    const name = oneOf(names)!
    await steps[name]!().catch((error: unknown) => {
      if (!isExpected(error)) broken.push(`step ${step} ${name}: ${(error as Error).message}`)
    })
    broken.push(...(await counters.broken()).map((what) => `step ${step} ${name}: ${what}`))
  }
}

/** Lets everything finish: the vendor works again, and open payments are checked until they end. */
async function finish(world: World): Promise<void> {
  const { deps, clock, random, vendor, modelEvent, plans, payNow } = world
  Object.assign(vendor.script, {
    down: false,
    answerLost: false,
    faultAfter: false,
    refundStatus: 'succeeded',
    cancelTo: 'cancelled',
  })
  for (const [id, refund] of vendor.refunds)
    if (refund.status === 'pending') vendor.refunds.set(id, { ...refund, status: 'succeeded' })
  // Sometimes the organiser cancels the event in the end.
  if (random.int(2) === 0) await cancelEvent(deps, modelEvent)
  for (let round = 0; round < 12; round++) {
    // A payment still at a bank succeeds after every hold has expired, without a webhook.
    if (round === 6)
      for (const [id, { status }] of vendor.payments) if (status === 'processing') vendor.report(id, { status: 'paid' })
    clock.advance(round < 6 ? 4000 : 7 * 3600)
    // Pays the remaining payments of the plans.
    if (plans && round > 6 && round < 10) for (const payment of await plans.rest()) await payNow(payment, deps)
    await sweepHolds(deps)
    await queuePaymentChecks(deps)
    await queueRefundChecks(deps)
    await endCancelledEvents(deps)
    // Cancels what was left open at a bank.
    if (plans) await queuePlanWork(deps)
    await runDueJobs(deps, WORKERS, 500)
  }
}

/** The invariants that do not hold once everything has finished. */
async function brokenAtTheEnd(world: World): Promise<string[]> {
  const { db, clock, vendor, sent, sales, wrongAmounts, modelEvent, deaths } = world
  const broken: string[] = []
  for (const saleId of await returnedAfterEdit(db, wrongAmounts))
    broken.push(`sale ${saleId} paid what was asked and got its money back as a wrong amount`)
  broken.push(
    ...(await brokenInvariants(db, { sales, vendors: booksOfVendor(vendor), now: clock.now() })),
    ...(await modelEvent.broken()),
  )
  // Only a death between the mail server's acceptance and our commit may send a mail again, under the same id.
  const again = [...sent.values()].reduce((sum, times) => sum + times - 1, 0)
  if (again > deaths.count) broken.push(`${again} mails were sent again`)
  return broken
}
