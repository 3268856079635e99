import { niceDate } from '@foyer/domain/format/dates.ts'
import { toMajor } from '@foyer/domain/money/money.ts'
import { eventChoices } from '../event/choices.ts'
import { grantOf, type OfficeHandlers, staffOf } from '../handle.ts'

export const officeTeam: OfficeHandlers['office_team'] = {
  async read(_, ctx) {
    const { organiserId } = grantOf(ctx)
    const { db } = ctx.deps
    const { name, box_office_refund_minor } = await db
      .selectFrom('organisers')
      .select(['name', 'box_office_refund_minor'])
      .where('id', '=', organiserId)
      .executeTakeFirstOrThrow()
    const people = await db
      .selectFrom('staff_roles as assignment')
      .innerJoin('staff', 'staff.id', 'assignment.staff_id')
      .select((eb) => [
        'staff.id',
        'staff.name',
        'staff.email',
        'assignment.role',
        'assignment.event_ids',
        eb
          .selectFrom('staff_sessions')
          .select((s) => s.fn.max('last_seen_at').as('seen'))
          .whereRef('staff_sessions.staff_id', '=', 'staff.id')
          .as('seen'),
        eb
          .selectFrom('staff_passkeys')
          .select((p) => p.fn.countAll<number>().as('n'))
          .whereRef('staff_passkeys.staff_id', '=', 'staff.id')
          .where('staff_passkeys.ended_at', 'is', null)
          .as('passkeys'),
      ])
      .where('assignment.organiser_id', '=', organiserId)
      .where('assignment.ended_at', 'is', null)
      .orderBy('staff.name')
      .orderBy('staff.id')
      .execute()
    const invitations = await db
      .selectFrom('staff_invitations')
      .select(['id', 'email', 'role', 'event_ids', 'expires_at'])
      .where('organiser_id', '=', organiserId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', ctx.now)
      .orderBy('id')
      .execute()
    const events = await eventChoices(ctx)
    return {
      organiser: name,
      refund_limit: toMajor(box_office_refund_minor, 'GBP').toFixed(2),
      people: people.map(({ id, seen, passkeys, event_ids, ...person }) => ({
        staff_id: id,
        name: person.name,
        email: person.email,
        role: person.role,
        event_ids: event_ids ?? [],
        nice_last_seen: seen === null ? '' : niceDate(seen),
        passkeys: Number(passkeys ?? 0),
        is_you: id === staffOf(ctx).id,
      })),
      invitations: invitations.map(({ id, email, role, event_ids, expires_at }) => ({
        invitation_id: id,
        email,
        role,
        event_ids: event_ids ?? [],
        nice_until: niceDate(expires_at),
      })),
      events,
    }
  },
}
