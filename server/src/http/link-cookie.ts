import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** Long enough to read a page and press one of its buttons. */
const SECONDS = 600

/**
 * What a link has brought, kept while its page asks whether that is wanted: out of the address bar, and so out of histories, logs
 * and referrers. No script reads it, and it is sent to its own page alone.
 */
export function linkCookie({ publicUrl }: Pick<Config, 'publicUrl'>, name: string, path: string) {
  const where = { path, httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') } as const
  return {
    keep: (reply: FastifyReply, value: string) => reply.setCookie(name, value, { ...where, maxAge: SECONDS }),
    read: (request: FastifyRequest): string => request.cookies[name] ?? '',
    forget: (reply: FastifyReply) => reply.clearCookie(name, where),
  }
}
