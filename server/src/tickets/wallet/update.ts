import { sql } from 'kysely'
import { inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { enqueue } from '../../jobs/jobs.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config'>

/** Passes in one transaction. */
const SLICE = 200

/**
 * Gives a new version to passes whose tickets have changed, and writes the jobs that tell the phones. Triggers of the database mark
 * them, whatever changed the ticket.
 */
export async function updatePasses(deps: NeededDeps): Promise<void> {
  const now = deps.clock.now()
  let changed: number
  do changed = await inTx(deps.db, (tx) => updateSlice(tx, deps, now))
  while (changed === SLICE)
}

async function updateSlice(tx: Tx, { config }: NeededDeps, now: Date): Promise<number> {
  const { rows } = await sql<{ serial: string; in_google: boolean; changed_at: Date }>`
    update ticket_passes set stale = false, changed_at = greatest(${now}, date_trunc('second', changed_at) + interval '1 second')
    where serial in (select serial from ticket_passes where stale order by serial limit ${SLICE} for update skip locked)
    returning serial, in_google, changed_at`.execute(tx)
  if (rows.length === 0) return 0
  const devices =
    config.applePass === null
      ? []
      : await tx
          .selectFrom('pass_devices')
          .select(['serial', 'push_token'])
          .where(
            'serial',
            'in',
            rows.map(({ serial }) => serial),
          )
          .orderBy('push_token')
          .execute()
  // One push says "ask again": a phone with ten changed passes needs one.
  for (const token of new Set(devices.map(({ push_token }) => push_token)))
    await enqueue(tx, {
      ...{ kind: 'push_pass', key: `${token}:${now.getTime()}`, payload: { push_token: token }, runAt: now, now },
    })
  for (const { serial, in_google, changed_at } of rows)
    if (in_google && config.googleWallet !== null)
      await enqueue(tx, {
        ...{
          kind: 'update_google_pass',
          key: `${serial}:${changed_at.getTime()}`,
          payload: { serial },
          runAt: now,
          now,
        },
      })
  return rows.length
}
