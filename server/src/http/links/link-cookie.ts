import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'

/** Long enough to read the page and press a button. */
const SECONDS = 600

/**
 * Stores the token of a link while its page asks for confirmation. This keeps the token out of the address bar, and so out
 * of histories, logs and referrers. The cookie is invisible to scripts and sent to its own page only.
 */
export function linkCookie({ publicUrl }: Pick<Config, 'publicUrl'>, name: string, path: string, seconds = SECONDS) {
  const where = { path, httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') } as const
  return {
    set: (reply: FastifyReply, value: string) => reply.setCookie(name, value, { ...where, maxAge: seconds }),
    read: (request: FastifyRequest): string => request.cookies[name] ?? '',
    clear: (reply: FastifyReply) => reply.clearCookie(name, where),
  }
}
