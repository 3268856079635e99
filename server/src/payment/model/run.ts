import { WORKERS } from '../../background.ts'
import { inTx } from '../../db/transaction/tx.ts'
import { runDueJobs } from '../../jobs/jobs.ts'
import { ProviderDown } from '../../payment-provider.ts'
import { seededRandom } from '../../random.ts'
import { holdAll } from '../../sale/hold/hold.ts'
import { releaseHold, sweepHolds } from '../../sale/hold/release.ts'
import { lockSale } from '../../sale/sale.ts'
import { testClock } from '../../testing/clock.ts'
import type { TestDb } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { type SaleAt, saleAt } from '../../testing/fixtures/sale.ts'
import { scriptedProvider } from '../../testing/vendors/scripted-provider.ts'
import { deliverTickets, deliverWallet } from '../../tickets/delivery/deliver.ts'
import { cancelEvent, endCancelledEvents } from '../cancel/event.ts'
import type { Payment } from '../payment.ts'
import { queuePlanWork } from '../plan/charge.ts'
import { cardReturn } from '../providers/stripe/start.ts'
import { queueRefundChecks } from '../refund/send.ts'
import { settlePayment } from '../settle/settle.ts'
import { queuePaymentChecks } from '../settle/workers.ts'
import { claimFreeTickets } from '../start/free.ts'
import { openPayment, payable } from '../start/open-payment.ts'
import { receiveEvent } from '../webhook/receive.ts'
import { booksOfVendor } from './books.ts'
import { countersOf } from './counters.ts'
import { dyingAfter, Killed } from './dying.ts'
import { createGiftVoucher, createModelEvent, type ModelEvent, returnedAfterEdit } from './model-event.ts'
import { accountAtVendor, idAtVendor, withNeighbours } from './neighbours.ts'
import { OFTEN } from './often.ts'
import { endsOfPlans, planMoves } from './plans.ts'
import { brokenPromises } from './promises.ts'

const CAPACITY = 10
/** Every few sales, one is of a returning customer, for tickets limited to two per customer. */
const REGULAR_EVERY = 4

/**
 * `broken`: descriptions of the broken promises, empty when all hold. `ends`: how payments and plans ended, to show that a run
 * covered enough.
 */
export type Ran = { broken: string[]; ends: Set<string> }

/**
 * Runs random buyers, an unreliable vendor, webhooks in any order, a clock that jumps and processes that die between two
 * queries; then lets everything finish and checks every promise. The database must be empty. The same seed repeats the same
 * choices.
 * With `neighbours`, baskets hold tickets of several organisers, with all kinds of ticket types.
 */
export async function runModel(
  opened: TestDb,
  { seed, steps, neighbours = false }: { seed: number; steps: number; neighbours?: boolean },
): Promise<Ran> {
  const random = seededRandom(seed)
  const vendor = scriptedProvider('stripe')
  const sent = new Map<string, number>()
  const clock = testClock()
  const { db } = opened
  const plain = await createModelEvent(db, { capacity: CAPACITY, random })
  const modelEvent: ModelEvent = neighbours ? await withNeighbours(db, plain, { random, now: clock.now() }) : plain
  const { provider, connectors } = modelEvent.connected(vendor.provider)
  const deps = testDeps(opened, {
    clock,
    providers: { stripe: provider },
    connectors,
    mailer: {
      isMailbox: true,
      send: async ({ messageId }) => {
        sent.set(messageId, (sent.get(messageId) ?? 0) + 1)
        return { ok: true }
      },
    },
  })
  const { ticketId, limitedId } = modelEvent
  const regulars = [1, 2].map((n) => ({ email: `regular-${n}@example.org`, name: 'Ada Lovelace' }))
  const voucher = await createGiftVoucher(db, modelEvent.organiserId, clock.now())
  /** Payments for which the provider reported another amount than was requested. */
  const odds = new Set<string>()
  const sales: SaleAt[] = []
  const begun: { paymentId: number; id: string; sale: SaleAt }[] = []
  const broken: string[] = []
  let deaths = 0
  const oneOf = <T>(list: readonly T[]): T | undefined => list[random.int(Math.max(1, list.length))]
  const isOpenThere = (id: string) => ['open', 'processing'].includes(vendor.payments.get(id)?.status ?? '')
  const pickPaidSale = async () => {
    const paid = await db.selectFrom('sales').select('id').where('paid_at', 'is not', null).orderBy('id').execute()
    const id = oneOf(paid)?.id
    return sales.find(({ saleId }) => saleId === id)
  }
  /** A payment, mostly one of the newest, because the older ones have had more chances. */
  const lately = () => oneOf(random.int(4) > 0 ? begun.slice(-4) : begun)
  /** Reserves these baskets in parallel transactions. Those that get a hold go on to the payment. */
  const reserve = async (wanting: readonly SaleAt[]) => {
    const now = clock.now()
    const outcomes = await Promise.all(
      wanting.map(({ saleId }) => holdAll(db, [{ saleId, userId: null }], deps.config.holdSeconds, now)),
    )
    for (const [i, [outcome]] of outcomes.entries())
      if (outcome?.kind === 'held' && outcome.fresh)
        await db.updateTable('sales').set({ state: 'payment' }).where('id', '=', wanting[i]!.saleId).execute()
  }
  /** The process that runs a step; sometimes one that dies in the middle. */
  const pickProcess = () => {
    if (random.int(5) > 0) return deps
    deaths += 1
    return { ...deps, db: dyingAfter(db, random.int(oneOf([6, 25])!)) }
  }

  const plans = neighbours ? planMoves(deps, random) : null
  /** The payment has reached the vendor, and the buyer's bank has not decided yet. */
  const atVendor = async ({ id: paymentId, amount_minor, currency, account_id }: Payment, sale: SaleAt) => {
    const id = idAtVendor(paymentId, account_id)
    await db.updateTable('payments').set({ provider_payment_id: id }).where('id', '=', paymentId).execute()
    vendor.report(id, { status: 'open', amountMinor: amount_minor, currency, saleReference: sale.reference })
    begun.push({ paymentId, id, sale })
  }
  const saleOf = ({ sale_id }: Payment) => sales.find(({ saleId }) => saleId === sale_id)!
  const payNow = async (payment: Payment, process: typeof deps) => {
    await atVendor(payment, saleOf(payment))
    vendor.report(idAtVendor(payment.id, payment.account_id), { status: 'paid' })
    await settlePayment(process, payment.id)
  }

  const begin = async (sale: SaleAt) => {
    const may = await payable(sale.ctx(), { method: () => true })
    if (!may.ok) return
    if (plans && random.int(3) === 0) {
      const first = await plans.agree(sale)
      if (first) await atVendor(first, sale)
      return
    }
    const made = await openPayment(sale.ctx(), may, { provider: 'stripe' })
    if (!made.ok) return
    const { id: paymentId, called_off_at, provider_payment_id } = made.payment
    if (called_off_at !== null) broken.push(`payment ${paymentId} was offered after it was called off`)
    if (provider_payment_id === null) await atVendor(made.payment, sale)
  }

  const giveUp = async (sale: SaleAt) => {
    const now = clock.now()
    const { held_until, paid_at } = await sale.read()
    if (held_until !== null && paid_at === null)
      await inTx(pickProcess().db, async (tx) => releaseHold(tx, await lockSale(tx, sale.saleId), 'edited', now))
  }

  const STEP: Record<string, () => Promise<unknown>> = {
    arrive: async () => {
      const came: SaleAt[] = []
      for (let n = 0; n < 2; n++) {
        const nth = sales.length + n
        const isRegular = nth % REGULAR_EVERY === 0
        came.push(
          await saleAt(deps, 'basket', {
            ticketId: isRegular ? limitedId : ticketId,
            ...(isRegular && { guest: regulars[(nth / REGULAR_EVERY) % regulars.length]! }),
            qty: 1 + random.int(2),
            codes: [
              ...(random.int(4) === 0 ? [{ voucherId: voucher.id, code: voucher.code }] : []),
              ...(random.int(3) === 0 ? [{ discountId: modelEvent.discount.id, code: modelEvent.discount.code }] : []),
            ],
          }),
        )
      }
      for (const sale of came) await modelEvent.choose(sale)
      sales.push(...came)
      await reserve(came)
      for (const sale of came) if (random.int(3) > 0) await begin(sale)
    },
    /** A buyer whose hold has expired tries again, with the tab of the first try still open. */
    again: async () => {
      const sale = oneOf(sales.slice(-6))
      if (sale) await reserve([sale])
    },
    begin: async () => {
      const sale = oneOf(sales.slice(-8))
      if (sale) await begin(sale)
    },
    bank: async () => {
      const payment = oneOf(begun.filter(({ id }) => isOpenThere(id)))
      const before = payment && vendor.payments.get(payment.id)
      if (!payment || !before) return
      const status = oneOf(['paid', 'paid', 'processing', 'failed', 'open'] as const)!
      const odd = status === 'paid' && random.int(6) === 0 ? { amountMinor: before.amountMinor + 1 } : {}
      if ('amountMinor' in odd) odds.add(payment.id)
      // Sometimes in all open tabs of the buyer.
      const tabs = random.int(3) === 0 ? begun.filter(({ sale }) => sale === payment.sale) : [payment]
      const failure = status === 'failed' ? { code: 'no', text: 'No.' } : null
      for (const { id } of tabs) if (isOpenThere(id)) vendor.report(id, { status, failure })
      vendor.report(payment.id, { status, ...odd, failure })
    },
    settle: async () => {
      const payment = lately()
      if (!payment) return
      const processes = Array.from({ length: 1 + random.int(3) }, pickProcess)
      const ended = await Promise.allSettled(processes.map((process) => settlePayment(process, payment.paymentId)))
      for (const one of ended) if (one.status === 'rejected' && !isExpected(one.reason)) throw one.reason
    },
    /** The address's parameters come from the browser, so nothing may trust them. */
    return: async () => {
      const payment = lately()
      if (payment) await cardReturn(pickProcess(), payment.sale.session, payment.id)
    },
    /** The page after the payment, open in two tabs. */
    page: async () => {
      const sale = await pickPaidSale()
      if (!sale) return
      await deliverTickets(pickProcess(), sale.saleId)
      await deliverWallet(pickProcess(), sale.saleId)
    },
    claim: async () => {
      const sale = oneOf(sales)
      if (sale) await claimFreeTickets(sale.ctx())
    },
    notice: async () => {
      const refund = random.int(2) ? oneOf([...vendor.refunds.values()]) : undefined
      const id = refund?.payment ?? lately()?.id
      if (id)
        await receiveEvent(
          pickProcess(),
          'stripe',
          {
            eventId: `${seed}-${random.int(40)}`,
            kind: 'x',
            providerPaymentId: id,
            providerRefundId: refund?.providerRefundId ?? null,
          },
          await accountAtVendor(db, id),
        )
    },
    giveUp: async () => {
      const sale = oneOf(sales)
      if (sale) await giveUp(sale)
    },
    /** The buyer edits the basket and returns to the payment, with the first tab still open. */
    edit: async () => {
      const sale = oneOf(sales.slice(-6))
      if (!sale) return
      await giveUp(sale)
      await reserve([sale])
      await begin(sale)
    },
    /** Pays in a tab from before an edit and in the one after it. */
    payTwice: async () => {
      const sale = oneOf(sales.slice(-6))
      if (!sale) return
      await reserve([sale])
      await begin(sale)
      await giveUp(sale)
      await reserve([sale])
      await begin(sale)
      for (const one of begun)
        if (one.sale === sale && isOpenThere(one.id)) {
          vendor.report(one.id, { status: 'paid' })
          await settlePayment(pickProcess(), one.paymentId)
        }
    },
    /** A bank payment that takes longer than the hold. */
    payLate: async () => {
      const payment = oneOf(begun.filter(({ id }) => isOpenThere(id)).slice(-4))
      if (!payment) return
      clock.advance(deps.config.holdSeconds + 1)
      await sweepHolds(pickProcess())
      vendor.report(payment.id, { status: 'paid' })
      await settlePayment(pickProcess(), payment.paymentId)
    },
    takeBack: async () => {
      const sale = await pickPaidSale()
      if (sale) broken.push(...(await modelEvent.refund(pickProcess(), sale)))
    },
    organiserEdits: modelEvent.edit,
    mood: async () => {
      vendor.script.down = random.int(4) === 0
      vendor.script.answerLost = random.int(3) === 0
      // The vendor acts, then responds 500, and saves that response under the key.
      vendor.script.faultAfter = random.int(3) === 0
      vendor.script.refundStatus = oneOf(['succeeded', 'succeeded', 'pending', 'failed'] as const)!
      vendor.script.cancelTo = oneOf(['cancelled', 'cancelled', 'paid'] as const)!
    },
    /** A day passes at the provider, so its idempotency keys expire. */
    forget: async () => vendor.forgetKeys(),
    /** Staff refund in the vendor's own dashboard. */
    byHand: async () => {
      const [id, payment] = oneOf([...vendor.payments].filter(([, { status }]) => status === 'paid')) ?? []
      if (!id || !payment) return
      const gone = [...vendor.refunds.values()]
        .filter((refund) => refund.payment === id && refund.status !== 'failed')
        .reduce((total, { amountMinor }) => total + amountMinor, 0)
      const left = payment.amountMinor - gone
      if (left <= 0) return
      vendor.refundByHand(id, random.int(3) === 0 ? left : 1 + random.int(left))
      const eventId = `${seed}-by-hand-${vendor.refunds.size}`
      const event = { eventId, kind: 'charge.refunded', providerPaymentId: id, aboutRefunds: true }
      await receiveEvent(deps, 'stripe', event, await accountAtVendor(db, id))
    },
    wait: async () => clock.advance(oneOf([1, 1, 30, 70, 300, 910, 4000])!),
    sweep: () => sweepHolds(pickProcess()),
    ask: () => queuePaymentChecks(pickProcess()),
    jobs: () => runDueJobs(pickProcess(), WORKERS, 50),
  }
  const often = [...OFTEN]
  const { cancelDate } = modelEvent
  if (cancelDate) {
    /** A date is cancelled while its buyers pay; before the job ends their holds, or after. */
    STEP.cancelDate = async () => {
      const payment = lately()
      await cancelDate(deps, payment?.sale)
      if (!payment || !isOpenThere(payment.id) || random.int(2) === 0) return
      vendor.report(payment.id, { status: 'paid' })
      await settlePayment(pickProcess(), payment.paymentId)
    }
    STEP.endCancelled = () => endCancelledEvents(pickProcess())
    often.push('cancelDate')
  }
  if (plans) {
    STEP.instalment = async () => {
      const payment = await plans.instalment()
      if (payment) await atVendor(payment, saleOf(payment))
    }
    STEP.refundLineOfPlan = () => plans.refundLine(pickProcess())
    /** A plan is agreed, and one of several lines is refunded before its next payment. */
    STEP.planWithLess = async () => {
      const sale = oneOf(sales.slice(-6))
      if (!sale) return
      await giveUp(sale)
      await reserve([sale])
      const first = await plans.agree(sale)
      if (first) await payNow(first, pickProcess())
      if (first) await plans.refundLine(pickProcess(), sale.saleId)
    }
    often.push('instalment', 'refundLineOfPlan', 'planWithLess')
  }
  const names = [...Object.keys(STEP), ...often]
  const counters = countersOf(db)
  for (let step = 0; step < steps && broken.length === 0; step++) {
    const name = oneOf(names)!
    await STEP[name]!().catch((error: unknown) => {
      if (!isExpected(error)) broken.push(`step ${step} ${name}: ${(error as Error).message}`)
    })
    broken.push(...(await counters.broken()).map((what) => `step ${step} ${name}: ${what}`))
  }
  if (broken.length > 0) return { broken, ends: new Set() }

  // Everything finishes: the vendor works again, and open payments are checked until they end.
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
  const goHome = async () => {
    for (let round = 0; round < 12; round++) {
      // A payment still at a bank succeeds after every hold has expired, without a webhook.
      if (round === 6)
        for (const [id, { status }] of vendor.payments)
          if (status === 'processing') vendor.report(id, { status: 'paid' })
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
  await goHome().catch((error: unknown) => broken.push(`going home: ${(error as Error).message}`))
  for (const saleId of await returnedAfterEdit(db, odds))
    broken.push(`sale ${saleId} paid what was asked and got its money back as a wrong amount`)
  broken.push(
    ...(await brokenPromises(db, { sales, vendors: booksOfVendor(vendor), now: clock.now() })),
    ...(await modelEvent.broken()),
  )
  // Only a death between the mail server's acceptance and our commit may send a mail again, under the same id.
  const again = [...sent.values()].reduce((sum, times) => sum + times - 1, 0)
  if (again > deaths) broken.push(`${again} mails were sent again`)
  const ended = await db.selectFrom('payments').select(['status', 'outcome']).execute()
  return {
    broken,
    ends: new Set([...ended.map(({ status, outcome }) => outcome ?? status), ...(await endsOfPlans(db))]),
  }
}

const isExpected = (error: unknown): boolean => error instanceof ProviderDown || error instanceof Killed
