import { may, mayBeLimited, type Role } from '@foyer/domain/office/rights.ts'
import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/transaction/tx.ts'

/** A role, and the events it is limited to; null for all of them. */
export type Assignment = { role: Role; eventIds: readonly number[] | null }

/** Allows one change of an organiser's team at a time, so that two owners can't remove each other. */
export const lockTeam = (tx: Tx, organiserId: number) =>
  // guard: team-locked
  sql`select pg_advisory_xact_lock(hashtextextended(${`team of organiser ${organiserId}`}, 0))`.execute(tx)

export const roleIn = (tx: Tx, staffId: number, organiserId: number) =>
  tx
    .selectFrom('staff_roles')
    .select(['id', 'role', 'event_ids'])
    .where('staff_id', '=', staffId)
    .where('organiser_id', '=', organiserId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

/** The person with this address, created if there is none. */
export async function findOrAddPerson(
  tx: Tx,
  { email, name, now }: { email: string; name: string; now: Date },
): Promise<number> {
  await tx
    .insertInto('staff')
    .values({ email, name, created_at: now })
    .onConflict((conflict) => conflict.column('email').where('ended_at', 'is', null).doNothing())
    .execute()
  const { id } = await tx
    .selectFrom('staff')
    .select('id')
    .where('email', '=', email)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return id
}

type NewRole = Assignment & { staffId: number; organiserId: number; by: number | null; now: Date }

/** Gives a person a role, which replaces an earlier one with the organiser. Requires the team's lock. */
export async function giveRole(tx: Tx, { staffId, organiserId, role, eventIds, by, now }: NewRole): Promise<void> {
  await endRole(tx, staffId, organiserId, now)
  await tx
    .insertInto('staff_roles')
    .values({
      staff_id: staffId,
      organiser_id: organiserId,
      role,
      event_ids: eventIds === null ? null : [...eventIds],
      given_by: by,
      created_at: now,
    })
    .execute()
  if (!may(role, 'change_keys')) await endGrantsOf(tx, staffId, now, organiserId)
}

/**
 * Ends the API keys and open invitations that a person made, for one organiser or for all. Webhooks are only switched off, so that
 * another owner can take them over.
 */
async function endGrantsOf(tx: Tx, staffId: number, now: Date, organiserId?: number): Promise<void> {
  // guard: webhook-off-with-person
  await tx
    .updateTable('webhooks')
    .set({ switched_off_at: now })
    .where('staff_id', '=', staffId)
    .where('switched_off_at', 'is', null)
    .$if(organiserId !== undefined, (query) => query.where('organiser_id', '=', organiserId!))
    .execute()
  // guard: key-ends-with-person
  await tx
    .updateTable('api_keys')
    .set({ ended_at: now })
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .$if(organiserId !== undefined, (query) => query.where('organiser_id', '=', organiserId!))
    .execute()
  // Otherwise an owner who expects to be removed could invite themselves under another address.
  // guard: invitation-ends-with-person
  await tx
    .updateTable('staff_invitations')
    .set({ ended_at: now })
    .where('invited_by', '=', staffId)
    .where('ended_at', 'is', null)
    .$if(organiserId !== undefined, (query) => query.where('organiser_id', '=', organiserId!))
    .execute()
}

const endRole = (tx: Tx, staffId: number, organiserId: number, now: Date) =>
  tx
    .updateTable('staff_roles')
    .set({ ended_at: now })
    .where('staff_id', '=', staffId)
    .where('organiser_id', '=', organiserId)
    .where('ended_at', 'is', null)
    .execute()

/** Whether the organiser has another owner. Requires the team's lock. */
export async function hasOtherOwner(tx: Tx, organiserId: number, staffId: number): Promise<boolean> {
  const other = await tx
    .selectFrom('staff_roles')
    .select('id')
    .where('organiser_id', '=', organiserId)
    .where('role', '=', 'owner')
    .where('ended_at', 'is', null)
    .where('staff_id', '<>', staffId)
    .executeTakeFirst()
  return other !== undefined
}

type Member = { staffId: number; organiserId: number; now: Date }

/**
 * Removes a person from the team. Someone who has no role left and isn't the operator loses all access: sessions and passkeys end
 * at once.
 */
export async function removeFromTeam(
  tx: Tx,
  { staffId, organiserId, now }: Member,
): Promise<Ok<{ role: Role; isEnded: boolean }> | Fail<'not_found' | 'last_owner'>> {
  await lockTeam(tx, organiserId)
  const current = await roleIn(tx, staffId, organiserId)
  if (current === undefined) return fail('not_found')
  // guard: last-owner-stays
  if (current.role === 'owner' && !(await hasOtherOwner(tx, organiserId, staffId))) return fail('last_owner')
  await endRole(tx, staffId, organiserId, now)
  await endGrantsOf(tx, staffId, now, organiserId)
  return { ok: true, role: current.role, isEnded: await endIfWithoutRole(tx, staffId, now) }
}

async function endIfWithoutRole(tx: Tx, staffId: number, now: Date): Promise<boolean> {
  // Locked, so that leaving two organisers at the same moment ends their access once.
  const person = await tx
    .selectFrom('staff')
    .select('is_operator')
    .where('id', '=', staffId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const left = await tx
    .selectFrom('staff_roles')
    .select('id')
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (person.is_operator || left !== undefined) return false
  await endAccess(tx, staffId, now)
  return true
}

/** Ends a person's roles, sessions, passkeys, API keys and open invitations. */
export async function endAccess(tx: Tx, staffId: number, now: Date): Promise<void> {
  await tx.updateTable('staff').set({ ended_at: now }).where('id', '=', staffId).execute()
  await endGrantsOf(tx, staffId, now)
  for (const table of ['staff_roles', 'staff_sessions', 'staff_passkeys'] as const)
    await tx
      .updateTable(table)
      .set({ ended_at: now })
      .where('staff_id', '=', staffId)
      .where('ended_at', 'is', null)
      .execute()
}

/** A role with its events as they are stored: none chosen means all. Null if one isn't the organiser's or the role can't be limited. */
export async function assignmentOf(
  tx: Tx,
  organiserId: number,
  { role, event_ids }: { role: Role; event_ids: readonly number[] },
): Promise<Assignment | null> {
  if (event_ids.length === 0) return { role, eventIds: null }
  if (!mayBeLimited(role)) return null
  const chosen = [...new Set(event_ids)].sort((a, b) => a - b)
  const own = await tx
    .selectFrom('events')
    .select('id')
    .where('organiser_id', '=', organiserId)
    .where('id', 'in', chosen)
    .execute()
  return own.length === chosen.length ? { role, eventIds: chosen } : null
}
