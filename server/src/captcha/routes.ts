import { type Fail, fail } from '@foyer/domain/result.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { handle, type RequestContext } from '../http/handle.ts'
import { hit } from '../http/limits/rate-limit.ts'
import { newChallenge } from './proof-of-work.ts'

const CHALLENGES_PER_MINUTE = 60

/** Returns a new challenge of our own. hCaptcha's widget fetches its own instead. */
export async function getCaptchaChallenge(
  _body: unknown,
  { deps, ip }: RequestContext,
): Promise<Record<string, unknown> | Fail<'bad_request' | 'too_many_requests'>> {
  if (deps.config.hcaptcha) return fail('bad_request')
  if ((await hit(deps, `captcha:ip:${ip}`, 60)) > CHALLENGES_PER_MINUTE) return fail('too_many_requests')
  return newChallenge(deps)
}

export function captchaRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, 'get_captcha_challenge', getCaptchaChallenge)
}
