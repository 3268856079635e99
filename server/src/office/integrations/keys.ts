import { hash } from 'node:crypto'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { fail } from '@foyer/domain/result.ts'
import { eventChoices } from '../event/choices.ts'
import { grantOf, type OfficeHandlers, staffOf } from '../handle.ts'
import { formKey } from '../order/form-key.ts'
import { lockOwnTeam } from '../team/change.ts'
import { assignmentOf } from '../team/people.ts'

const PREFIX = 'foyer_key_'
/** The part of a key that is shown: enough to tell keys apart, but useless without the rest. */
const SHOWN_LENGTH = PREFIX.length + 8
const MAX_KEYS = 50

export const KEY_FORM = /^foyer_key_[\w-]{43}$/
/** The prefix ensures that a key is never valid as the token of a session. */
export const keyHash = (key: string): string => hash('sha256', `api key ${key}`, 'base64url')

export const officeKeys: OfficeHandlers['office_keys'] = {
  async read(_, ctx) {
    const { db, config } = ctx.deps
    const { organiserId } = grantOf(ctx)
    const keys = await db
      .selectFrom('api_keys as key')
      .innerJoin('staff', 'staff.id', 'key.staff_id')
      .selectAll('key')
      .select('staff.name as made_by')
      .where('key.organiser_id', '=', organiserId)
      .orderBy((eb) => eb('key.ended_at', 'is not', null))
      .orderBy('key.id', 'desc')
      .limit(MAX_KEYS * 2)
      .execute()
    const events = await eventChoices(ctx)
    return {
      keys: keys.map((key) => ({
        key_id: key.id,
        name: key.name,
        prefix: key.prefix,
        role: key.role,
        made_by: key.made_by,
        event_ids: key.event_ids ?? [],
        nice_made: niceDate(key.created_at),
        nice_used: key.last_used_at === null ? '' : niceDate(key.last_used_at),
        is_ended: key.ended_at !== null,
      })),
      events,
      form_key: formKey(ctx),
      api_url: new URL('/openapi.json', config.publicUrl).href,
    }
  },
}

export const makeKey: OfficeHandlers['make_key'] = {
  async change(tx, { name, role, event_ids }, ctx) {
    if (name === '') return fail('integration_name_missing')
    // Locks the team, so that someone who is being removed from it can't leave a key behind.
    const team = await lockOwnTeam(tx, ctx)
    if ('ok' in team) return team
    const { organiserId } = team
    const assignment = await assignmentOf(tx, organiserId, { role, event_ids })
    if (assignment === null) return fail('bad_role_events')
    const { n } = await tx
      .selectFrom('api_keys')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('organiser_id', '=', organiserId)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (n >= MAX_KEYS) return fail('too_many_integrations', { n: MAX_KEYS })
    const secret = PREFIX + Buffer.from(ctx.deps.random.bytes(32)).toString('base64url')
    const { id, prefix } = await tx
      .insertInto('api_keys')
      .values({
        organiser_id: organiserId,
        staff_id: staffOf(ctx).id,
        name,
        role,
        created_at: ctx.now,
        event_ids: assignment.eventIds === null ? null : [...assignment.eventIds],
        prefix: secret.slice(0, SHOWN_LENGTH),
        hash: keyHash(secret),
      })
      .returning(['id', 'prefix'])
      .executeTakeFirstOrThrow()
    return {
      reply: { success: true, secret },
      repeatedReply: { success: true, secret: '' },
      log: { subject: ['api_key', id], after: { name, prefix, role, event_ids: assignment.eventIds } },
    }
  },
}

export const endKey: OfficeHandlers['end_key'] = {
  async change(tx, { key_id }, ctx) {
    const ended = await tx
      .updateTable('api_keys')
      .set({ ended_at: ctx.now })
      .where('id', '=', key_id)
      .where('organiser_id', '=', grantOf(ctx).organiserId)
      .where('ended_at', 'is', null)
      .returning(['name', 'prefix'])
      .executeTakeFirst()
    if (ended === undefined) return fail('not_found')
    return { reply: { success: true }, log: { subject: ['api_key', key_id], before: ended } }
  },
}
