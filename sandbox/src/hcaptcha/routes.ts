import type { FastifyInstance } from 'fastify'
import type { Kernel } from '../kernel/context.ts'
import { type Answer, answerCall, takeFault } from '../kernel/faults.ts'
import { HCAPTCHA_JS } from './script.ts'

/** The vendor's published test keys. */
export const TEST_KEYS = {
  sitekey: '10000000-ffff-ffff-ffff-000000000001',
  secret: '0x0000000000000000000000000000000000000000',
  token: '10000000-aaaa-bbbb-cccc-000000000001',
} as const

const FIELDS = ['secret', 'response', 'remoteip', 'sitekey']

/** hCaptcha: `siteverify` with the test keys, and a checkbox for browsers. */
export function hcaptcha(app: FastifyInstance, kernel: Kernel): void {
  app.get('/hcaptcha/1/api.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(HCAPTCHA_JS),
  )

  app.post<{ Body: Record<string, string> }>('/siteverify', (request, reply) => {
    const fault = takeFault(kernel.switches, 'hcaptcha', true)
    return answerCall(
      reply,
      fault,
      () => ({ status: 500, body: { success: false } }),
      () => verify(kernel, request.body ?? {}, request.headers['content-type'] ?? ''),
    )
  })
}

function verify(kernel: Kernel, params: Record<string, string>, type: string): Answer {
  const codes = problems(kernel, params, type)
  if (codes.length > 0) return { status: 200, body: { success: false, 'error-codes': codes } }
  return {
    status: 200,
    body: {
      success: true,
      challenge_ts: new Date(kernel.now()).toISOString(),
      hostname: 'dummy-key-pass',
      credit: false,
    },
  }
}

function problems(kernel: Kernel, params: Record<string, string>, type: string): string[] {
  // The vendor takes only forms. JSON is a common mistake and arrives there without any field.
  if (!type.startsWith('application/x-www-form-urlencoded')) return ['missing-input-response', 'missing-input-secret']
  if (Object.keys(params).some((name) => !FIELDS.includes(name))) return ['bad-request']
  const missing = [
    ...(params.response ? [] : ['missing-input-response']),
    ...(params.secret ? [] : ['missing-input-secret']),
  ]
  if (missing.length > 0) return missing
  if (params.secret !== TEST_KEYS.secret) return ['invalid-input-secret']
  if (params.sitekey && params.sitekey !== TEST_KEYS.sitekey) return ['sitekey-secret-mismatch']
  if (kernel.switches.take('hcaptcha', 'expire') !== undefined) return ['invalid-or-already-seen-response']
  return params.response === TEST_KEYS.token ? [] : ['not-using-dummy-passcode']
}
