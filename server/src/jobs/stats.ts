import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Db } from '../db/transaction/tx.ts'
import { areOpen } from '../payment/provider/status.ts'
import { within } from '../within.ts'

export type OutboxStats = {
  /** Jobs that are due and not done. */
  due: number
  /** How long the oldest of them has been due, in seconds. */
  oldestDueSeconds: number
  /** Jobs that ran out of tries and need attention. */
  gaveUp: number
  mailsQueued: number
  mailsRefused: number
  /** Tickets held in baskets now. */
  ticketsHeld: number
  /** Payments that have begun and not ended, and the age of the oldest. */
  paymentsOpen: number
  oldestPaymentSeconds: number
}

/** Reads open rows from partial indexes, so that its time doesn't grow with completed work. Holds are few, because they expire. */
export const outboxStatsStatement = (now: Date) => sql<OutboxStats>`
    select
      (select count(*) from jobs where done_at is null and gave_up_at is null and run_at <= ${now}) as "due",
      (select coalesce(extract(epoch from ${now}::timestamptz - min(run_at)), 0)::float8
        from jobs where done_at is null and gave_up_at is null and run_at <= ${now}) as "oldestDueSeconds",
      (select count(*) from jobs where gave_up_at is not null) as "gaveUp",
      (select count(*) from mails where status = 'queued') as "mailsQueued",
      (select count(*) from mails where status = 'refused') as "mailsRefused",
      (select coalesce(sum(qty), 0)::bigint from holds where ticket_type_id is not null) as "ticketsHeld",
      (select count(*) from payments where ${areOpen()}) as "paymentsOpen",
      (select coalesce(extract(epoch from ${now}::timestamptz - min(created_at)), 0)::float8
        from payments where ${areOpen()}) as "oldestPaymentSeconds"`

/** The state of the outbox: mails, refunds and deliveries that are due but not done. */
export const outboxStats = async (db: Db, now: Date): Promise<OutboxStats> =>
  (await outboxStatsStatement(now).execute(db)).rows[0]!

const GAUGES = {
  due: ['foyer_jobs_due', 'Jobs whose time has come'],
  oldestDueSeconds: ['foyer_outbox_age_seconds', 'How long the oldest due job has waited'],
  gaveUp: ['foyer_jobs_gave_up', 'Jobs that ran out of tries'],
  mailsQueued: ['foyer_mails_queued', 'Mails that have not left yet'],
  mailsRefused: ['foyer_mails_refused', 'Mails that could not be delivered'],
  ticketsHeld: ['foyer_tickets_held', 'Tickets in held baskets'],
  paymentsOpen: ['foyer_payments_open', 'Payments begun and not ended'],
  oldestPaymentSeconds: ['foyer_payments_open_age_seconds', 'How long ago the oldest open payment began'],
} as const satisfies Record<keyof OutboxStats, readonly [name: string, help: string]>

/** Adds the outbox to the metrics. Call `measure` before they are read. */
export function outboxGauges(registry: Registry) {
  const gauges = Object.entries(GAUGES).map(
    ([key, [name, help]]) => [key as keyof OutboxStats, new Gauge({ name, help, registers: [registry] })] as const,
  )
  const up = new Gauge({ name: 'foyer_database_up', help: 'Whether the database answers', registers: [registry] })
  return {
    /** Never throws and never waits long. Without a database (null) the numbers are NaN. */
    async measure(db: Db | null, now: Date): Promise<void> {
      const stats = db === null ? null : await within(2000, outboxStats(db, now))
      up.set(db === null ? 0 : 1)
      for (const [key, gauge] of gauges) gauge.set(stats === null ? Number.NaN : stats[key])
    },
  }
}
