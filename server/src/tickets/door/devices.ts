import { hash } from 'node:crypto'
import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { may, type Role } from '@foyer/domain/office/rights.ts'
import { type SqlBool, sql } from 'kysely'
import { HELD } from '../../db/held-online.ts'
import { type Db, inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import type { Random } from '../../random.ts'
import type { DoorPlace } from './door.ts'

/** 32 characters without those that are easily misread, so a code has 40 random bits. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const CODE_LENGTH = 8
const CODE_MINUTES = 10
const tokenHash = (token: string) => hash('sha256', `door ${token}`, 'base64url')

export const shownPairingCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`
const readPairingCode = (typed: string): string => typed.toUpperCase().replace(/[^0-9A-Z]/g, '')

/**
 * When the devices of a row `date` lose access: six hours after its end. Without an end, the date counts as six hours long, or
 * as the whole day.
 */
const endsAt = sql<Date>`coalesce(date.ends_at,
  date.starts_at + case when date.all_day then interval '24 hours' else interval '6 hours' end) + interval '6 hours'`

/** Whether devices may still be used at the door of a row `date`. */
export const isDoorOpen = (now: Date) => sql<SqlBool>`${endsAt} > ${now}`

/** Makes a code that pairs one device with the door of one date. */
export async function makePairing(
  tx: Tx,
  { eventId, dateId, staffId, name }: { eventId: number; dateId: number; staffId: number; name: string },
  { random, now }: { random: Random; now: Date },
): Promise<{ id: number }> {
  const code = Array.from(random.bytes(CODE_LENGTH), (byte) => ALPHABET[byte & 31]).join('')
  return tx
    .insertInto('door_devices')
    .values({
      event_id: eventId,
      date_id: dateId,
      staff_id: staffId,
      name,
      code,
      made_at: now,
      code_until: new Date(now.getTime() + CODE_MINUTES * 60_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Uses a pairing code up. Returns the device's token, which is stored only as a hash. */
export async function pairDevice(
  { db, clock, random }: Pick<Deps, 'db' | 'clock' | 'random'>,
  typed: string,
): Promise<string | null> {
  const code = readPairingCode(typed)
  if (code.length !== CODE_LENGTH) return null
  const token = Buffer.from(random.bytes(32)).toString('base64url')
  const now = clock.now()
  return inTx(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('door_devices')
      .set({ code: null, token_hash: tokenHash(token), paired_at: now, last_seen_at: now })
      // guard: pairing-code-once
      .where('code', '=', code)
      .where('code_until', '>', now)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n && (await deviceOf(tx, token, now)) !== null ? token : null
  })
}

export type DoorDevice = DoorPlace & {
  id: number
  name: string
  event: string
  startsAt: Date
  endsAt: Date | null
  allDay: boolean
  timezone: string
  online: boolean
  postponed: boolean
}

const SEEN_EVERY_MS = 60_000

/** The device with this token. Its access ends with its date, its pairing, or the role of the person who paired it. */
export async function deviceOf(db: Db | Tx, token: string, now: Date): Promise<DoorDevice | null> {
  if (token === '') return null
  const row = await (db as Tx)
    .selectFrom('door_devices as device')
    .innerJoin('event_dates as date', 'date.id', 'device.date_id')
    .innerJoin('events as event', 'event.id', 'device.event_id')
    .innerJoin('staff', 'staff.id', 'device.staff_id')
    .innerJoin('staff_roles as role', (join) =>
      join.onRef('role.staff_id', '=', 'staff.id').onRef('role.organiser_id', '=', 'event.organiser_id'),
    )
    .select([
      'device.id',
      'device.name',
      'device.last_seen_at',
      'device.event_id',
      'device.date_id',
      'event.organiser_id',
      'event.title',
      'event.timezone',
      ...HELD,
      'date.starts_at',
      'date.ends_at',
      'date.all_day',
      'role.role',
      'role.event_ids',
    ])
    .where('device.token_hash', '=', tokenHash(token))
    // guard: unpaired-device-ends
    .where('device.ended_at', 'is', null)
    // guard: device-ends-with-its-day
    .where(isDoorOpen(now))
    .where('staff.ended_at', 'is', null)
    // guard: device-ends-with-its-person
    .where('role.ended_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return null
  const isAllowed =
    may(row.role as Role, 'admit') && (row.event_ids === null || row.event_ids.map(Number).includes(row.event_id))
  if (!isAllowed) return null
  if (row.last_seen_at === null || now.getTime() - row.last_seen_at.getTime() > SEEN_EVERY_MS)
    await (db as Tx).updateTable('door_devices').set({ last_seen_at: now }).where('id', '=', row.id).execute()
  return {
    id: row.id,
    name: row.name,
    event: row.title,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    allDay: row.all_day,
    eventId: row.event_id,
    dateId: row.date_id,
    organiserId: row.organiser_id,
    timezone: row.timezone,
    online: row.online,
    postponed: row.postponed,
  }
}

export type EndedDevice = Pick<DoorDevice, 'id' | 'name' | 'dateId' | 'organiserId'>

/** For how many days after its door has closed a device can hand in what it recorded. */
const HAND_IN_DAYS = 30

/** A device that was paired once and has no access any more, for whatever reason. It can only hand in what it recorded. */
export const endedDeviceOf = async (db: Db, token: string, now: Date): Promise<EndedDevice | null> =>
  (await db
    .selectFrom('door_devices as device')
    .innerJoin('event_dates as date', 'date.id', 'device.date_id')
    .innerJoin('events as event', 'event.id', 'device.event_id')
    .select(['device.id', 'device.name', 'device.date_id as dateId', 'event.organiser_id as organiserId'])
    .where('device.token_hash', '=', tokenHash(token))
    .where(isDoorOpen(new Date(now.getTime() - HAND_IN_DAYS * DAY_MS)))
    .executeTakeFirst()) ?? null

/** Ends a device, or a code that waits for one. False if it has ended. */
export async function endDevice(tx: Tx, deviceId: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('door_devices')
    .set({ ended_at: now, code: null })
    .where('id', '=', deviceId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export const endOwnDevice = (tx: Tx, token: string, now: Date) =>
  tx
    .updateTable('door_devices')
    .set({ ended_at: now })
    .where('token_hash', '=', tokenHash(token))
    .where('ended_at', 'is', null)
    .execute()
