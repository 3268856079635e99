import { pollRule, type ServingSample, servingSpeed, waitRule } from '@foyer/domain/waiting-room/serving.ts'
import { sql } from 'kysely'
import { cached } from '../catalogue/cache.ts'
import { onePerDb } from '../db/transaction/combine.ts'
import type { Db } from '../db/transaction/tx.ts'
import { IS_CLOSED } from '../may-sell.ts'
import { doorsOpen, OPENING } from './room.ts'
import { countRoom } from './serve.ts'

/** What everybody who waits sees of a room; the same for all of them. */
export type QueueState = {
  phase: 'before' | 'joining' | 'serving' | 'over'
  /** Why nobody is called at the moment. */
  notice: '' | 'paused' | 'all_in_baskets' | 'sold_out'
  message: string
  serving: number
  last_number: number
  /** Places of dates to come that nobody holds; null before the draw. */
  left: number | null
  /** Minutes for each place ahead: at least and at most; null while nobody can say. */
  wait: { from: number; to: number } | null
  /** A page asks again after this many seconds for each place ahead, within these bounds. */
  poll: { per_place: number; least: number; most: number }
}

/** A room as its page needs it, besides what everybody sees. */
export type QueueRoom = {
  id: number
  title: string
  timezone: string
  opening: Date
  opens: Date
  secretHash: string
  listHash: string | null
  state: QueueState
}

type Row = {
  id: number
  title: string
  timezone: string
  opening: Date
  secretHash: string
  listHash: string | null
  drawnAt: Date | null
  drainedAt: Date | null
  paused: boolean
  message: string
  serving: number
  lastNumber: number
  samples: ServingSample[]
  held: number
}

async function readRoom(db: Db, slug: string, now: Date): Promise<QueueRoom | null> {
  const { rows } = await sql<Row>`
    select room.id, event.title, event.timezone, ${OPENING} as opening, room.secret_hash as "secretHash",
      room.list_hash as "listHash", room.drawn_at as "drawnAt", room.drained_at as "drainedAt", room.paused, room.message,
      room.serving, room.last_number as "lastNumber", room.samples,
      coalesce((select sum(stock.held) from ticket_types type join stock on stock.ticket_type_id = type.id
        where type.event_id = event.id), 0)::int as held
    from waiting_rooms room join events event on event.id = room.event_id
    where event.slug = ${slug} and event.status = 'published' and not ${IS_CLOSED}`.execute(db)
  const row = rows[0]
  if (row === undefined) return null
  const { id, title, timezone, opening, secretHash, listHash } = row
  const opens = doorsOpen(row)
  const left = row.drawnAt === null ? null : (await countRoom(db, id, { serving: 0, graced: 0, now })).free
  return { id, title, timezone, opening, opens, secretHash, listHash, state: stateOf(row, { opens, left, now }) }
}

function stateOf(row: Row, { opens, left, now }: { opens: Date; left: number | null; now: Date }): QueueState {
  const speed = servingSpeed(row.samples, row.serving, now.getTime() / 1000)
  const { perPlace, ...bounds } = pollRule(speed)
  return {
    phase: phaseOf(row, opens, now),
    notice: noticeOf(row, left),
    message: row.message,
    serving: Math.floor(row.serving),
    last_number: row.lastNumber,
    left,
    wait: row.paused ? null : waitRule(speed),
    poll: { per_place: perPlace, ...bounds },
  }
}

function phaseOf({ drainedAt, drawnAt }: Row, opens: Date, now: Date): QueueState['phase'] {
  if (drainedAt !== null) return 'over'
  if (drawnAt !== null) return 'serving'
  return opens > now ? 'before' : 'joining'
}

function noticeOf({ paused, held }: Row, left: number | null): QueueState['notice'] {
  if (left === 0) return held > 0 ? 'all_in_baskets' : 'sold_out'
  return paused ? 'paused' : ''
}

/** The rooms that pages show, up to a second old: however many wait, a room is read once a second. */
export const queueCache = onePerDb((db) => cached((now, slug: string) => readRoom(db, slug, now)))
