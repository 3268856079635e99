import { hash } from 'node:crypto'
import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Selectable, sql } from 'kysely'
import type { SessionsTable } from '../db/schema/types.generated.ts'
import { unnestRows } from '../db/transaction/column-lists.ts'
import { combine, onePerDb } from '../db/transaction/combine.ts'
import type { Db, Tx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import { deviceOf } from './limits/device.ts'

/**
 * A browser's session: a random token in a cookie and its hash in the database, so that a copy of the database cannot sign
 * anyone in. It has the current sale and, after sign-in, the user. A browser that has not done anything yet has none.
 */
export type Session = {
  /** The hash of the token; null until there is something to store. */
  id: string | null
  saleId: number | null
  userId: number | null
  /** The email address verified by a one-time code in this session. */
  provedEmail: string | null
  /** Identifies the browser when its token changes; null until there is something to store. */
  number: number | null
  /** Stores the session if it is new, and returns its id. */
  ensure(): Promise<string>
  /**
   * The same for a caller that stores `id` until `expires` itself and then calls `stored`, which sends the token to the
   * browser.
   */
  prepareNew(): { id: string; expires: Date; stored(number: number): void }
  /** When the address was verified; null if it was not, or if the previous version stored it. */
  provedAt: Date | null
  /**
   * A rough description of the browser, which only a sign-in needs. It is a function because a getter would give each object
   * its own shape in V8.
   */
  device(): string | null
  /** The token that was sent, if it is one of ours, even if its session has expired. */
  token: string | null
  /** Replaces the token after every change of identity, against session fixation. The old token becomes invalid. */
  renew(): Promise<void>
  /**
   * The same for a caller that stores `id` in its transaction and then calls `committed`, which sends the token to the browser.
   */
  prepareRenewal(token?: string): { id: string; committed(): void }
}

/** Browsers accept `__Host-` cookies only from this host over https, so that no other host of the domain can set one. */
export const sessionCookie = (isHttps: boolean) => (isHttps ? '__Host-foyer_session' : 'foyer_session')
/**
 * Prefix of tokens in a `__Host-` cookie. A token without it comes from the previous version's plain cookie; it is accepted
 * and replaced. A token with it is not accepted from the plain cookie.
 */
const HOST = 'host-'
const LIFETIME_DAYS = 90
/** A session ends this long after its address was verified or after it began, however often it is used. */
const MAX_DAYS = 180
/** Sessions that began before this have ended. */
export const oldestSession = (now: Date) => new Date(now.getTime() - MAX_DAYS * DAY_MS)
/**
 * How long a verification counts as fresh. Personal data of an account requires a fresh one, in case a browser was left
 * open.
 */
const FRESH_MS = 10 * 60 * 1000

export const hasFreshProof = ({ provedAt }: Pick<Session, 'provedAt'>, now: Date): boolean =>
  provedAt !== null && now.getTime() - provedAt.getTime() <= FRESH_MS

/** How often the last use of a session is stored, so that reading pages writes nothing. */
const SEEN_EVERY_MS = 60 * 60 * 1000

/** The database stores a token's hash. */
export const hashOf = (token: string) => hash('sha256', token, 'base64url')

/** New browser numbers. They are read by a statement of their own, because Citus takes no `nextval` in an update. */
export async function newNumbers(db: Db | Tx, count: number): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select nextval('session_numbers') as number from generate_series(1, ${count}::int)`.execute(db)
  return rows.map(({ number }) => number)
}

type Asked = { id: string; now: Date }

const sessionRows = onePerDb((db) =>
  combine((asked: Asked[]) => readAll(db, asked), { maxBatch: 500, maxQueue: 20_000 }),
)

type Row = Pick<Selectable<SessionsTable>, 'id' | 'sale_id' | 'user_id' | 'proved_email' | 'proved_at' | 'number'> & {
  unseen: boolean
}

/** Loads the sessions of concurrent requests in one statement; expired ones are left out. */
async function readAll(db: Db, asked: readonly Asked[]): Promise<(Row | undefined)[]> {
  const { now } = asked.at(-1)!
  const { rows } = await sql<Row>`
    select id, sale_id, user_id, proved_email, proved_at, number, last_seen_at < ${new Date(now.getTime() - SEEN_EVERY_MS)} as unseen
    from sessions where id = any(${sql.val(asked.map(({ id }) => id))}::text[]) and expires_at > ${now}
      and coalesce(proved_at, created_at) > ${oldestSession(now)}`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return asked.map(({ id }) => byId.get(id))
}

/** Whether a session that was read before still belongs to the same customer and sale: it may have been signed out meanwhile. */
export async function isStillCurrent(
  { db }: Pick<Deps, 'db'>,
  { id, saleId, userId, provedEmail }: Session,
  now: Date,
): Promise<boolean> {
  if (id === null) return true
  const row = await sessionRows(db)({ id, now })
  return row !== undefined && row.sale_id === saleId && row.user_id === userId && row.proved_email === provedEmail
}

const newSessions = onePerDb((db) =>
  combine((made: NewSession[]) => insertAll(db, made), { maxBatch: 500, maxQueue: 20_000 }),
)

type NewSession = Asked & { expires: Date }

/** Stores the sessions of new browsers in one statement, which shares its commit, and returns their numbers. */
async function insertAll(db: Db, made: readonly NewSession[]): Promise<number[]> {
  const { rows } = await sql<{ id: string; number: number }>`
    insert into sessions (id, created_at, last_seen_at, expires_at)
    select id, at, at, expires from ${unnestRows('session', made, {
      id: ['text', ({ id }) => id],
      at: ['timestamptz', ({ now }) => now],
      expires: ['timestamptz', ({ expires }) => expires],
    })}
    returning id, number`.execute(db)
  const numbers = new Map(rows.map(({ id, number }) => [id, number]))
  return made.map(({ id }) => numbers.get(id)!)
}

export async function sessionOf(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<Session> {
  const { db, clock, random, config } = deps
  const now = clock.now()
  const expires = new Date(now.getTime() + LIFETIME_DAYS * DAY_MS)

  const isHttps = config.publicUrl.startsWith('https:')
  const cookie = sessionCookie(isHttps)
  const where = { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps } as const
  const setCookie = (token: string) =>
    reply.setCookie(cookie, isHttps ? `${HOST}${token}` : token, {
      ...where,
      signed: true,
      maxAge: LIFETIME_DAYS * 86_400,
    })
  const newToken = () => Buffer.from(random.bytes(32)).toString('base64url')

  const session: Session = {
    id: null,
    saleId: null,
    userId: null,
    provedEmail: null,
    number: null,
    provedAt: null,
    device: () => deviceOf(request.headers['user-agent'] ?? ''),
    token: null,
    async ensure() {
      if (session.id !== null) return session.id
      const { id, stored } = session.prepareNew()
      stored(await newSessions(db)({ id, now, expires }))
      return id
    },
    prepareNew() {
      const token = newToken()
      const id = hashOf(token)
      const stored = (number: number) => {
        session.id = id
        session.number = number
        setCookie(token)
      }
      return { id, expires, stored }
    },
    async renew() {
      if (session.id === null) return
      const { id, committed } = session.prepareRenewal()
      await db.updateTable('sessions').set({ id }).where('id', '=', session.id).execute()
      committed()
    },
    prepareRenewal(token = newToken()) {
      const id = hashOf(token)
      const committed = () => {
        session.id = id
        setCookie(token)
      }
      return { id, committed }
    },
  }

  const sent = tokenIn(request, isHttps)
  if (sent === null) return session
  session.token = sent.token
  const row = await sessionRows(db)({ id: hashOf(sent.token), now })
  if (sent.isPlain) reply.clearCookie(sessionCookie(false), where)
  if (!row) return session
  if (sent.isOld) setCookie(sent.token)
  if (row.unseen)
    await db.updateTable('sessions').set({ last_seen_at: now, expires_at: expires }).where('id', '=', row.id).execute()
  session.id = row.id
  session.saleId = row.sale_id
  session.userId = row.user_id
  session.provedEmail = row.proved_email
  session.provedAt = row.proved_at
  session.number = row.number
  return session
}

/** The token in the cookie. `isOld`: it has a retired cookie name or is signed with a retired secret. */
function tokenIn(
  request: FastifyRequest,
  isHttps: boolean,
): { token: string; isOld: boolean; isPlain: boolean } | null {
  const own = request.cookies[sessionCookie(isHttps)]
  const isPlain = own === undefined && isHttps
  const sent = isPlain ? request.cookies[sessionCookie(false)] : own
  if (sent === undefined) return null
  const { valid, value, renew } = request.unsignCookie(sent)
  if (!valid || !value || value.startsWith(HOST) === (isPlain || !isHttps)) return null
  return { token: isPlain || !isHttps ? value : value.slice(HOST.length), isOld: renew || isPlain, isPlain }
}
