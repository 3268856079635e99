import { hash } from 'node:crypto'
import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { combine, onePerDb } from '../db/combine.ts'
import type { Db } from '../db/tx.ts'
import type { Deps } from '../deps.ts'

/**
 * A browser's session: a random token in a cookie, its hash in the database, so that a copy of the database signs nobody
 * in. It names the basket and, after sign-in, the user (OPEN-07). A browser that has done nothing yet has none.
 */
export type Session = {
  /** Hash of the token; null until something is worth remembering. */
  id: string | null
  saleId: number | null
  userId: number | null
  /** The address proved by a one-time code in this session. */
  provedEmail: string | null
  /** Makes the session real, now that there is something to remember; hands out its id. */
  keep(): Promise<string>
  /** A new token for the same session, old one dead: after every change of who it speaks for (session fixation). */
  renew(): Promise<void>
}

const COOKIE = 'foyer_session'
const LIFETIME_DAYS = 90
/** A session's last sight is written this seldom, so that reading pages writes nothing. */
const SEEN_EVERY_MS = 60 * 60 * 1000

const hashOf = (token: string) => hash('sha256', token, 'base64url')

const sessionRows = onePerDb((db) => combine((ids: string[]) => readAll(db, ids), { maxBatch: 500, maxQueue: 20_000 }))

/** Reads the sessions of everybody who asks at this moment in one statement. */
async function readAll(db: Db, ids: string[]) {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'sale_id', 'user_id', 'proved_email', 'last_seen_at', 'expires_at'])
    .where(sql<boolean>`id = any(${sql.val(ids)}::text[])`)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id))
}

export async function sessionOf(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<Session> {
  const { db, clock, random, config } = deps
  const now = clock.now()
  const expires = new Date(now.getTime() + LIFETIME_DAYS * 86_400_000)

  const setCookie = (token: string) =>
    reply.setCookie(COOKIE, token, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: config.publicUrl.startsWith('https:'),
      signed: true,
      maxAge: LIFETIME_DAYS * 86_400,
    })
  const newToken = () => Buffer.from(random.bytes(32)).toString('base64url')

  const session: Session = {
    id: null,
    saleId: null,
    userId: null,
    provedEmail: null,
    async keep() {
      if (session.id !== null) return session.id
      const token = newToken()
      session.id = hashOf(token)
      await db
        .insertInto('sessions')
        .values({ id: session.id, created_at: now, last_seen_at: now, expires_at: expires })
        .execute()
      setCookie(token)
      return session.id
    },
    async renew() {
      if (session.id === null) return
      const token = newToken()
      const id = hashOf(token)
      await db.updateTable('sessions').set({ id }).where('id', '=', session.id).execute()
      session.id = id
      setCookie(token)
    },
  }

  const sent = request.cookies[COOKIE]
  const token = sent === undefined ? null : request.unsignCookie(sent)
  if (!token?.valid || !token.value) return session
  const row = await sessionRows(db)(hashOf(token.value))
  if (!row || row.expires_at <= now) return session
  if (now.getTime() - row.last_seen_at.getTime() > SEEN_EVERY_MS)
    await db.updateTable('sessions').set({ last_seen_at: now, expires_at: expires }).where('id', '=', row.id).execute()
  session.id = row.id
  session.saleId = row.sale_id
  session.userId = row.user_id
  session.provedEmail = row.proved_email
  return session
}
