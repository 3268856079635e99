import { type Fail, fail } from '@foyer/domain/result.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { handle, type RequestContext } from '../http/handle.ts'
import { exceedsNetworkLimit } from '../http/limits/rate-limit.ts'
import { isOwnCaptcha } from './captcha.ts'
import { newChallenge } from './proof-of-work.ts'

/** As many as a crowd behind one address may need when sales open. */
const CHALLENGES = { name: 'captcha', max: 300, windowSeconds: 60 }

/** Returns a new challenge of our own, of the work that the sale's captcha step asks for. hCaptcha's widget fetches its own. */
export async function getCaptchaChallenge(
  _body: unknown,
  { deps, ip, session }: RequestContext,
): Promise<Record<string, unknown> | Fail<'bad_request' | 'too_many_requests'>> {
  if (await exceedsNetworkLimit(deps, CHALLENGES, ip)) return fail('too_many_requests')
  const sale =
    session.saleId === null
      ? undefined
      : await deps.db.selectFrom('sales').select('captcha_work').where('id', '=', session.saleId).executeTakeFirst()
  const work = sale?.captcha_work ?? 1
  return isOwnCaptcha(deps, work) ? newChallenge(deps, work) : fail('bad_request')
}

export function captchaRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, 'get_captcha_challenge', getCaptchaChallenge)
}
