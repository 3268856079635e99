import { CARD_PROVIDERS } from '@foyer/domain/payment/providers.ts'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { queueWebhookMessages } from '../api/webhook/fan-out.ts'
import { buildApp } from '../app.ts'
import { WEBHOOK_WORKERS, WORKERS } from '../background.ts'
import type { Config } from '../config.ts'
import type { OpenDb } from '../db/connection/settings.ts'
import type { Deps } from '../deps.ts'
import { runDueJobs } from '../jobs/jobs.ts'
import { sendMail } from '../mail/outbox.ts'
import { makeDeps } from '../make-deps.ts'
import { sendMailingEmail, sendMailings } from '../office/mailings/send.ts'
import type { Documents } from '../pages/document/document.ts'
import { endCancelledEvents } from '../payment/cancel/event.ts'
import { queuePlanWork } from '../payment/plan/charge.ts'
import { ticketAttachments } from '../tickets/paper/attachments.ts'
import { makeHistory } from './history.ts'

/** Emails of the past are recorded as sent. Drawing their papers would take longer than everything else. */
const WITHOUT_PAPERS = { ...ticketAttachments, draw: async () => [] }
const UNSENT = {
  ...WORKERS,
  ...WEBHOOK_WORKERS,
  send_mail: sendMail(WITHOUT_PAPERS),
  send_mailing: sendMailingEmail(WITHOUT_PAPERS),
}
const POST_BOX = { send: async () => ({ ok: true }) as const }

/** The one session of the embedded database writes to the disk now and then, and plans each statement once. */
const LESS_WORK = sql`set synchronous_commit = off; set plan_cache_mode = force_generic_plan`
const AS_ALWAYS = sql`reset synchronous_commit; reset plan_cache_mode`

/** What a running shop does in the background, as far as history needs it. */
export const workOf = (deps: Deps) => async (): Promise<void> => {
  for (const chore of [endCancelledEvents, queuePlanWork, sendMailings, queueWebhookMessages]) await chore(deps)
  await runDueJobs(deps, UNSENT, 1000)
}

/** The shop doesn't receive webhooks yet, so this reads payments from the vendors instead. */
const tellShop = async (url: string, hears: boolean) => {
  for (const vendor of CARD_PROVIDERS)
    await control(url, '', { switch: 'webhook_drop', vendor, times: hears ? 0 : 'always' })
}

const control = (url: string, act: string, body: object) =>
  fetch(`${url}/control${act && `/${act}`}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/**
 * Writes the orders of the last three months into a shop that has just loaded the demo catalogue. Nothing else may run in it.
 * `documents`: the pages, because some buyers come by a link.
 */
export async function writeHistory(
  config: Readonly<Config>,
  opened: OpenDb,
  log: Logger,
  { documents, sandboxUrl, now }: { documents: Documents; sandboxUrl: string; now: Date },
): Promise<{ orders: number }> {
  let at = now
  const clock = {
    now: () => at,
    set: (to: Date) => {
      at = to
    },
  }
  const deps = { ...makeDeps(config, opened, log, clock), mailer: POST_BOX }
  const app = await buildApp(deps, documents)
  try {
    if (opened.kind === 'embedded') await LESS_WORK.execute(opened.db)
    await tellShop(sandboxUrl, false)
    const moveVendors = (to: Date | null) => control(sandboxUrl, 'clock', { at: to })
    return await makeHistory({ ...deps, clock, app, work: workOf(deps), vendorUrl: sandboxUrl, moveVendors }, now)
  } finally {
    await tellShop(sandboxUrl, true)
    await app.close()
    if (opened.kind === 'embedded') await AS_ALWAYS.execute(opened.db)
  }
}
