import { checkout } from '@foyer/contract/messages.ts'
import type { Deps } from '../deps.ts'
import { verifyToken } from './hcaptcha.ts'
import { answerOf, type Verdict, verifyAnswer } from './proof-of-work.ts'

/** The text shown when an answer fails; a used answer has expired, like an old one. */
const TEXTS = {
  expired: () => checkout['error.captchaExpired'],
  wrong: () => checkout['captcha.error'],
} as const satisfies Record<Extract<Verdict, string>, () => string>

/** The widget of the shop's own proof of work. */
const OWN = 'altcha:self'

/**
 * How much work hCaptcha's answer counts for. How hard its challenges are only the vendor knows; a basket that needs more work
 * gets our own challenge.
 */
const WORK_OF_HCAPTCHA = 16

/** The widget for a captcha of this work: hCaptcha's key if configured, else the shop's own proof of work. */
export const captchaSitekey = ({ config }: Pick<Deps, 'config'>, work: number): string =>
  config.hcaptcha && work <= WORK_OF_HCAPTCHA ? config.hcaptcha.sitekey : OWN

/** Whether a captcha of this work is the shop's own. */
export const isOwnCaptcha = (deps: Pick<Deps, 'config'>, work: number): boolean => captchaSitekey(deps, work) === OWN

/** `work`: how much work the answer proves, in captchas of the usual work. */
export type CaptchaVerdict = { passed: true; work: number } | { passed: false; error: string | null }

/** Checks the h-captcha-response value on the server, once per answer. An empty value shows the captcha without an error. */
export async function captchaVerdict(deps: Deps, token: string, ip: string): Promise<CaptchaVerdict> {
  const { hcaptcha } = deps.config
  if (token === '') return { passed: false, error: null }
  const answer = answerOf(token)
  if (answer === null && hcaptcha) {
    const verdict = await verifyToken(deps, hcaptcha, token, ip)
    return verdict === 'passed' ? { passed: true, work: WORK_OF_HCAPTCHA } : { passed: false, error: TEXTS[verdict]() }
  }
  const verdict = await verifyAnswer(deps, answer)
  return typeof verdict === 'string' ? { passed: false, error: TEXTS[verdict]() } : { passed: true, ...verdict }
}
