import { OFFICE_PATHS, type OfficeCallName } from '@foyer/contract/office/paths.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { sendFail } from '../http/handle.ts'
import { sendFile } from './file.ts'
import { isFailure, runOfficeCall } from './handle.ts'
import { HANDLERS } from './handlers.ts'

/** The calls of the office. Its pages are in pages/office/. */
export function officeRoutes(app: FastifyInstance, deps: Deps): void {
  for (const name of Object.keys(OFFICE_PATHS) as OfficeCallName[]) {
    const [method, url] = OFFICE_PATHS[name]
    app.route({
      method,
      url,
      config: { data: true },
      handler: async (request, reply) => {
        const sent = method === 'GET' ? request.query : (request.body ?? {})
        const answer = await runOfficeCall(deps, HANDLERS, name, sent, { request, reply })
        if (isFailure(answer)) return sendFail(reply, answer)
        return (answer.chunks && sendFile(answer, reply)) ?? reply.send(answer.reply)
      },
    })
  }
}
