import { office } from '@foyer/contract/office/messages.ts'
import { fail } from '@foyer/domain/result.ts'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { exceedsNetworkLimit } from '../../http/limits/rate-limit.ts'
import { type OfficeContext, type OfficeHandlers, staffOf } from '../handle.ts'

/** Loaded at the first passkey: its parsers of certificates would take a tenth of the start of every shop. */
const webAuthn = () => import('@simplewebauthn/server')

const CHALLENGE_MS = 5 * 60_000
const MAX_PER_PERSON = 10
/** Challenges and responses of one network. */
const TRIES = { name: 'passkey', max: 200, windowSeconds: 600 }

async function countAttempt(_: unknown, { deps, ip }: OfficeContext) {
  return (await exceedsNetworkLimit(deps, TRIES, ip)) ? fail('too_many_requests') : null
}

const siteOf = ({ config }: Pick<Deps, 'config'>) => {
  const { origin, hostname } = new URL(config.publicUrl)
  return { expectedOrigin: origin, expectedRPID: hostname }
}

const storeChallenge = (tx: Tx, sessionId: string, challenge: string, now: Date) =>
  tx
    .updateTable('staff_sessions')
    .set({ challenge, challenge_until: new Date(now.getTime() + CHALLENGE_MS) })
    .where('id', '=', sessionId)
    .execute()

/** Consumes this session's challenge. It works once, even if the response is invalid. */
async function consumeChallenge(tx: Tx, { session, now }: OfficeContext): Promise<string | null> {
  if (session.id === null) return null
  const row = await tx
    .selectFrom('staff_sessions')
    .select(['challenge', 'challenge_until'])
    .where('id', '=', session.id)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  // guard: challenge-once
  await tx.updateTable('staff_sessions').set({ challenge: null }).where('id', '=', session.id).execute()
  return row?.challenge && row.challenge_until! > now ? row.challenge : null
}

/** The credential that a browser sent; null if it is not a JSON object with an id. */
function credentialIn<T extends { id: string }>(text: string): T | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof (value as T | null)?.id === 'string' ? (value as T) : null
  } catch {
    return null
  }
}

export const beginPasskey: OfficeHandlers['begin_passkey'] = {
  async change(tx, _, ctx) {
    const staff = staffOf(ctx)
    const existing = await tx
      .selectFrom('staff_passkeys')
      .select('credential_id')
      .where('staff_id', '=', staff.id)
      .where('ended_at', 'is', null)
      .execute()
    const { generateRegistrationOptions } = await webAuthn()
    const options = await generateRegistrationOptions({
      rpName: office.brand,
      rpID: siteOf(ctx.deps).expectedRPID,
      userName: staff.email,
      userDisplayName: staff.name,
      userID: new TextEncoder().encode(`staff ${staff.id}`),
      excludeCredentials: existing.map(({ credential_id }) => ({ id: credential_id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    await storeChallenge(tx, ctx.session.id!, options.challenge, ctx.now)
    return { reply: { options: { ...options } }, log: null }
  },
}

export const savePasskey: OfficeHandlers['save_passkey'] = {
  async change(tx, { name, response }, ctx) {
    const staff = staffOf(ctx)
    const challenge = await consumeChallenge(tx, ctx)
    const credential = credentialIn<RegistrationResponseJSON>(response)
    if (challenge === null || credential === null) return fail('passkey_refused')
    const { verifyRegistrationResponse } = await webAuthn()
    const verification = await verifyRegistrationResponse({
      response: credential,
      expectedChallenge: challenge,
      ...siteOf(ctx.deps),
      requireUserVerification: true,
    }).catch(() => null)
    if (!verification?.verified) return fail('passkey_refused')
    const { id, publicKey, counter, transports } = verification.registrationInfo.credential
    const { length } = await tx
      .selectFrom('staff_passkeys')
      .select('id')
      .where('staff_id', '=', staff.id)
      .where('ended_at', 'is', null)
      .execute()
    if (length >= MAX_PER_PERSON) return fail('passkey_refused')
    const saved = await tx
      .insertInto('staff_passkeys')
      .values({
        staff_id: staff.id,
        credential_id: id,
        public_key: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: transports ?? [],
        name: name || (ctx.session.device ?? ''),
        created_at: ctx.now,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (saved === undefined) return fail('passkey_refused')
    return { reply: { success: true }, log: { subject: ['passkey', saved.id], after: { name } } }
  },
}

export const endPasskey: OfficeHandlers['end_passkey'] = {
  async change(tx, { passkey_id }, ctx) {
    const ended = await tx
      .updateTable('staff_passkeys')
      .set({ ended_at: ctx.now })
      .where('id', '=', passkey_id)
      // guard: own-passkey-only
      .where('staff_id', '=', staffOf(ctx).id)
      .where('ended_at', 'is', null)
      .returning('name')
      .executeTakeFirst()
    if (ended === undefined) return fail('not_found')
    return { reply: { success: true }, log: { subject: ['passkey', passkey_id], before: ended } }
  },
}

/** Lists no credentials, so that the response reveals nothing about staff: the browser offers those it has. */
export const getPasskeyOptions: OfficeHandlers['get_passkey_options'] = {
  beforeTransaction: countAttempt,
  async change(tx, _, { deps, session, now }) {
    const { generateAuthenticationOptions } = await webAuthn()
    const options = await generateAuthenticationOptions({
      rpID: siteOf(deps).expectedRPID,
      userVerification: 'required',
    })
    const { id, committed } = await session.ensure(tx)
    await storeChallenge(tx, id, options.challenge, now)
    return { reply: { options: { ...options } }, log: null, committed }
  },
}

/** The person whose passkey signed this session's challenge, or null. */
async function ownerOf(tx: Tx, ctx: OfficeContext, text: string) {
  const challenge = await consumeChallenge(tx, ctx)
  const response = credentialIn<AuthenticationResponseJSON>(text)
  if (challenge === null || response === null) return null
  const key = await tx
    .selectFrom('staff_passkeys as key')
    .innerJoin('staff', 'staff.id', 'key.staff_id')
    .select(['key.id', 'key.staff_id', 'key.credential_id', 'key.public_key', 'key.counter', 'staff.email'])
    .where('key.credential_id', '=', response.id)
    .where('key.ended_at', 'is', null)
    .where('staff.ended_at', 'is', null)
    .forUpdate('key')
    .executeTakeFirst()
  if (key === undefined) return null
  // The library refuses a counter that did not increase, the sign of a copied key.
  const { verifyAuthenticationResponse } = await webAuthn()
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    ...siteOf(ctx.deps),
    credential: {
      id: key.credential_id,
      publicKey: new Uint8Array(Buffer.from(key.public_key, 'base64url')),
      counter: key.counter,
    },
    requireUserVerification: true,
  }).catch(() => null)
  if (!checked?.verified) return null
  await tx
    .updateTable('staff_passkeys')
    .set({ counter: checked.authenticationInfo.newCounter, last_used_at: ctx.now })
    .where('id', '=', key.id)
    .execute()
  return key
}

export const signInWithPasskey: OfficeHandlers['sign_in_with_passkey'] = {
  beforeTransaction: countAttempt,
  async change(tx, { response }, ctx) {
    const owner = await ownerOf(tx, ctx, response)
    if (owner === null) return fail('passkey_refused')
    const { committed } = await ctx.session.replace(tx, { email: owner.email, staffId: owner.staff_id })
    return {
      reply: { success: true },
      log: { subject: ['passkey', owner.id], staffId: owner.staff_id, after: { device: ctx.session.device } },
      committed,
    }
  },
}

export const proveWithPasskey: OfficeHandlers['prove_with_passkey'] = {
  async change(tx, { response }, ctx) {
    const owner = await ownerOf(tx, ctx, response)
    if (owner === null || /* guard: own-passkey-proves */ owner.staff_id !== staffOf(ctx).id)
      return fail('passkey_refused')
    await tx.updateTable('staff_sessions').set({ proved_at: ctx.now }).where('id', '=', ctx.session.id!).execute()
    return { reply: { success: true }, log: { subject: ['passkey', owner.id] } }
  },
}
