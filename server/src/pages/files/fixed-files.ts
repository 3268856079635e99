import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'

const DAY = 'max-age=86400'

/** Small files that are the same for everyone. */
export function fixedFiles(app: FastifyInstance, deps: Pick<Deps, 'signer'>, clientDir: string): void {
  app.get('/.well-known/foyer-tickets.pem', (_, reply) =>
    reply.type('application/x-pem-file').header('cache-control', DAY).send(deps.signer.publicKey),
  )
  const icon = readFileSync(`${clientDir}/favicon.svg`)
  app.get('/favicon.svg', (_, reply) => reply.type('image/svg+xml').header('cache-control', DAY).send(icon))
  app.get('/robots.txt', (_, reply) =>
    reply
      .type('text/plain')
      .header('cache-control', DAY)
      .send(
        'User-agent: *\nDisallow: /smartcheckout/\nDisallow: /account/\nDisallow: /orders/\nDisallow: /claim/\nDisallow: /ticket-change/\nDisallow: /door/\nDisallow: /office/\n',
      ),
  )
}
