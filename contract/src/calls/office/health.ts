import { z } from 'zod'
import { id } from '../../call.ts'
import { NextPage } from './form-values.ts'
import { officeCall } from './spec.ts'

/** What can be wrong with an installation, the most urgent first. */
export const HEALTH_PROBLEMS = [
  'late',
  'differences',
  'gave_up',
  'mail_waits',
  'mail_refused',
  'failing',
  'backup_never',
  'backup_old',
] as const
export type HealthProblem = (typeof HEALTH_PROBLEMS)[number]

export const officeHealthCalls = {
  office_health: officeCall({
    summary:
      'Returns how the installation is: what is wrong, its last backup, scheduled and failed work, emails, and the last checks of its books.',
    action: 'see_health',
    body: z.object({}),
    reply: z.object({
      version: z.string(),
      database: z.enum(['embedded', 'postgres']),
      database_release: z.string(),
      /** Of the database with its indexes, as text. */
      size: z.string(),
      migration: z.string(),
      problems: z.array(z.object({ kind: z.enum(HEALTH_PROBLEMS), n: z.number() })),
      /** The last one; null if none was made. `size` is empty for one that something else has made. */
      backup: z.object({ nice_at: z.string(), place: z.string(), size: z.string() }).nullable(),
      /** Jobs that are due, and how many minutes the oldest has been. */
      due: z.number(),
      due_minutes: z.number(),
      /** At most fifty jobs that ran out of tries, the newest first. */
      failed: z.array(
        z.object({ job_id: z.number(), kind: z.string(), nice_at: z.string(), tries: z.number(), fault: z.string() }),
      ),
      mails_queued: z.number(),
      mails_refused: z.number(),
      mails_bounced: z.number(),
      tasks: z.array(
        z.object({
          name: z.string(),
          state: z.enum(['ok', 'running', 'failed', 'late']),
          nice_last: z.string(),
          nice_next: z.string(),
          /** What it said when it last failed, and when; empty if it never has. */
          fault: z.string(),
          nice_failed: z.string(),
        }),
      ),
      /** The last check of each kind that was made. */
      checks: z.array(
        z.object({ name: z.string(), nice_at: z.string(), differences: z.number(), unreached: z.number() }),
      ),
    }),
    fails: [],
  }),
  retry_job: officeCall({
    summary: 'Runs a job again that ran out of tries.',
    action: 'retry_jobs',
    body: z.object({ job_id: id }),
    reply: NextPage,
    fails: ['not_found'],
  }),
}
