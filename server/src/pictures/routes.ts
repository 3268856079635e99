import { ERRORS } from '@foyer/contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import { onePerDb } from '../db/transaction/combine.ts'
import type { Db } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'

type File = { type: string; bytes: Buffer }

const YEAR = 'public, max-age=31536000, immutable'
/** A process keeps the pictures asked for last, so that a busy page does not read them from the database for everybody. */
const MOST_BYTES = 48 * 1024 * 1024

/** A file never changes under its name, so it can be kept. Concurrent requests share one read. */
const filesOf = onePerDb((db) => {
  const kept = new Map<string, Promise<File | null>>()
  let size = 0
  const forget = (key: string, { bytes }: File) => {
    if (kept.delete(key)) size -= bytes.length
  }
  return async (sha256: string, name: string): Promise<File | null> => {
    const key = `${sha256}-${name}`
    const known = kept.get(key)
    if (known) {
      // Moves it to the end: the first of the map is the one that was asked for longest ago.
      kept.delete(key)
      kept.set(key, known)
      return known
    }
    const reading = readFile(db, sha256, name)
    kept.set(key, reading)
    const file = await reading.catch((error: unknown) => {
      kept.delete(key)
      throw error
    })
    if (file === null) kept.delete(key)
    else size += file.bytes.length
    for (const [oldest, old] of kept) {
      if (size <= MOST_BYTES) break
      const its = await old.catch(() => null)
      if (its) forget(oldest, its)
    }
    return file
  }
})

async function readFile(db: Db, sha256: string, name: string): Promise<File | null> {
  const file = await db
    .selectFrom('picture_files')
    .select(['type', 'bytes'])
    .where('sha256', '=', sha256)
    .where('name', '=', name)
    .executeTakeFirst()
  return file ? { type: file.type, bytes: Buffer.from(file.bytes) } : null
}

/** Serves the files of pictures. Mail programs on the web show them too, so other sites may embed them. */
export function pictureRoutes(app: FastifyInstance, { db }: Deps): void {
  app.get('/pictures/:file', { config: { data: true } }, async (request, reply) => {
    const asked = (request.params as { file: string }).file
    const [, sha256, name] = /^([0-9a-f]{64})-(480|960|1600|mail)$/.exec(asked) ?? []
    const file = sha256 && name ? await filesOf(db)(sha256, name) : null
    if (file === null) return reply.code(404).send({ error: ERRORS.not_found[1], code: 'not_found' })
    reply
      .header('cache-control', YEAR)
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('etag', `"${asked}"`)
      .type(file.type)
    if (request.headers['if-none-match'] === `"${asked}"`) return reply.code(304).send()
    return reply.send(file.bytes)
  })
}
