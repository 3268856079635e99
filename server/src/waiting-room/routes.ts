import { eventPath, PAGES } from '@foyer/contract/pages.ts'
import { QUEUE_DRAW, QUEUE_PAGE, QUEUE_STATE, queuePath } from '@foyer/contract/waiting-room.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { compressed } from '../http/compressed.ts'
import { handle } from '../http/handle.ts'
import { networkOf } from '../http/limits/network.ts'
import { linkCookie } from '../http/links/link-cookie.ts'
import { sessionOf } from '../http/session.ts'
import { publishedDraw } from './draw.ts'
import { enterRoom } from './enter.ts'
import { joinRoom } from './join.ts'
import { PROBLEMS, queueDocument } from './page.ts'
import { findPlace, type Place, placeOf } from './room.ts'
import { queueCache } from './state.ts'

/** A place is kept for as long as a queue may last. */
const KEY_SECONDS = 7 * 86_400

/** A place as a program reads it. */
const placeView = ({ publicId, number, called, passUntil }: Place, now: Date) => ({
  public_id: publicId,
  number,
  called,
  pass_seconds: Math.max(0, Math.ceil(((passUntil?.getTime() ?? 0) - now.getTime()) / 1000)),
})

export function waitingRoomRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, 'join_queue', async (body, { ip, now }) => {
    const joined = await joinRoom(deps, body, ip)
    return joined.ok ? { ...placeView(joined.place, now), key: joined.key } : joined
  })
  handle(app, deps, 'my_place', async (body, { now }) => {
    const found = await findPlace(deps.db, body)
    return found.ok ? placeView(found.place, now) : found
  })
  handle(app, deps, 'enter_queue', async (body, { session, now }) => {
    const entered = await enterRoom(deps, body, session)
    return entered.ok ? placeView(entered.place, now) : entered
  })
  queuePages(app, deps)
}

const slugOf = (request: FastifyRequest): string => (request.params as { slug: string }).slug

/** The page, its buttons, what all pages ask for, and the file of the draw. */
function queuePages(app: FastifyInstance, deps: Deps): void {
  const rooms = queueCache(deps.db)
  const cookie = linkCookie(deps.config, 'foyer_queue', '/queue/', KEY_SECONDS)
  const show = (reply: FastifyReply, slug: string, problem = '') =>
    reply.redirect(queuePath(slug) + (problem && `?problem=${problem}`), 303)

  app.get(QUEUE_PAGE, async (request, reply) => {
    const slug = slugOf(request)
    const now = deps.clock.now()
    const room = await rooms(now, slug)
    if (room === null) return reply.callNotFound()
    const { problem } = z.object({ problem: z.enum(PROBLEMS).nullable().catch(null) }).parse(request.query)
    const key = cookie.read(request)
    const place = key === '' ? null : await placeOf(deps.db, room.id, key)
    reply.headers({
      'cache-control': 'private, no-store',
      'content-language': request.language,
      vary: 'accept-language',
    })
    reply.type('text/html; charset=utf-8')
    const html = queueDocument({ shop: deps.config.shop.name, slug, room, place, problem, now })
    return reply.send(await compressed(request, reply, html))
  })

  app.post(QUEUE_PAGE, async (request, reply) => {
    const slug = slugOf(request)
    const { act } = z
      .object({ act: z.string().catch('') })
      .catch({ act: '' })
      .parse(request.body)
    const key = cookie.read(request)
    if (act === 'join') {
      const joined = await joinRoom(deps, { slug, key }, networkOf(request.ip))
      if (joined.ok) cookie.set(reply, joined.key)
      return show(reply, slug, joined.ok ? '' : joined.code)
    }
    if (act !== 'enter') return show(reply, slug)
    const session = await sessionOf(deps, request, reply)
    request.buyer = session
    const entered = await enterRoom(deps, { slug, key }, session)
    if (!entered.ok) return show(reply, slug, entered.code)
    // Who has been sent here from a basket goes back to it.
    const hasBasket = session.saleId !== null && (await hasLines(deps, session.saleId))
    return reply.redirect(hasBasket ? PAGES.checkout : eventPath(slug), 303)
  })

  app.get(QUEUE_STATE, { config: { data: true } }, async (request, reply) => {
    const room = await rooms(deps.clock.now(), slugOf(request))
    reply.header('cache-control', 'public, max-age=1')
    return room === null ? reply.code(404).send({ code: 'no_queue' }) : reply.send(room.state)
  })

  app.get(QUEUE_DRAW, { config: { data: true } }, async (request, reply) => {
    const slug = slugOf(request)
    const draw = await publishedDraw(deps.db, slug)
    if (draw === null) return reply.code(404).send({ code: 'no_queue' })
    reply.headers({
      'cache-control': 'public, max-age=300',
      'content-disposition': `attachment; filename="draw-${slug}.json"`,
    })
    return reply.type('application/json; charset=utf-8').send(await compressed(request, reply, JSON.stringify(draw)))
  })
}

async function hasLines({ db }: Pick<Deps, 'db'>, saleId: number): Promise<boolean> {
  const line = await db
    .selectFrom('sale_lines')
    .select('sale_id')
    .where('sale_id', '=', saleId)
    .limit(1)
    .executeTakeFirst()
  return line !== undefined
}
