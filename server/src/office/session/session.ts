import { hash } from 'node:crypto'
import '@fastify/cookie'
import type { Role } from '@foyer/domain/office/rights.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { deviceOf } from '../../http/limits/device.ts'

export type StaffRole = { organiserId: number; role: Role; eventIds: readonly number[] | null }
export type Staff = {
  id: number
  email: string
  name: string
  isOperator: boolean
  isDarkMode: boolean
  /** The organiser whose pages they opened last. It may be one that they no longer work for. */
  lastOrganiserId: number | null
}

/**
 * A browser's session in the office, with a cookie and a table of its own, separate from the shop's session. Only the hash of
 * its token is stored.
 */
export type OfficeSession = {
  id: string | null
  number: number | null
  /** The address verified by a code. */
  email: string | null
  provedAt: Date | null
  staff: Staff | null
  roles: readonly StaffRole[]
  device: string | null
  /** Creates the session if there is none, so that a code or a challenge can belong to it. */
  ensure(tx: Tx): Promise<{ id: string; committed(): void }>
  /** Ends this session and starts another with a new token, after a sign-in. */
  replace(tx: Tx, who: { email: string; staffId: number | null }): Promise<{ committed(): void }>
  /** Reads again who is signed in, after a sign-in or a proof of identity within this request. */
  refresh(): Promise<void>
  clearCookie(): void
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** How long a session lasts without use, at most, and without a sign-in. */
const IDLE_MS = 12 * HOUR
const MAX_AGE_MS = 7 * 24 * HOUR
const SIGNED_OUT_MS = HOUR
/** How often the time of the last request is written. */
const SEEN_EVERY_MS = 5 * MINUTE

export const officeCookie = (isHttps: boolean) => (isHttps ? '__Host-foyer_office' : 'foyer_office')

/** The prefix ensures that a token of one kind of session is never valid for the other. */
export const officeTokenHash = (token: string) => hash('sha256', `office ${token}`, 'base64url')

type Row = {
  number: number
  email: string | null
  proved_at: Date | null
  last_seen_at: Date
  expires_at: Date
  staff_id: number | null
  staff_email: string | null
  name: string | null
  is_operator: boolean | null
  is_dark_mode: boolean | null
  last_organiser_id: number | null
  roles: { organiser_id: number; role: Role; event_ids: number[] | null }[] | null
}

export async function officeSessionOf(
  { db, clock, random, config }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<OfficeSession> {
  const now = clock.now()
  const isHttps = config.publicUrl.startsWith('https:')
  const name = officeCookie(isHttps)
  const cookieOptions = { path: '/', httpOnly: true, sameSite: 'strict', secure: isHttps } as const
  const device = deviceOf(request.headers['user-agent'] ?? '')

  async function insert(tx: Tx, who: { email: string | null; staffId: number | null }) {
    const token = Buffer.from(random.bytes(32)).toString('base64url')
    const isSignedIn = who.email !== null
    const expiresAt = new Date(now.getTime() + (isSignedIn ? MAX_AGE_MS : SIGNED_OUT_MS))
    const { number } = await tx
      .insertInto('staff_sessions')
      .values({
        id: officeTokenHash(token),
        staff_id: who.staffId,
        email: who.email,
        proved_at: isSignedIn ? now : null,
        device,
        created_at: now,
        last_seen_at: now,
        idle_until: new Date(Math.min(now.getTime() + IDLE_MS, expiresAt.getTime())),
        expires_at: expiresAt,
      })
      .returning('number')
      .executeTakeFirstOrThrow()
    const committed = () => {
      session.id = officeTokenHash(token)
      session.number = number
      reply.setCookie(name, token, { ...cookieOptions, signed: true, maxAge: MAX_AGE_MS / 1000 })
    }
    return { id: officeTokenHash(token), committed }
  }

  const session: OfficeSession = {
    id: null,
    number: null,
    email: null,
    provedAt: null,
    staff: null,
    roles: [],
    device,
    ensure: async (tx) =>
      session.id === null
        ? insert(tx, { email: null, staffId: null })
        : Promise.resolve({ id: session.id, committed() {} }),
    async replace(tx, who) {
      if (session.id !== null) await endSession(tx, session.id, now)
      return insert(tx, who)
    },
    async refresh() {
      const row = session.id === null ? undefined : await readSession(db, session.id, now)
      if (row !== undefined) applyRow(session, row)
    },
    clearCookie: () => void reply.clearCookie(name, cookieOptions),
  }

  const sent = request.cookies[name]
  const { valid, value } = sent === undefined ? { valid: false, value: null } : request.unsignCookie(sent)
  if (!valid || !value) return session
  const row = await readSession(db, officeTokenHash(value), now)
  if (row === undefined) return session
  session.id = officeTokenHash(value)
  applyRow(session, row)
  if (row.email !== null && now.getTime() - row.last_seen_at.getTime() > SEEN_EVERY_MS) {
    const idleUntil = new Date(Math.min(now.getTime() + IDLE_MS, row.expires_at.getTime()))
    await db
      .updateTable('staff_sessions')
      .set({ last_seen_at: now, idle_until: idleUntil })
      .where('id', '=', session.id)
      .where('ended_at', 'is', null)
      .execute()
  }
  return session
}

function applyRow(session: OfficeSession, row: Row): void {
  session.number = row.number
  session.email = row.email
  session.provedAt = row.proved_at
  if (row.staff_id !== null) {
    session.staff = {
      id: row.staff_id,
      email: row.staff_email!,
      name: row.name!,
      isOperator: row.is_operator!,
      isDarkMode: row.is_dark_mode!,
      lastOrganiserId: row.last_organiser_id,
    }
    session.roles = (row.roles ?? []).map(({ organiser_id, role, event_ids }) => ({
      organiserId: Number(organiser_id),
      role,
      eventIds: event_ids?.map(Number) ?? null,
    }))
  }
}

/** Reads the current roles, so a person removed from a team loses access with the next request. */
async function readSession(db: Db, id: string, now: Date): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select session.number, session.email, session.proved_at, session.last_seen_at, session.expires_at, session.staff_id,
      staff.email as staff_email, staff.name, staff.is_operator, staff.is_dark_mode,
      staff.last_organiser_id,
      (select jsonb_agg(jsonb_build_object('organiser_id', organiser_id, 'role', role, 'event_ids', event_ids) order by id)
        from staff_roles where staff_roles.staff_id = staff.id and ended_at is null) as roles
    from staff_sessions session left join staff on staff.id = session.staff_id
    where session.id = ${id} and session.ended_at is null and session.idle_until > ${now} and session.expires_at > ${now}
      and (session.staff_id is null or staff.ended_at is null)`.execute(db)
  return rows[0]
}

export const endSession = (tx: Tx, id: string, now: Date) =>
  tx.updateTable('staff_sessions').set({ ended_at: now }).where('id', '=', id).where('ended_at', 'is', null).execute()
