import { inTx } from '../../db/transaction/tx.ts'
import { seededRandom } from '../../random.ts'
import { holdAll } from '../../sale/hold/hold.ts'
import { releaseHold } from '../../sale/hold/release.ts'
import { lockSale } from '../../sale/sale.ts'
import { testClock } from '../../testing/clock.ts'
import type { TestDb } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import type { SaleAt } from '../../testing/fixtures/sale.ts'
import { scriptedProvider } from '../../testing/vendors/scripted-provider.ts'
import type { Payment } from '../payment.ts'
import { settlePayment } from '../settle/settle.ts'
import { openPayment, payable } from '../start/open-payment.ts'
import { dbDyingAfter } from './dying.ts'
import { createGiftVoucher, createModelEvent, type ModelEvent } from './model-event.ts'
import { idAtVendor, withNeighbours } from './neighbours.ts'
import { planMoves } from './plans.ts'

const CAPACITY = 10

export type World = Awaited<ReturnType<typeof openWorld>>

/**
 * The shop of one run of the model, with its unreliable vendor, its sales so far, and what its buyers do in several steps. The same
 * seed repeats the same choices.
 */
export async function openWorld(opened: TestDb, { seed, neighbours }: { seed: number; neighbours: boolean }) {
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
  const regulars = [1, 2].map((n) => ({ email: `regular-${n}@example.org`, name: 'Ada Lovelace' }))
  const voucher = await createGiftVoucher(db, modelEvent.organiserId, clock.now())
  /** Payments for which the provider reported another amount than was requested. */
  const wrongAmounts = new Set<string>()
  const sales: SaleAt[] = []
  const begun: { paymentId: number; id: string; sale: SaleAt }[] = []
  const broken: string[] = []
  const deaths = { count: 0 }
  const oneOf = <T>(list: readonly T[]): T | undefined => list[random.int(Math.max(1, list.length))]
  const isOpenThere = (id: string) => ['open', 'processing'].includes(vendor.payments.get(id)?.status ?? '')
  const pickPaidSale = async () => {
    const paid = await db.selectFrom('sales').select('id').where('paid_at', 'is not', null).orderBy('id').execute()
    const id = oneOf(paid)?.id
    return sales.find(({ saleId }) => saleId === id)
  }
  /** A payment, mostly one of the newest, because the older ones have had more chances. */
  const recentPayment = () => oneOf(random.int(4) > 0 ? begun.slice(-4) : begun)
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
    deaths.count += 1
    return { ...deps, db: dbDyingAfter(db, random.int(oneOf([6, 25])!)) }
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
    const allowed = await payable(sale.ctx(), { method: () => true })
    if (!allowed.ok) return
    if (plans && random.int(3) === 0) {
      const first = await plans.agree(sale)
      if (first) await atVendor(first, sale)
      return
    }
    const made = await openPayment(sale.ctx(), allowed, { provider: 'stripe' })
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

  return {
    seed,
    db,
    deps,
    clock,
    random,
    vendor,
    sent,
    modelEvent,
    voucher,
    regulars,
    plans,
    sales,
    begun,
    wrongAmounts,
    broken,
    deaths,
    oneOf,
    isOpenThere,
    pickPaidSale,
    recentPayment,
    reserve,
    pickProcess,
    atVendor,
    saleOf,
    payNow,
    begin,
    giveUp,
  }
}
