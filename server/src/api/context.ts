import { may } from '@foyer/domain/office/rights.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import type { Grant } from '../office/handle.ts'
import { KEY_FORM, keyHash } from '../office/integrations/keys.ts'

/** The program that sends a request, and what its key gives access to. */
export type ApiContext = { deps: Deps; now: Date; ip: string; key: { id: number; staffId: number }; grant: Grant }

export const maySeePeople = ({ grant }: { grant: Grant }): boolean =>
  grant.role !== null && may(grant.role, 'see_people')

const USED_EVERY_MS = 60_000

type Row = {
  id: number
  staff_id: number
  organiser_id: number
  role: 'reader' | 'box_office'
  event_ids: number[] | null
  last_used_at: Date | null
}

/** Reads the API key of a request, and no cookies. Null if there is no valid key. */
export async function keyOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
): Promise<Pick<ApiContext, 'key' | 'grant'> | null> {
  const sent = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  if (!KEY_FORM.test(sent)) return null
  const now = clock.now()
  const { rows } = await sql<Row>`
    select key.id, key.staff_id, key.organiser_id, key.role, key.event_ids, key.last_used_at
    from api_keys key join staff on staff.id = key.staff_id
    join staff_roles team_role on team_role.staff_id = key.staff_id and team_role.organiser_id = key.organiser_id and team_role.ended_at is null
    where key.hash = ${keyHash(sent)} and key.ended_at is null
      and staff.ended_at is null and team_role.role = 'owner'`.execute(db)
  const row = rows[0]
  if (row === undefined) return null
  if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() > USED_EVERY_MS)
    await db.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', row.id).execute()
  return {
    key: { id: row.id, staffId: row.staff_id },
    grant: { organiserId: row.organiser_id, role: row.role, eventIds: row.event_ids },
  }
}
