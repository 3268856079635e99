import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { isLoopbackHost } from '../loopback.ts'
import { sendFail } from './handle.ts'

/** Headers that proxies and tunnels add. */
const FORWARDED = /^(x-forwarded(-.*)?|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-.*|x-original-.*)$/

/**
 * A shop that isn't live shows everyone's emails, with their codes and tickets, to whoever develops on the same machine. Requests to
 * these pages for another host, as after DNS rebinding, or through a proxy or tunnel that made a trial public, are refused, unless
 * `OPEN_MAILBOX` is set.
 */
export function guardTrialPages(app: FastifyInstance, { openMailbox }: Pick<Config, 'openMailbox'>): void {
  if (openMailbox) return
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.url?.startsWith('/dev/') || isLocal(request.raw)) return done()
    sendFail(reply, { ok: false, code: 'trial_pages_local' })
  })
}

function isLocal({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  if (Object.keys(headers).some((name) => FORWARDED.test(name))) return false
  const host = headers.host ?? ''
  return URL.canParse(`http://${host}`) && isLoopbackHost(new URL(`http://${host}`).hostname)
}
