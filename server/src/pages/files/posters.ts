import { ERRORS } from '@foyer/contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import { charityMark, eventPoster, voucherPoster } from '../../catalogue/poster.ts'
import { sceneFor } from '../../catalogue/scenes/by-category.ts'
import type { Deps } from '../../deps.ts'
import { compressed } from '../../http/compressed.ts'
import { posterCard } from '../../pictures/small.ts'

const YEAR = 'public, max-age=31536000, immutable'

const svgOf = (id: number, category: string): string => sceneFor(category, id) ?? eventPoster(id)

/** The cards of the events asked for last that are kept. */
const MAX_CARDS = 100

/** Draws posters for link previews, one at a time and each once, because drawing takes as long as many pages. */
function cardsInTurn() {
  const kept = new Map<string, Promise<Buffer>>()
  let last: Promise<unknown> = Promise.resolve()
  const draw = (svg: string) => {
    const card = last.then(() => posterCard(svg))
    last = card.catch(() => {})
    return card
  }
  return (id: number, category: string): Promise<Buffer> => {
    const key = `${id} ${category}`
    const card = kept.get(key) ?? draw(svgOf(id, category))
    // Moves it to the end, so that the first of the map is the one asked for longest ago.
    kept.delete(key)
    kept.set(key, card)
    const [oldest] = kept.keys()
    if (kept.size > MAX_CARDS) kept.delete(oldest!)
    return card
  }
}

/** Drawn rather than stored: an id always gives the same picture, an event's one that suits its category. */
export function posters(app: FastifyInstance, { db }: Deps): void {
  const cards = cardsInTurn()
  const categoryOf = async (id: number): Promise<string | undefined> =>
    (await db.selectFrom('events').select('category').where('id', '=', id).executeTakeFirst())?.category
  app.get('/posters/event-:name.svg', async (request, reply) => {
    const { name } = request.params as { name: string }
    if (!/^\d{1,15}$/.test(name)) return reply.code(404).send({ error: ERRORS.not_found[1], code: 'not_found' })
    const id = Number(name)
    const svg = svgOf(id, (await categoryOf(id)) ?? '')
    reply.type('image/svg+xml').header('cache-control', YEAR)
    return reply.send(await compressed(request, reply, svg))
  })
  app.get('/posters/event-:name.jpg', async (request, reply) => {
    const { name } = request.params as { name: string }
    const id = Number(name)
    const category = /^\d{1,15}$/.test(name) ? await categoryOf(id) : undefined
    if (category === undefined) return reply.code(404).send({ error: ERRORS.not_found[1], code: 'not_found' })
    return reply
      .type('image/jpeg')
      .header('cache-control', YEAR)
      .send(await cards(id, category))
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
