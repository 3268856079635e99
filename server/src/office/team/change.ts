import { type Fail, fail } from '@foyer/domain/result.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { grantOf, type OfficeContext, type OfficeHandlers, staffOf } from '../handle.ts'
import { assignmentOf, giveRole, hasOtherOwner, lockTeam, removeFromTeam, roleIn } from './people.ts'

/** Locks the team, and checks that the caller wasn't removed from it meanwhile. */
export async function lockOwnTeam(tx: Tx, ctx: OfficeContext): Promise<Fail<'may_not'> | { organiserId: number }> {
  const { organiserId, role } = grantOf(ctx)
  await lockTeam(tx, organiserId)
  if (role === null) return { organiserId }
  const current = await roleIn(tx, staffOf(ctx).id, organiserId)
  // guard: still-on-team
  if (current?.role !== role) return fail('may_not')
  return { organiserId }
}

/** People read the log, so it keeps the name that a person had. */
async function nameOf(tx: Tx, staffId: number): Promise<string> {
  const { name } = await tx.selectFrom('staff').select('name').where('id', '=', staffId).executeTakeFirstOrThrow()
  return name
}

export const changeStaff: OfficeHandlers['change_staff'] = {
  async change(tx, { staff_id, ...wanted }, ctx) {
    const team = await lockOwnTeam(tx, ctx)
    if ('ok' in team) return team
    const { organiserId } = team
    const before = await roleIn(tx, staff_id, organiserId)
    if (before === undefined) return fail('not_found')
    const assignment = await assignmentOf(tx, organiserId, wanted)
    if (assignment === null) return fail('bad_role_events')
    const isDemoted = before.role === 'owner' && assignment.role !== 'owner'
    // guard: last-owner-keeps-role
    if (isDemoted && !(await hasOtherOwner(tx, organiserId, staff_id))) return fail('last_owner')
    await giveRole(tx, { ...assignment, staffId: staff_id, organiserId, by: staffOf(ctx).id, now: ctx.now })
    return {
      reply: { success: true },
      log: {
        subject: ['staff', staff_id],
        before: { name: await nameOf(tx, staff_id), role: before.role, event_ids: before.event_ids },
        after: { role: assignment.role, event_ids: assignment.eventIds },
      },
    }
  },
}

export const endStaff: OfficeHandlers['end_staff'] = {
  async change(tx, { staff_id }, ctx) {
    const team = await lockOwnTeam(tx, ctx)
    if ('ok' in team) return team
    const removed = await removeFromTeam(tx, { staffId: staff_id, organiserId: team.organiserId, now: ctx.now })
    if (!removed.ok) return removed
    return {
      reply: { success: true },
      log: {
        subject: ['staff', staff_id],
        before: { name: await nameOf(tx, staff_id), role: removed.role },
        after: { role: null, signed_out: removed.isEnded },
      },
    }
  },
}
