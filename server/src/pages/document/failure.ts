import { ERRORS } from '@foyer/contract/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { RETRY_AFTER_SECONDS } from '../../http/handle.ts'
import { shellOf } from '../shell.ts'
import type { Documents } from './document.ts'
import { policyOf } from './policy.ts'

/** Whether a browser opens this URL as a page, rather than a script calling it. */
export const opensPage = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.accept?.includes('text/html') === true

/** Sends an error page to a visitor; a call gets data instead. Reads nothing from the database. */
export const failurePage =
  (deps: Deps, documents: Documents) =>
  async (reply: FastifyReply, code: 'bad_request' | 'busy' | 'internal'): Promise<FastifyReply> => {
    const [status, failure] = ERRORS[code]
    const shell = await shellOf(deps, { userId: null, saleId: null, provedEmail: null })
    const wait = RETRY_AFTER_SECONDS[status]
    if (wait !== undefined) reply.header('retry-after', wait)
    reply.request.failure = code
    // For a malformed URL, the page doesn't offer to try again.
    const data = code === 'bad_request' ? null : { failure }
    const { accent } = shell.shop
    return reply
      .code(status)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policyOf(deps.config, { payment: null, privacy: undefined, accent }))
      .send(documents.of('not_found', data, shell, { noindex: true, accent }))
  }
