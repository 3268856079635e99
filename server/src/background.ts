import { mailTransferEnded } from './after-sale/transfer/end.ts'
import { sendTransfer } from './after-sale/transfer/send.ts'
import { forgetOldMessages, queueWebhookMessages } from './api/webhook/fan-out.ts'
import { webhookSender } from './api/webhook/send.ts'
import type { Deps } from './deps.ts'
import { forgetOldWindows } from './http/limits/rate-limit.ts'
import { type JobKind, runDueJobs, type Worker } from './jobs/jobs.ts'
import { startJobs } from './jobs/run.ts'
import { sendMail } from './mail/outbox.ts'
import { sendMailingEmail, sendMailings } from './office/mailings/send.ts'
import { cancelEventWorker, endCancelledEvents } from './payment/cancel/event.ts'
import { endUnpaidChanges } from './payment/change/pending.ts'
import { reportDifferences } from './payment/ledger/compare.ts'
import { fetchPayouts } from './payment/ledger/payouts.ts'
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
import { remindOfSales } from './waiting-list/remind.ts'

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
} satisfies Partial<Record<JobKind, Worker>>

/** Other people's programs may be slow, so what is sent to them delays nothing else. */
export const WEBHOOK_WORKERS: Partial<Record<JobKind, Worker>> = { send_webhook: webhookSender() }

/** What a process does besides handling requests, with the interval in seconds. Any number of processes may run them. */
const TASKS: { everySeconds: number; task: (deps: Deps) => Promise<unknown> }[] = [
  { everySeconds: 1, task: sweepHolds },
  { everySeconds: 2, task: offerPlaces },
  { everySeconds: 30, task: remindOfSales },
  { everySeconds: 1, task: queueWebhookMessages },
  { everySeconds: 5, task: refreshShop },
  { everySeconds: 30, task: queuePaymentChecks },
  { everySeconds: 60, task: queuePlanWork },
  { everySeconds: 300, task: remindOfEvents },
  { everySeconds: 300, task: thankForEvents },
  { everySeconds: 10, task: mailMovedDates },
  { everySeconds: 5, task: updatePasses },
  { everySeconds: 5, task: sendMailings },
  { everySeconds: 3600, task: queueRefundChecks },
  { everySeconds: 6 * 3600, task: reportDifferences },
  { everySeconds: 3600, task: fetchPayouts },
  { everySeconds: 3600, task: forgetOldWindows },
  { everySeconds: 3600, task: forgetOldMessages },
  { everySeconds: 3600, task: eraseExpiredData },
  { everySeconds: 3600, task: removeUnusedPictures },
  { everySeconds: 600, task: fillInOrders },
  { everySeconds: 30, task: endCancelledEvents },
  { everySeconds: 20, task: endUnpaidChanges },
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

export function startBackground(deps: Deps): { stop(): Promise<void> } {
  const loops = startLoops(deps)
  const repeating = TASKS.map(({ everySeconds, task }) => repeat(deps, task, everySeconds * 1000))
  return {
    async stop() {
      await Promise.all([...loops.map((loop) => loop.stop()), ...repeating.map((stop) => stop())])
    },
  }
}

/** Repeats a task, never twice at once. A failure is logged, and the task runs again at its next turn. */
function repeat(deps: Deps, task: (deps: Deps) => Promise<unknown>, ms: number): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    running = task(deps)
      .catch((error: unknown) => deps.log.error({ err: error }, 'scheduled task failed'))
      .finally(() => {
        busy = false
      })
  }, ms)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
