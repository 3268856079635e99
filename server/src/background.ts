import { mailTransferEnded } from './after-sale/transfer/end.ts'
import { sendTransfer } from './after-sale/transfer/send.ts'
import { forgetOldMessages, queueWebhookMessages } from './api/webhook/fan-out.ts'
import { webhookSender } from './api/webhook/send.ts'
import type { Deps } from './deps.ts'
import { forgetOldWindows } from './http/limits/rate-limit.ts'
import { runDueJobs, type Workers } from './jobs/jobs.ts'
import { startJobs } from './jobs/run.ts'
import { makeSchedule, type ScheduledTask } from './jobs/schedule.ts'
import { sendMail } from './mail/outbox.ts'
import { sendMailingEmail, sendMailings } from './office/mailings/send.ts'
import { mailProblems } from './office/notify/problems.ts'
import { mailSales } from './office/notify/sales.ts'
import { watchPaymentPage } from './pages/payment-page/watch.ts'
import { cancelEventWorker, endCancelledEvents } from './payment/cancel/event.ts'
import { endUnpaidChanges } from './payment/change/pending.ts'
import { reportDifferences } from './payment/ledger/compare.ts'
import { fetchPayouts } from './payment/ledger/payouts.ts'
import { sumLedger } from './payment/ledger/sums.ts'
import { fillInOrders, fillInWorker } from './payment/order/fill-in.ts'
import { chargeWorker, queuePlanWork, remindWorker } from './payment/plan/charge.ts'
import { queueRefundChecks, refundWorker } from './payment/refund/send.ts'
import { cancelWorker, queuePaymentChecks, settleWorker } from './payment/settle/workers.ts'
import { removeUnusedPictures } from './pictures/store.ts'
import { forgetCardWorker } from './privacy/forget-card.ts'
import { eraseExpiredData } from './privacy/retention.ts'
import { sweepHolds } from './sale/hold/release.ts'
import { refreshShop } from './shop-identity.ts'
import { sendSms } from './sms/outbox.ts'
import { deliverSale } from './tickets/delivery/deliver.ts'
import { mailMovedDates } from './tickets/moved/mail.ts'
import { ticketAttachments } from './tickets/paper/attachments.ts'
import { remindOfEvents } from './tickets/reminder/remind.ts'
import { thankForEvents } from './tickets/reminder/thank.ts'
import { passPusher } from './tickets/wallet/apple-push.ts'
import { updateGooglePass } from './tickets/wallet/google.ts'
import { updatePasses } from './tickets/wallet/update.ts'
import { offerPlaces } from './waiting-list/offer.ts'
import { releaseDueSeats } from './waiting-list/release-seats.ts'
import { remindOfSales } from './waiting-list/remind.ts'
import { runWaitingRooms } from './waiting-room/serve.ts'
import { CLIENT_DIR } from './web-dist.ts'

/** The worker of each job kind. A kind without one would stay in the outbox, so every kind is listed here. */
export const WORKERS = {
  send_mail: sendMail(ticketAttachments),
  send_sms: sendSms,
  deliver_sale: deliverSale,
  send_transfer: sendTransfer,
  tell_transfer_ended: mailTransferEnded,
  settle_payment: settleWorker,
  cancel_payment: cancelWorker,
  refund: refundWorker,
  charge_instalment: chargeWorker,
  remind_instalment: remindWorker,
  forget_card: forgetCardWorker,
  fill_in_orders: fillInWorker,
  cancel_event: cancelEventWorker,
  send_mailing: sendMailingEmail(ticketAttachments),
  push_pass: passPusher(),
  update_google_pass: updateGooglePass,
} satisfies Omit<Required<Workers>, 'send_webhook'>

/** Other people's programs may be slow, so what is sent to them delays nothing else. */
export const WEBHOOK_WORKERS: Pick<Workers, 'send_webhook'> = { send_webhook: webhookSender() }

type Task = (deps: Deps) => Promise<unknown>

/** What every process does besides handling requests, each on its own, with the interval in seconds. */
const OFTEN: { everySeconds: number; task: Task }[] = [
  { everySeconds: 1, task: sweepHolds },
  { everySeconds: 1, task: runWaitingRooms },
  { everySeconds: 2, task: offerPlaces },
  { everySeconds: 5, task: releaseDueSeats },
  { everySeconds: 1, task: queueWebhookMessages },
  { everySeconds: 5, task: refreshShop },
  { everySeconds: 5, task: updatePasses },
  { everySeconds: 5, task: sendMailings },
  { everySeconds: 10, task: mailMovedDates },
  { everySeconds: 20, task: endUnpaidChanges },
  { everySeconds: 30, task: remindOfSales },
  { everySeconds: 30, task: queuePaymentChecks },
  { everySeconds: 30, task: endCancelledEvents },
  { everySeconds: 60, task: queuePlanWork },
]

/** What all processes together do, at most this often. After an upgrade, orders are filled in before anything needs them. */
const SELDOM: readonly ScheduledTask[] = [
  { name: 'fill in orders', everySeconds: 600, run: fillInOrders },
  { name: 'remind of events', everySeconds: 300, run: remindOfEvents },
  { name: 'thank for events', everySeconds: 300, run: thankForEvents },
  { name: 'sum ledger', everySeconds: 600, run: sumLedger },
  { name: 'mail sales', everySeconds: 900, run: mailSales },
  { name: 'mail problems', everySeconds: 300, run: mailProblems },
  { name: 'check refunds', everySeconds: 3600, run: queueRefundChecks },
  { name: 'erase expired data', everySeconds: 3600, run: eraseExpiredData },
  { name: 'forget old windows', everySeconds: 3600, run: forgetOldWindows },
  { name: 'forget old messages', everySeconds: 3600, run: forgetOldMessages },
  { name: 'remove unused pictures', everySeconds: 3600, run: removeUnusedPictures },
  { name: 'fetch payouts', everySeconds: 3600, run: fetchPayouts },
  { name: 'check payment page', everySeconds: 7 * 24 * 3600, run: watchPaymentPage(CLIENT_DIR) },
  { name: 'compare books', everySeconds: 6 * 3600, run: reportDifferences },
]

/** Every scheduled task by name, for what measures them one by one. */
export const TASKS: readonly { name: string; task: Task }[] = [
  ...OFTEN.map(({ task }) => ({ name: task.name, task })),
  ...SELDOM.map(({ name, run }) => ({ name, task: run })),
]

/** Runs every scheduled task and every due job once, one after the other, for a process whose clock is moved by hand. */
export async function runAllTasks(deps: Deps): Promise<void> {
  for (const { task } of TASKS) await task(deps)
  await runDueJobs(deps, WORKERS, 500)
  await runDueJobs(deps, WEBHOOK_WORKERS, 500)
}

/** How many deliveries run at a time: those that wait together share their statements, and one connection. */
const DELIVERIES = 32
/** How many payments are checked at a time. More than this many calls at once might be too many for a vendor. */
const SETTLEMENTS = 16

/** These have loops of their own: many of them run at once, and a slow mail server or vendor delays nothing else. */
function startLoops(deps: Deps) {
  const { deliver_sale, settle_payment, send_mail, send_mailing, ...others } = WORKERS
  return [
    startJobs(deps, others, { everyMs: 500 }),
    startJobs(deps, { settle_payment }, { everyMs: 500, concurrency: SETTLEMENTS, batched: true }),
    startJobs(deps, { deliver_sale }, { everyMs: 500, concurrency: DELIVERIES }),
    startJobs(deps, { send_mail, send_mailing }, { everyMs: 500, concurrency: deps.mailer.atOnce ?? 4 }),
    startJobs(deps, WEBHOOK_WORKERS),
  ]
}

/** Between the first runs of two tasks, so that a start doesn't do all at once. */
const STAGGER_MS = 200

export function startBackground(deps: Deps): { stop(): Promise<void> } {
  const loops = startLoops(deps)
  const schedule = makeSchedule(deps, SELDOM)
  const repeating = [{ everySeconds: 1, task: schedule.tick }, ...OFTEN].map(({ everySeconds, task }, i) =>
    repeat(deps, task, everySeconds * 1000, i * STAGGER_MS),
  )
  return {
    async stop() {
      await Promise.all([...[...loops, schedule].map((loop) => loop.stop()), ...repeating.map((stop) => stop())])
    },
  }
}

/**
 * Repeats a task, never twice at once. It first runs soon after the start, because a process may be restarted more often than its
 * interval. A failure is logged, and the task runs again at its next turn.
 */
function repeat(deps: Deps, task: Task, ms: number, firstMs: number): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  let busy = false
  const run = () => {
    if (busy) return
    busy = true
    running = task(deps)
      .catch((error: unknown) => deps.log.error({ err: error }, 'scheduled task failed'))
      .finally(() => {
        busy = false
      })
  }
  const first = setTimeout(run, firstMs)
  const timer = setInterval(run, ms)
  for (const each of [first, timer]) each.unref()
  return async () => {
    clearTimeout(first)
    clearInterval(timer)
    await running
  }
}
