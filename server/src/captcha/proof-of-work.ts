import { createHash } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { secretFor } from '../http/keys.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'random' | 'config'>

/** How long a challenge is valid, including its answer: long enough for a slow phone. */
const CHALLENGE_SECONDS = 300
const MORE_SECONDS_FOR_WORK = 3

/**
 * The usual work: about 500 derivations of 2000 rounds each, which take a slow phone about a second. A bot that reserves a
 * thousand times pays it a thousand times.
 */
const ROUNDS = 2000
const COUNTERS = { from: 250, to: 750 }

const secretsFrom = (secret: string) => ({
  hmacSignatureSecret: secretFor(secret, 'captcha challenge'),
  hmacKeySignatureSecret: secretFor(secret, 'captcha solution'),
})

/**
 * Creates a challenge for the widget, of `work` times the usual work. Work and expiry are signed within `data`. The expiry is
 * checked by the shop's own clock; `expiresAt` only makes the widget request another one in time.
 */
export async function newChallenge(deps: Needs, work = 1) {
  const expires = Math.floor(deps.clock.now().getTime() / 1000) + CHALLENGE_SECONDS + work * MORE_SECONDS_FOR_WORK
  const { parameters, signature } = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: ROUNDS,
    counter: work * COUNTERS.from + deps.random.int(work * (COUNTERS.to - COUNTERS.from)),
    deriveKey,
    // Without the usual work, so that the previous version accepts it too.
    data: { expires, ...(work > 1 && { work }) },
    ...secretsFrom(deps.config.sessionSecret),
  })
  return { parameters: { ...parameters, expiresAt: expires }, signature }
}

/** What the widget sends back, in base64. Only signed fields are kept: expiresAt was added after the signature. */
const Answer = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      data: z.object({ expires: z.number(), work: z.number().optional() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

/** The answer of our own challenge; null for any other text. */
export function answerOf(token: string) {
  try {
    return Answer.parse(JSON.parse(Buffer.from(token, 'base64').toString('utf8')))
  } catch {
    return null
  }
}

/** Why an answer does not count, or the work that it proves. */
export type Verdict = 'expired' | 'wrong' | { work: number }

/** Verifies an answer once. The same answer again counts as expired, in any process. */
export async function verifyAnswer(deps: Needs, answer: ReturnType<typeof answerOf>): Promise<Verdict> {
  if (answer === null) return 'wrong'
  const { challenge, solution } = answer
  let isRight = false
  for (const secret of deps.config.sessionSecrets) {
    const result = await verifySolution({
      challenge,
      solution: { ...solution, time: 0 },
      deriveKey,
      ...secretsFrom(secret),
    })
    isRight ||= result.verified
  }
  if (!isRight) return 'wrong'
  const expires = new Date(challenge.parameters.data.expires * 1000)
  if (expires <= deps.clock.now()) return 'expired'
  return (await markUsed(deps, challenge.signature, expires))
    ? { work: challenge.parameters.data.work ?? 1 }
    : 'expired'
}

/**
 * Stores an answer until long after its expiry, beside the rate limits, which all processes share and which are swept.
 * Returns whether it is new.
 */
async function markUsed({ db }: Needs, signature: string, expires: Date): Promise<boolean> {
  const key = `captcha:used:${createHash('sha256').update(signature).digest('base64url')}`
  const row = await db
    .insertInto('rate_limits')
    .values({ key, window_start: expires, hits: 1 })
    .onConflict((conflict) => conflict.columns(['key', 'window_start']).doNothing())
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}
