import { formWords } from '@foyer/contract/office/events/fields.en.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import type { Tx } from '../../db/transaction/tx.ts'

export type LastChange = { who: string; when: string }

/** Who last changed an event or an organiser's settings, and when, as text. */
export async function lastChange(
  tx: Pick<Tx, 'selectFrom'>,
  organiserId: number,
  [kind, id]: ['event' | 'organiser', number],
): Promise<LastChange> {
  const last = await tx
    .selectFrom('staff_log')
    .leftJoin('staff', 'staff.id', 'staff_log.staff_id')
    .select(['staff.name', 'staff_log.at'])
    .where('staff_log.organiser_id', '=', organiserId)
    .where('staff_log.subject_kind', '=', kind)
    .where('staff_log.subject_id', '=', String(id))
    .where('staff_log.outcome', '=', 'done')
    .orderBy('staff_log.id', 'desc')
    .executeTakeFirst()
  return { who: last?.name ?? formWords.someone, when: last ? niceDate(last.at) : '' }
}
