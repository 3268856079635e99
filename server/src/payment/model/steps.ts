import { WORKERS } from '../../background.ts'
import { runDueJobs } from '../../jobs/jobs.ts'
import { sweepHolds } from '../../sale/hold/release.ts'
import { type SaleAt, saleAt } from '../../testing/fixtures/sale.ts'
import { deliverTickets, deliverWallet } from '../../tickets/delivery/deliver.ts'
import { endCancelledEvents } from '../cancel/event.ts'
import { cardReturn } from '../providers/stripe/start.ts'
import { settlePayment } from '../settle/settle.ts'
import { queuePaymentChecks } from '../settle/workers.ts'
import { claimFreeTickets } from '../start/free.ts'
import { receiveEvent } from '../webhook/receive.ts'
import { isExpected } from './dying.ts'
import { accountAtVendor } from './neighbours.ts'
import { OFTEN } from './often.ts'
import type { World } from './world.ts'

/** Every few sales, one is of a returning customer, for tickets limited to two per customer. */
const REGULAR_EVERY = 4

/** What can happen in the shop, by name, and the names to choose from: frequent steps are listed more than once. */
export function stepsOf(world: World): { steps: Record<string, () => Promise<unknown>>; names: string[] } {
  const { seed, db, deps, clock, random, vendor, modelEvent, voucher, regulars, plans } = world
  const { sales, begun, wrongAmounts, broken } = world
  const { oneOf, isOpenThere, pickPaidSale, recentPayment, reserve, pickProcess } = world
  const { atVendor, saleOf, payNow, begin, giveUp } = world
  const { ticketId, limitedId } = modelEvent
  const steps: Record<string, () => Promise<unknown>> = {
    arrive: async () => {
      const newSales: SaleAt[] = []
      for (let n = 0; n < 2; n++) {
        const nth = sales.length + n
        const isRegular = nth % REGULAR_EVERY === 0
        newSales.push(
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
      for (const sale of newSales) await modelEvent.choose(sale)
      sales.push(...newSales)
      await reserve(newSales)
      for (const sale of newSales) if (random.int(3) > 0) await begin(sale)
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
      if ('amountMinor' in odd) wrongAmounts.add(payment.id)
      // Sometimes in all open tabs of the buyer.
      const tabs = random.int(3) === 0 ? begun.filter(({ sale }) => sale === payment.sale) : [payment]
      const failure = status === 'failed' ? { code: 'no', text: 'No.' } : null
      for (const { id } of tabs) if (isOpenThere(id)) vendor.report(id, { status, failure })
      vendor.report(payment.id, { status, ...odd, failure })
    },
    settle: async () => {
      const payment = recentPayment()
      if (!payment) return
      const processes = Array.from({ length: 1 + random.int(3) }, pickProcess)
      const ended = await Promise.allSettled(processes.map((process) => settlePayment(process, payment.paymentId)))
      for (const result of ended) if (result.status === 'rejected' && !isExpected(result.reason)) throw result.reason
    },
    /** The address's parameters come from the browser, so nothing may trust them. */
    return: async () => {
      const payment = recentPayment()
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
      const id = refund?.payment ?? recentPayment()?.id
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
      for (const payment of begun)
        if (payment.sale === sale && isOpenThere(payment.id)) {
          vendor.report(payment.id, { status: 'paid' })
          await settlePayment(pickProcess(), payment.paymentId)
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
      const refundedMinor = [...vendor.refunds.values()]
        .filter((refund) => refund.payment === id && refund.status !== 'failed')
        .reduce((total, { amountMinor }) => total + amountMinor, 0)
      const left = payment.amountMinor - refundedMinor
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
    /** A date is cancelled while a buyer pays for it; before the job ends their holds, or after. */
    steps.cancelDate = async () => {
      const sale = oneOf(sales.slice(-6))
      if (!sale) return
      await reserve([sale])
      await begin(sale)
      const payment = begun.findLast(({ id, sale: payer }) => payer === sale && isOpenThere(id))
      if (!payment && random.int(4) > 0) return
      await cancelDate(deps, sale)
      if (!payment || random.int(3) === 0) return
      vendor.report(payment.id, { status: 'paid' })
      await settlePayment(pickProcess(), payment.paymentId)
    }
    steps.endCancelled = () => endCancelledEvents(pickProcess())
    often.push('cancelDate')
  }
  if (plans) {
    steps.instalment = async () => {
      const payment = await plans.instalment()
      if (payment) await atVendor(payment, saleOf(payment))
    }
    steps.refundLineOfPlan = () => plans.refundLine(pickProcess())
    /** A plan is agreed, and one of several lines is refunded before its next payment. */
    steps.planWithLess = async () => {
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
  return { steps, names: [...Object.keys(steps), ...often] }
}
