import { ERRORS } from '@foyer/contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import { charityMark, eventPoster, voucherPoster } from '../../catalogue/poster.ts'
import { sceneFor } from '../../catalogue/scenes/by-category.ts'
import type { Deps } from '../../deps.ts'
import { compressed } from '../../http/compressed.ts'

const YEAR = 'public, max-age=31536000, immutable'

/** Drawn rather than stored: an id always gives the same picture, an event's one that suits its category. */
export function posters(app: FastifyInstance, { db }: Deps): void {
  app.get('/posters/event-:name.svg', async (request, reply) => {
    const { name } = request.params as { name: string }
    if (!/^\d{1,15}$/.test(name)) return reply.code(404).send({ error: ERRORS.not_found[1], code: 'not_found' })
    const id = Number(name)
    const event = await db.selectFrom('events').select('category').where('id', '=', id).executeTakeFirst()
    const svg = sceneFor(event?.category ?? '', id) ?? eventPoster(id)
    reply.type('image/svg+xml').header('cache-control', YEAR)
    return reply.send(await compressed(request, reply, svg))
  })
  const serve = (kind: string, draw: (name: string) => string | null) =>
    app.get(`/posters/${kind}-:name.svg`, (request, reply) => {
      const svg = draw((request.params as { name: string }).name)
      if (svg === null) return reply.code(404).send({ error: ERRORS.not_found[1], code: 'not_found' })
      return reply.type('image/svg+xml').header('cache-control', YEAR).send(svg)
    })
  const byId = (poster: (id: number) => string) => (name: string) =>
    /^\d{1,15}$/.test(name) ? poster(Number(name)) : null
  serve('voucher', byId(voucherPoster))
  serve('charity', (name) => (/^[a-z0-9-]{1,80}$/.test(name) ? charityMark(name) : null))
}
