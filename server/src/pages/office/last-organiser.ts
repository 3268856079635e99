import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { OfficeSession } from '../../office/session/session.ts'

type Listed = { id: number; name: string }

const LATELY_DAYS = 30

/**
 * The organiser that the office opens with if the URL names none: the last one used, else the one with most recent orders.
 * `organisers` are those that the person may open.
 */
export async function organiserToOpen(
  { db }: Pick<Deps, 'db'>,
  { staff, roles }: Pick<OfficeSession, 'staff' | 'roles'>,
  organisers: readonly Listed[],
  now: Date,
): Promise<Listed | undefined> {
  const ids = roles.map(({ organiserId }) => organiserId)
  const own = organisers.filter(({ id }) => ids.includes(id))
  const choices = own.length > 0 ? own : organisers
  if (choices.length < 2) return choices[0]
  // Only one of those listed, because the person may have left that team since.
  const last = organisers.find(({ id }) => id === staff?.lastOrganiserId)
  if (last !== undefined) return last
  const since = new Date(now.getTime() - LATELY_DAYS * DAY_MS)
  const { rows } = await sql<{ organiser_id: number }>`
    select organiser_id from order_lines
    where organiser_id = any(${sql.val(choices.map(({ id }) => id))}::bigint[]) and paid_at > ${since}
    group by organiser_id order by count(*) desc, organiser_id limit 1`.execute(db)
  return choices.find(({ id }) => id === rows[0]?.organiser_id) ?? choices[0]
}

/** Stores the organiser whose page a person has opened. Refused pages don't count. */
export async function rememberOrganiser(
  { db }: Pick<Deps, 'db'>,
  { staff }: Pick<OfficeSession, 'staff'>,
  organiserId: number,
): Promise<void> {
  if (staff === null || staff.lastOrganiserId === organiserId) return
  await db.updateTable('staff').set({ last_organiser_id: organiserId }).where('id', '=', staff.id).execute()
}
