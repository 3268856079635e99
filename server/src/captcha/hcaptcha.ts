import { isIPv4 } from 'node:net'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import type { PageSource } from '../payment/provider/provider.ts'
import type { Verdict } from './proof-of-work.ts'

const TIMEOUT_MS = 5000

const Answer = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
})

/** What pages with this captcha load, from hCaptcha's documentation of content security policies. */
export const HCAPTCHA_SOURCES: readonly PageSource[] = [
  { source: 'https://hcaptcha.com', reason: 'the captcha before a reserve' },
  { source: 'https://*.hcaptcha.com', reason: 'the captcha’s script, frames and styles' },
]

/** Errors of the token, which solving again fixes. All others are the shop's and are logged. */
const EXPIRED = new Set(['invalid-or-already-seen-response'])
const WRONG = new Set(['missing-input-response', 'invalid-input-response'])

/** hCaptcha returns this instead of a host name for its published test keys. */
const TEST_HOSTNAME = 'dummy-key-pass'

/** Verifies a token with hCaptcha. Only a clear success for a page of this shop passes; without a response nothing does. */
export async function verifyToken(
  { config, log }: Pick<Deps, 'config' | 'log'>,
  { secret, sitekey, verifyUrl }: NonNullable<Config['hcaptcha']>,
  token: string,
  ip: string,
): Promise<'passed' | Extract<Verdict, string>> {
  let answer: z.output<typeof Answer>
  try {
    const response = await fetch(verifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token, sitekey, ...(isIPv4(ip) && { remoteip: ip }) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    })
    answer = Answer.parse(await response.json())
  } catch (error) {
    log.warn({ err: (error as Error).message }, 'hcaptcha did not answer')
    return 'wrong'
  }
  if (!answer.success) {
    const codes = answer['error-codes']
    if (codes.some((code) => EXPIRED.has(code))) return 'expired'
    if (!codes.every((code) => WRONG.has(code))) log.error({ codes }, 'hcaptcha rejected the request')
    return 'wrong'
  }
  const ours = [new URL(config.publicUrl).hostname, ...(config.live !== null ? [] : [TEST_HOSTNAME])]
  if (ours.includes(answer.hostname ?? '')) return 'passed'
  log.warn({ hostname: answer.hostname }, 'hcaptcha token of another site')
  return 'wrong'
}
