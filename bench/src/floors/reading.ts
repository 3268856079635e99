import { catalogueCache } from '@foyer/server/catalogue/cache.ts'
import { openDatabase } from '@foyer/server/db/connection/open.ts'
import { disableScopeCheck } from '@foyer/server/db/transaction/tx-scope.ts'
import { readSharedSnapshot } from '@foyer/server/sale/snapshot/snapshot.ts'
import Fastify from 'fastify'

/**
 * The minimum cost of reading on this machine and this PostgreSQL: bare fastify routes with the shop's own reads and their caches,
 * and nothing else. No session, view, document, compression or headers.
 */
const [databaseUrl] = process.argv.slice(2) as [string]
disableScopeCheck()
const { db } = await openDatabase({ databaseUrl, dataDir: '' })

const app = Fastify()
app.get<{ Params: { id: string } }>('/sales/:id', async ({ params }) => {
  const { sale, lines, totals } = (await readSharedSnapshot(db, Number(params.id)))!
  return { sale: { ...sale, has: undefined, types: undefined, lines: undefined }, lines, totals }
})
app.get<{ Params: { slug: string } }>('/events/:slug', ({ params }) =>
  catalogueCache(db).event(new Date(), params.slug),
)
app.get<{ Querystring: { q?: string } }>('/events', ({ query }) => catalogueCache(db).events(new Date(), query))
await app.listen({ port: 0, host: '127.0.0.1' })
console.log(`listening on ${(app.server.address() as { port: number }).port}`)
process.on('SIGTERM', () => process.exit(0))
