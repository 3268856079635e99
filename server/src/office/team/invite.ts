import { hash } from 'node:crypto'
import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import type { Role } from '@foyer/domain/office/rights.ts'
import { emailHint, isEmail, normalEmail } from '@foyer/domain/people/email.ts'
import { fail } from '@foyer/domain/result.ts'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import { hit } from '../../http/limits/rate-limit.ts'
import { queueMail } from '../../mail/outbox.ts'
import { invitationMail } from '../../mail/templates/invitation.ts'
import { countTypedMails } from '../../mail/typed-address.ts'
import { grantOf, type OfficeContext, type OfficeHandlers, staffOf } from '../handle.ts'
import { justSent } from '../just-sent.ts'
import { lockOwnTeam } from './change.ts'
import { type Assignment, assignmentOf, findOrAddPerson, giveRole, lockTeam, roleIn } from './people.ts'

const DAYS = 7
/** An invitation is sent again so soon only if its sender says so. */
const JUST_SENT_MS = 60_000
const MAX_PER_HOUR = 30

export const tokenHash = (token: string) => hash('sha256', `office link ${token}`, 'base64url')

/** The page of a link in an email or on the console. */
export const officeLink = (publicUrl: string, page: 'invitation' | 'first', token: string) =>
  `${publicUrl}/office/${page}/?token=${token}`

export const inviteStaff: OfficeHandlers['invite_staff'] = {
  async beforeTransaction(_, ctx) {
    const hits = await hit(ctx.deps, `invite:organiser:${grantOf(ctx).organiserId}`, 3600)
    return hits > MAX_PER_HOUR ? fail('too_many_requests') : null
  },
  async change(tx, body, ctx) {
    if (!isEmail(body.email)) return fail('bad_email')
    const team = await lockOwnTeam(tx, ctx)
    if ('ok' in team) return team
    const { organiserId } = team
    const { now } = ctx
    const email = normalEmail(body.email)
    const assignment = await assignmentOf(tx, organiserId, body)
    if (assignment === null) return fail('bad_role_events')
    if (await isOnTeam(tx, email, organiserId)) return fail('already_on_team')
    const open = tx
      .selectFrom('staff_invitations')
      .select('created_at')
      .where('organiser_id', '=', organiserId)
      .where('email', '=', email)
      .where('ended_at', 'is', null)
    const last = (await open.execute()).find(({ created_at }) => now.getTime() - created_at.getTime() < JUST_SENT_MS)
    if (last && !body.again) return justSent({ recipient: email, queued_at: last.created_at }, now)
    const counted = await countInvitation(tx, ctx, { email, of: organiserId })
    if (!counted.ok) return counted
    await tx
      .updateTable('staff_invitations')
      .set({ ended_at: now })
      .where('organiser_id', '=', organiserId)
      .where('email', '=', email)
      .where('ended_at', 'is', null)
      .execute()
    const id = await sendInvitation(tx, ctx, { ...assignment, organiserId, email })
    return {
      reply: { success: true },
      log: { subject: ['invitation', id], after: { email, role: assignment.role, event_ids: assignment.eventIds } },
    }
  },
}

/** Counts an invitation before it is sent: of an organiser, or of the operator. */
export const countInvitation = (tx: Tx, { deps, now }: OfficeContext, { email, of }: { email: string; of?: number }) =>
  countTypedMails(tx, deps.config, {
    mail: 'invitation',
    recipients: [email],
    ...(of !== undefined && { of }),
    at: now,
  })

/** Emails an invitation to an organiser's team. Returns its id. */
export async function sendInvitation(
  tx: Tx,
  ctx: OfficeContext,
  { organiserId, email, role, eventIds }: Assignment & { organiserId: number; email: string },
): Promise<number> {
  const { deps, now } = ctx
  const token = Buffer.from(deps.random.bytes(32)).toString('base64url')
  const { id } = await tx
    .insertInto('staff_invitations')
    .values({
      organiser_id: organiserId,
      email,
      role,
      event_ids: eventIds === null ? null : [...eventIds],
      token_hash: tokenHash(token),
      invited_by: staffOf(ctx).id,
      created_at: now,
      expires_at: new Date(now.getTime() + DAYS * DAY_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { name } = await tx
    .selectFrom('organisers')
    .select('name')
    .where('id', '=', organiserId)
    .executeTakeFirstOrThrow()
  const url = officeLink(deps.config.publicUrl, 'invitation', token)
  const mail = invitationMail({ organiser: name, role, url, days: DAYS })
  await queueMail(tx, deps.config, { ...mail, key: `invitation:${id}`, kind: 'invitation', recipient: email, now })
  return id
}

const isOnTeam = async (tx: Tx, email: string, organiserId: number): Promise<boolean> =>
  (await tx
    .selectFrom('staff')
    .innerJoin('staff_roles', 'staff_roles.staff_id', 'staff.id')
    .select('staff.id')
    .where('staff.email', '=', email)
    .where('staff.ended_at', 'is', null)
    .where('staff_roles.organiser_id', '=', organiserId)
    .where('staff_roles.ended_at', 'is', null)
    .executeTakeFirst()) !== undefined

export const endInvitation: OfficeHandlers['end_invitation'] = {
  async change(tx, { invitation_id }, ctx) {
    const { organiserId } = grantOf(ctx)
    const ended = await tx
      .updateTable('staff_invitations')
      .set({ ended_at: ctx.now })
      .where('id', '=', invitation_id)
      .where('organiser_id', '=', organiserId)
      .where('ended_at', 'is', null)
      .returning(['email', 'role'])
      .executeTakeFirst()
    if (ended === undefined) return fail('not_found')
    return { reply: { success: true }, log: { subject: ['invitation', invitation_id], before: ended } }
  },
}

/** Only the verified invited address can accept the invitation, and only once. */
export const acceptInvitation: OfficeHandlers['accept_invitation'] = {
  async change(tx, { token, name }, ctx) {
    const { session, now } = ctx
    const email = session.email!
    const found = await tx
      .selectFrom('staff_invitations')
      .selectAll()
      .where('token_hash', '=', tokenHash(token))
      .executeTakeFirst()
    if (found === undefined) return fail('invitation_ended')
    // guard: invited-address-only
    if (found.email !== email) return fail('other_address')
    const organiserId = found.organiser_id
    await lockTeam(tx, organiserId)
    // Read again under the lock: another tab may have accepted it.
    const open = await tx
      .selectFrom('staff_invitations')
      .select(['ended_at', 'accepted_by', 'expires_at'])
      .where('id', '=', found.id)
      .executeTakeFirstOrThrow()
    if (open.ended_at !== null || open.expires_at <= now) {
      const isRepeat = open.accepted_by !== null && (await roleIn(tx, open.accepted_by, organiserId)) !== undefined
      return isRepeat && session.staff?.id === open.accepted_by
        ? { reply: { success: true }, log: null }
        : fail('invitation_ended')
    }
    const staffId = await findOrAddPerson(tx, { email, name: name || email, now })
    await giveRole(tx, {
      staffId,
      organiserId,
      role: found.role,
      eventIds: found.event_ids,
      by: found.invited_by,
      now,
    })
    await tx
      .updateTable('staff_invitations')
      .set({ ended_at: now, accepted_by: staffId })
      .where('id', '=', found.id)
      .execute()
    const { committed } = await session.replace(tx, { email, staffId })
    return {
      reply: { success: true },
      log: {
        subject: ['invitation', found.id],
        staffId,
        organiserId,
        after: { role: found.role, event_ids: found.event_ids },
      },
      committed,
    }
  },
}

/** The data of an invitation's page; null if the invitation doesn't work any more. */
export async function invitationOf(
  db: Db,
  token: string,
  now: Date,
): Promise<{ organiser: string; role: Role; email_hint: string } | null> {
  const row = await db
    .selectFrom('staff_invitations as invitation')
    .innerJoin('organisers', 'organisers.id', 'invitation.organiser_id')
    .select(['organisers.name', 'invitation.role', 'invitation.email'])
    .where('invitation.token_hash', '=', tokenHash(token))
    .where('invitation.ended_at', 'is', null)
    .where('invitation.expires_at', '>', now)
    .executeTakeFirst()
  return row === undefined ? null : { organiser: row.name, role: row.role, email_hint: emailHint(row.email) }
}
