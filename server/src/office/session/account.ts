import { niceDate } from '@foyer/domain/format/dates.ts'
import { defaultNotifications, isNotified } from '@foyer/domain/office/notifications.ts'
import { fail } from '@foyer/domain/result.ts'
import { type OfficeHandlers, staffOf } from '../handle.ts'

export const officeAccount: OfficeHandlers['office_account'] = {
  async read(_, ctx) {
    const { deps, session, now } = ctx
    const staff = staffOf(ctx)
    const organisers = await deps.db
      .selectFrom('organisers')
      .select(['id', 'name'])
      .where('id', 'in', [0, ...session.roles.map(({ organiserId }) => organiserId)])
      .execute()
    const names = new Map(organisers.map(({ id, name }) => [id, name]))
    const sessions = await deps.db
      .selectFrom('staff_sessions')
      .select(['number', 'device', 'last_seen_at'])
      .where('staff_id', '=', staff.id)
      .where('ended_at', 'is', null)
      .where('idle_until', '>', now)
      .orderBy((eb) => eb('number', '=', session.number!), 'desc')
      .orderBy('last_seen_at', 'desc')
      .limit(50)
      .execute()
    const passkeys = await deps.db
      .selectFrom('staff_passkeys')
      .select(['id', 'name', 'created_at', 'last_used_at'])
      .where('staff_id', '=', staff.id)
      .where('ended_at', 'is', null)
      .orderBy('id')
      .execute()
    const chosen = await deps.db
      .selectFrom('staff')
      .select(['notifications', 'language'])
      .where('id', '=', staff.id)
      .executeTakeFirstOrThrow()
    const roles = session.roles.map(({ role }) => role).filter(isNotified)
    return {
      name: staff.name,
      email: staff.email,
      is_operator: staff.isOperator,
      is_dark_mode: staff.isDarkMode,
      emails:
        roles.length === 0
          ? null
          : {
              // Of several roles, an owner's says more.
              notifications:
                chosen.notifications ?? defaultNotifications(roles.find((role) => role === 'owner') ?? roles[0]!),
              language: chosen.language ?? deps.config.language,
            },
      roles: session.roles.map(({ organiserId, role, eventIds }) => ({
        organiser: names.get(organiserId) ?? '',
        role,
        events: eventIds?.length ?? null,
      })),
      sessions: sessions.map(({ number, device, last_seen_at }) => ({
        number,
        device: device ?? '',
        nice_last_seen: niceDate(last_seen_at),
        is_this: number === session.number,
      })),
      passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
        id,
        name,
        nice_added: niceDate(created_at),
        nice_used: last_used_at === null ? '' : niceDate(last_used_at),
      })),
    }
  },
}

export const setOfficeDarkMode: OfficeHandlers['set_office_dark_mode'] = {
  async change(tx, { is_dark_mode }, ctx) {
    const staff = staffOf(ctx)
    await tx.updateTable('staff').set({ is_dark_mode }).where('id', '=', staff.id).execute()
    return {
      reply: { success: true },
      log: { subject: ['staff', staff.id], before: { is_dark_mode: staff.isDarkMode }, after: { is_dark_mode } },
    }
  },
}

export const setNotifications: OfficeHandlers['set_notifications'] = {
  async change(tx, after, ctx) {
    const staff = staffOf(ctx)
    const before = await tx
      .selectFrom('staff')
      .select(['notifications', 'language'])
      .where('id', '=', staff.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await tx.updateTable('staff').set(after).where('id', '=', staff.id).execute()
    return { reply: { success: true }, log: { subject: ['staff', staff.id], before, after } }
  },
}

export const endOfficeSession: OfficeHandlers['end_office_session'] = {
  async change(tx, { number }, ctx) {
    const staff = staffOf(ctx)
    const ended = await tx
      .updateTable('staff_sessions')
      .set({ ended_at: ctx.now })
      .where('number', '=', number)
      // guard: own-session-only
      .where('staff_id', '=', staff.id)
      .where('ended_at', 'is', null)
      .returning('device')
      .executeTakeFirst()
    if (ended === undefined) return fail('not_found')
    return { reply: { success: true }, log: { subject: ['session', number], before: { device: ended.device } } }
  },
}

export const endOtherOfficeSessions: OfficeHandlers['end_other_office_sessions'] = {
  async change(tx, _, ctx) {
    const staff = staffOf(ctx)
    const ended = await tx
      .updateTable('staff_sessions')
      .set({ ended_at: ctx.now })
      .where('staff_id', '=', staff.id)
      .where('id', '<>', ctx.session.id!)
      .where('ended_at', 'is', null)
      .returning('number')
      .execute()
    const before = { sessions: ended.map(({ number }) => number) }
    return { reply: { success: true }, log: { subject: ['staff', staff.id], before } }
  },
}
