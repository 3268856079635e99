import { type Fail, fail } from '@foyer/domain/result.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { handle, type RequestContext } from '../http/handle.ts'
import { hit } from '../http/rate-limit.ts'
import { newChallenge } from './proof-of-work.ts'

const CHALLENGES_PER_MINUTE = 60

/** A fresh challenge of our own. With hCaptcha there is none to give: its widget fetches its own. */
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
