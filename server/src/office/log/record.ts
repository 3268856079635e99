import type { Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { keyedHash } from '../../http/keys.ts'

/** An act's line in the log. */
export type LogEntry = {
  subject: readonly [kind: string, id: string | number]
  before?: object
  after?: object
  /** Set if the person or the organiser became known only during the act. */
  staffId?: number
  organiserId?: number
}

type Told = {
  at: Date
  staffId: number | null
  organiserId: number | null
  action: string
  outcome: 'done' | 'refused' | 'looked'
  ipHash?: string
}

/** Writes a line of the log in the transaction of the act. It can't be changed or deleted. */
export async function record(tx: Tx, told: Told, { subject, ...entry }: LogEntry): Promise<void> {
  const json = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value))
  await tx
    .insertInto('staff_log')
    .values({
      at: told.at,
      staff_id: entry.staffId ?? told.staffId,
      organiser_id: entry.organiserId ?? told.organiserId,
      action: told.action,
      outcome: told.outcome,
      subject_kind: subject[0],
      subject_id: String(subject[1]),
      before: json(entry.before),
      after: json(entry.after),
      ip_hash: told.ipHash ?? '',
    })
    .execute()
}

/** Identifies a network in the log without its address. */
export const networkHash = ({ config }: Pick<Deps, 'config'>, ip: string): string =>
  keyedHash(config.sessionSecret, 'network in the log of staff', ip).slice(0, 16)
