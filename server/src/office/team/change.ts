import { type Fail, fail } from '@foyer/domain/result.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { grantOf, type OfficeContext, type OfficeHandlers, staffOf } from '../handle.ts'
import { giveRole, hasOtherOwner, jobOf, lockTeam, roleIn, takeOff } from './people.ts'

/** Takes the team's lock, and checks that the caller was not removed from the team meanwhile. */
export async function enterTeam(tx: Tx, ctx: OfficeContext): Promise<Fail<'may_not'> | { organiserId: number }> {
  const { organiserId, role } = grantOf(ctx)
  await lockTeam(tx, organiserId)
  if (role === null) return { organiserId }
  const now = await roleIn(tx, staffOf(ctx).id, organiserId)
  // guard: still-on-team
  if (now?.role !== role) return fail('may_not')
  return { organiserId }
}

/** The log is read by people, and keeps the name that a person had. */
async function nameOf(tx: Tx, staffId: number): Promise<string> {
  const { name } = await tx.selectFrom('staff').select('name').where('id', '=', staffId).executeTakeFirstOrThrow()
  return name
}

export const changeStaff: OfficeHandlers['change_staff'] = {
  async act(tx, { staff_id, ...wanted }, ctx) {
    const team = await enterTeam(tx, ctx)
    if ('ok' in team) return team
    const { organiserId } = team
    const before = await roleIn(tx, staff_id, organiserId)
    if (before === undefined) return fail('not_found')
    const job = await jobOf(tx, organiserId, wanted)
    if (job === null) return fail('bad_role_events')
    const stepsDown = before.role === 'owner' && job.role !== 'owner'
    // guard: last-owner-keeps-role
    if (stepsDown && !(await hasOtherOwner(tx, organiserId, staff_id))) return fail('last_owner')
    await giveRole(tx, { ...job, staffId: staff_id, organiserId, by: staffOf(ctx).id, now: ctx.now })
    return {
      reply: { success: true },
      log: {
        subject: ['staff', staff_id],
        before: { name: await nameOf(tx, staff_id), role: before.role, event_ids: before.event_ids },
        after: { role: job.role, event_ids: job.eventIds },
      },
    }
  },
}

export const endStaff: OfficeHandlers['end_staff'] = {
  async act(tx, { staff_id }, ctx) {
    const team = await enterTeam(tx, ctx)
    if ('ok' in team) return team
    const left = await takeOff(tx, { staffId: staff_id, organiserId: team.organiserId, now: ctx.now })
    if (!left.ok) return left
    return {
      reply: { success: true },
      log: {
        subject: ['staff', staff_id],
        before: { name: await nameOf(tx, staff_id), role: left.role },
        after: { role: null, signed_out: left.isEnded },
      },
    }
  },
}
