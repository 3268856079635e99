import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { queuePath } from '@foyer/contract/waiting-room.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { fail } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import { sha256 } from '../../waiting-room/draw.ts'
import { doorsOpen, openingOf } from '../../waiting-room/room.ts'
import { countRoom } from '../../waiting-room/serve.ts'
import { grantOf, type OfficeContext, type OfficeHandlers } from '../handle.ts'
import { eventHeader } from './header.ts'
import { ownEvent } from './own-event.ts'
import { mayAlso } from './state.ts'

const MAX_RATE = 10_000

const pageOf = (ctx: OfficeContext, eventId: number) =>
  `${OFFICE_PAGES.queue.path}?organiser_id=${grantOf(ctx).organiserId}&event_id=${eventId}`

type Row = {
  id: number
  drawn_at: Date | null
  drained_at: Date | null
  paused: boolean
  serving: number
  last_number: number
  joined: number
  rate: number
  message: string
}

async function roomOfEvent(db: Db, eventId: number): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select id, drawn_at, drained_at, paused, serving, last_number, rate, message,
      case when drawn_at is null then (select count(*) from waiting_places where room_id = waiting_rooms.id) else 0 end::int as joined
    from waiting_rooms where event_id = ${eventId}`.execute(db)
  return rows[0]
}

function stateOf({ drawn_at, drained_at, paused }: Row, opens: Date, now: Date) {
  if (drained_at !== null) return 'over'
  if (drawn_at === null) return opens > now ? 'before' : 'joining'
  return paused ? 'paused' : 'serving'
}

export const officeQueue: OfficeHandlers['office_queue'] = {
  async read({ event_id }, ctx) {
    const { db, config } = ctx.deps
    const event = await ownEvent(db, ctx, event_id)
    if (event === undefined) return fail('not_found')
    const opening = await openingOf(db, event_id, ctx.now)
    const opens = doorsOpen({ opening })
    const row = await roomOfEvent(db, event_id)
    const head = {
      ...(await eventHeader(ctx, event)),
      may_change: mayAlso(ctx, 'change_events'),
      nice_opens: niceDate(opens, event.timezone),
      nice_opening: niceDate(opening, event.timezone),
    }
    if (row === undefined) return { ...head, room: null }
    const called = Math.floor(row.serving)
    const { inside, free } = await countRoom(db, row.id, { serving: row.serving, graced: row.serving, now: ctx.now })
    return {
      ...head,
      room: {
        state: stateOf(row, opens, ctx.now),
        url: new URL(queuePath(event.slug), config.publicUrl).href,
        waiting: row.drawn_at === null ? row.joined : Math.max(0, row.last_number - called),
        called,
        inside,
        left: free,
        rate: row.rate,
        message: row.message,
      },
    }
  },
}

export const openQueue: OfficeHandlers['open_queue'] = {
  async change(tx, { event_id }, ctx) {
    const event = await ownEvent(tx, ctx, event_id)
    if (event === undefined) return fail('not_found')
    const secret = Buffer.from(ctx.deps.random.bytes(32)).toString('hex')
    const made = await tx
      .insertInto('waiting_rooms')
      .values({ event_id, created_at: ctx.now, secret, secret_hash: sha256(secret) })
      .onConflict((conflict) => conflict.column('event_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made === undefined) return fail('queue_exists')
    return done(ctx, event_id, {})
  },
}

type Change = { paused?: boolean; drained_at?: Date | null; rate?: number; message?: string }

/** Changes the room of an event; none of these changes writes a place. Returns whether there is one. */
async function changeRoom(tx: Tx, eventId: number, change: Change): Promise<boolean> {
  const changed = await tx
    .updateTable('waiting_rooms')
    .set(change)
    .where('event_id', '=', eventId)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

const done = (ctx: OfficeContext, eventId: number, after: Record<string, string | number>) => ({
  reply: { success: true as const, next: pageOf(ctx, eventId) },
  log: { subject: ['event', eventId] as ['event', number], after },
})

export const runQueue: OfficeHandlers['run_queue'] = {
  async change(tx, { event_id, act }, ctx) {
    const event = await ownEvent(tx, ctx, event_id)
    if (event === undefined) return fail('not_found')
    const changes: Record<typeof act, Change> = {
      start: { paused: false, drained_at: null },
      pause: { paused: true },
      drain: { drained_at: ctx.now },
    }
    return (await changeRoom(tx, event_id, changes[act])) ? done(ctx, event_id, { act }) : fail('no_queue')
  },
}

export const setQueue: OfficeHandlers['set_queue'] = {
  async change(tx, { event_id, rate, message }, ctx) {
    const event = await ownEvent(tx, ctx, event_id)
    if (event === undefined) return fail('not_found')
    if (rate < 1 || rate > MAX_RATE) return fail('queue_rate', { max: MAX_RATE })
    return (await changeRoom(tx, event_id, { rate, message })) ? done(ctx, event_id, { rate }) : fail('no_queue')
  },
}
