import { checkout } from '@foyer/contract/messages.en.ts'
import type { Deps } from '../deps.ts'
import { judgeToken } from './hcaptcha.ts'
import { judgeSolution, type Verdict } from './proof-of-work.ts'

/** What the buyer reads when the answer did not pass (CAP-09); a used answer is over like an old one. */
const TEXTS = {
  expired: checkout['error.captchaExpired'],
  wrong: checkout['captcha.error'],
} as const satisfies Record<Exclude<Verdict, 'passed'>, string>

/** The widget the captcha step shows: hCaptcha by its key, else the shop's own proof of work. */
export const captchaSitekey = ({ config }: Deps): string => config.hcaptcha?.sitekey ?? 'altcha:self'

export type CaptchaVerdict = { passed: true } | { passed: false; sitekey: string; error: string | null }

/**
 * Judges what came as h-captcha-response (CAP-05, OPEN-26), on the server and once per answer. Nothing sent is no mistake
 * yet: the buyer is asked, without an error.
 */
export async function captchaVerdict(deps: Deps, token: string, ip: string): Promise<CaptchaVerdict> {
  const { hcaptcha } = deps.config
  const sitekey = captchaSitekey(deps)
  if (token === '') return { passed: false, sitekey, error: null }
  const verdict = hcaptcha ? await judgeToken(deps, hcaptcha, token, ip) : await judgeSolution(deps, token)
  return verdict === 'passed' ? { passed: true } : { passed: false, sitekey, error: TEXTS[verdict] }
}
