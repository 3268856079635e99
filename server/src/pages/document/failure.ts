import { ERRORS } from '@foyer/contract/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { RETRY_AFTER_SECONDS } from '../../http/handle.ts'
import { shellOf } from '../shell.ts'
import type { Documents } from './document.ts'
import { policyOf } from './policy.ts'

/** A browser opens an address, rather than a script calling it. */
export const opensPage = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.accept?.includes('text/html') === true

/** Sends an error page to a visitor, where a call would be answered with data. It reads nothing from the database. */
export const failurePage =
  (deps: Deps, documents: Documents) =>
  async (reply: FastifyReply, code: 'bad_request' | 'busy' | 'internal'): Promise<FastifyReply> => {
    const [status, failure] = ERRORS[code]
    const shell = await shellOf(deps, { userId: null, saleId: null, provedEmail: null })
    const wait = RETRY_AFTER_SECONDS[status]
    if (wait !== undefined) reply.header('retry-after', wait)
    reply.request.failure = code
    // Nothing is at a malformed address, and trying it again leads nowhere.
    const data = code === 'bad_request' ? null : { failure }
    const { accent } = shell.shop
    return reply
      .code(status)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policyOf(deps.config, { payment: null, privacy: undefined, accent }))
      .send(documents.of('not_found', data, shell, { noindex: true, accent }))
  }
