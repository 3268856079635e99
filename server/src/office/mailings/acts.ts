import type { OfficeBody } from '@foyer/contract/office/calls.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { instantAt, isTimeOfDay } from '@foyer/domain/format/dates.ts'
import { unknownFields } from '@foyer/domain/mailing/mailing-text.ts'
import { fail } from '@foyer/domain/result.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { queueMail } from '../../mail/outbox.ts'
import { grantOf, type OfficeContext, type OfficeHandlers, RolledBack, staffOf } from '../handle.ts'
import { isOwnFilter, queryOf } from '../lists/filter.ts'
import { emailTo, mailAbout, organiserOf } from './email.ts'
import { type Mailing, ownMailing, scopeOf, selectionOf } from './own-mailing.ts'
import { reachOf, readFilter } from './recipients.ts'
import { startMailing } from './send.ts'

const YEAR_MS = 366 * DAY_MS

const mailingPath = (ctx: OfficeContext, id: number): string =>
  `${OFFICE_PAGES.mailing.path}?organiser_id=${grantOf(ctx).organiserId}&mailing_id=${id}`

const resultOf = (ctx: OfficeContext, id: number, after: object) => ({
  reply: { success: true as const, next: mailingPath(ctx, id) },
  log: { subject: ['mailing', id] as const, after },
})

export const saveMailing: OfficeHandlers['save_mailing'] = {
  async change(tx, { organiser_id, mailing_id, form_key: _, kind, list, subject, body, ...filterFields }, ctx) {
    const filter = readFilter(list, organiser_id, filterFields)
    if (filter === null) return fail('bad_request')
    if (!(await isOwnFilter(tx, ctx, filter))) return fail('not_found')
    if (subject === '' || body === '') return fail('mailing_incomplete')
    const [unknown] = unknownFields(`${subject}\n${body}`)
    if (unknown !== undefined) return { ...fail('mailing_field'), values: { field: unknown } }
    const words = {
      kind,
      list,
      subject,
      body,
      filter: JSON.stringify(queryOf(filter)),
      event_ids: scopeOf(ctx).eventIds as number[] | null,
    }
    if (mailing_id === undefined) {
      const { id } = await tx
        .insertInto('mailings')
        .values({ ...words, organiser_id, made_by: staffOf(ctx).id, made_at: ctx.now })
        .returning('id')
        .executeTakeFirstOrThrow()
      return resultOf(ctx, id, { kind })
    }
    const mailing = await ownMailing(tx, ctx, mailing_id, { lock: true })
    if (mailing === undefined) return fail('not_found')
    if (mailing.state !== 'draft') return fail('mailing_sent')
    await tx
      .updateTable('mailings')
      .set({ ...words, version: mailing.version + 1 })
      .where('id', '=', mailing_id)
      .execute()
    return resultOf(ctx, mailing_id, { kind })
  },
}

/** Sends the email of the first recipient to the person who tests it, under that person's name. */
export const testMailing: OfficeHandlers['test_mailing'] = {
  async change(tx, { mailing_id, form_key }, ctx) {
    const mailing = await ownMailing(tx, ctx, mailing_id)
    if (mailing === undefined) return fail('not_found')
    const [first] = (await reachOf(tx, scopeOf(ctx), selectionOf(mailing), 1)).sample
    if (first === undefined) return fail('mailing_nobody')
    const { id, name, email } = staffOf(ctx)
    const organiser = await organiserOf(tx, mailing.organiser_id)
    await queueMail(tx, ctx.deps.config, {
      ...(await emailTo(tx, ctx.deps, mailing, { organiser, person: { ...first, id: null, name, email } })),
      key: `mailing-test:${mailing_id}:${id}:${form_key}`,
      kind: 'mailing',
      recipient: email,
      about: mailAbout(organiser),
      now: ctx.now,
    })
    return resultOf(ctx, mailing_id, {})
  },
}

export const sendMailing: OfficeHandlers['send_mailing'] = {
  async change(tx, { mailing_id, version, ...time }, ctx) {
    const mailing = await ownMailing(tx, ctx, mailing_id, { lock: true })
    if (mailing === undefined) return fail('not_found')
    // guard: mailing-starts-once
    if (mailing.state !== 'draft') return fail('mailing_sent')
    if (mailing.version !== version) return fail('mailing_changed')
    const { people } = await reachOf(tx, scopeOf(ctx), selectionOf(mailing), 1)
    if (people === 0) return fail('mailing_nobody')
    const at = timeOf(time, ctx.now)
    if (at === null) return fail('mailing_time')
    const sent = { event_ids: scopeOf(ctx).eventIds as number[] | null, sent_by: staffOf(ctx).id }
    if (at !== 'now') {
      await tx
        .updateTable('mailings')
        .set({ ...sent, state: 'waiting', send_at: at })
        .where('id', '=', mailing_id)
        .execute()
      return resultOf(ctx, mailing_id, { people, at })
    }
    await tx.updateTable('mailings').set(sent).where('id', '=', mailing_id).execute()
    const started = await startMailing(tx, { ...mailing, ...sent }, ctx.now)
    if (started === 0) throw new RolledBack(fail('mailing_nobody'))
    return resultOf(ctx, mailing_id, { people: started })
  },
}

function timeOf({ when, day, time }: Pick<OfficeBody<'send_mailing'>, 'when' | 'day' | 'time'>, now: Date) {
  if (when === 'now') return 'now'
  if (day === '' || !isTimeOfDay(time)) return null
  const at = instantAt(day, time)
  return at > now && at.getTime() < now.getTime() + YEAR_MS ? at : null
}

/** A scheduled mailing becomes a draft again. One that has ended doesn't change. */
export const stopMailing: OfficeHandlers['stop_mailing'] = {
  change: (tx, { mailing_id }, ctx) =>
    changeState(tx, ctx, mailing_id, {
      waiting: { state: 'draft', send_at: null, sent_by: null },
      sending: { state: 'stopped' },
    }),
}

export const resumeMailing: OfficeHandlers['resume_mailing'] = {
  change: (tx, { mailing_id }, ctx) => changeState(tx, ctx, mailing_id, { stopped: { state: 'sending' } }),
}

async function changeState(
  tx: Tx,
  ctx: OfficeContext,
  id: number,
  to: Partial<Record<Mailing['state'], Partial<Pick<Mailing, 'state' | 'send_at' | 'sent_by'>>>>,
) {
  const mailing = await ownMailing(tx, ctx, id, { lock: true })
  if (mailing === undefined) return fail('not_found')
  const set = to[mailing.state]
  if (set === undefined) return { reply: resultOf(ctx, id, {}).reply, log: null }
  await tx.updateTable('mailings').set(set).where('id', '=', id).execute()
  return resultOf(ctx, id, { was: mailing.state })
}
