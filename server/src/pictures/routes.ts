import { ERRORS } from '@foyer/contract/errors.ts'
import { PICTURE_FILES } from '@foyer/contract/pages.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { pictureFiles } from './files.ts'

const YEAR = 'public, max-age=31536000, immutable'
const FILE = new RegExp(`^([0-9a-f]{64})-(${PICTURE_FILES.join('|')})$`)

/** Serves the files of pictures. Mail programs on the web show them too, so other sites may embed them. */
export function pictureRoutes(app: FastifyInstance, { db }: Deps): void {
  app.get('/pictures/:file', { config: { data: true } }, async (request, reply) => {
    const fileName = (request.params as { file: string }).file
    const [, sha256, name] = FILE.exec(fileName) ?? []
    const file = sha256 && name ? await pictureFiles(db)(sha256, name) : null
    if (file === null) return reply.code(404).send({ error: ERRORS.not_found[1], code: 'not_found' })
    reply
      .header('cache-control', YEAR)
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('etag', `"${fileName}"`)
      .type(file.type)
    if (request.headers['if-none-match'] === `"${fileName}"`) return reply.code(304).send()
    return reply.send(file.bytes)
  })
}
