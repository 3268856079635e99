import type { Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { keyedHash } from '../../http/keys.ts'

/** What an act writes to the log. */
export type LogEntry = {
  subject: readonly [kind: string, id: string | number]
  before?: object
  after?: object
  /** Set if the person or the organiser became known only during the act. */
  staffId?: number
  organiserId?: number
}

type LogContext = {
  at: Date
  staffId: number | null
  organiserId: number | null
  action: string
  outcome: 'done' | 'refused' | 'looked'
  ipHash?: string
}

/** Writes an entry of the log, in the transaction of the act, and returns its id. Entries can't be changed or deleted. */
export async function record(tx: Tx, context: LogContext, { subject, ...entry }: LogEntry): Promise<number> {
  const json = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value))
  const { id } = await tx
    .insertInto('staff_log')
    .values({
      at: context.at,
      staff_id: entry.staffId ?? context.staffId,
      organiser_id: entry.organiserId ?? context.organiserId,
      action: context.action,
      outcome: context.outcome,
      subject_kind: subject[0],
      subject_id: String(subject[1]),
      before: json(entry.before),
      after: json(entry.after),
      ip_hash: context.ipHash ?? '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Identifies a network in the log without its address. */
export const networkHash = ({ config }: Pick<Deps, 'config'>, ip: string): string =>
  keyedHash(config.sessionSecret, 'network in the log of staff', ip).slice(0, 16)
