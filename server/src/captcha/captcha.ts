import { checkout } from '@foyer/contract/messages.ts'
import type { Deps } from '../deps.ts'
import { verifyToken } from './hcaptcha.ts'
import { type Verdict, verifyAnswer } from './proof-of-work.ts'

/** The text shown when an answer fails; a used answer has expired, like an old one. */
const TEXTS = {
  expired: () => checkout['error.captchaExpired'],
  wrong: () => checkout['captcha.error'],
} as const satisfies Record<Exclude<Verdict, 'passed'>, () => string>

/** The widget for the captcha step: hCaptcha's key if configured, else the shop's own proof of work. */
export const captchaSitekey = ({ config }: Deps): string => config.hcaptcha?.sitekey ?? 'altcha:self'

export type CaptchaVerdict = { passed: true } | { passed: false; sitekey: string; error: string | null }

/** Checks the h-captcha-response value on the server, once per answer. An empty value shows the captcha without an error. */
export async function captchaVerdict(deps: Deps, token: string, ip: string): Promise<CaptchaVerdict> {
  const { hcaptcha } = deps.config
  const sitekey = captchaSitekey(deps)
  if (token === '') return { passed: false, sitekey, error: null }
  const verdict = hcaptcha ? await verifyToken(deps, hcaptcha, token, ip) : await verifyAnswer(deps, token)
  return verdict === 'passed' ? { passed: true } : { passed: false, sitekey, error: TEXTS[verdict]() }
}
