import { callOffice } from './call.ts'

/** A passkey is a credential of the browser. On the wire its bytes are base64url, in the shapes of the WebAuthn standard. */

type Json = Record<string, unknown>

export const canUsePasskeys = (): boolean => typeof window !== 'undefined' && 'PublicKeyCredential' in window

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))

const textOf = (bytes: ArrayBuffer | null) =>
  bytes === null
    ? undefined
    : btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replace(/=+$/, '')

const descriptorsOf = (list: unknown) =>
  ((list as { id: string; transports?: AuthenticatorTransport[] }[] | undefined) ?? []).map((credential) => ({
    type: 'public-key' as const,
    ...credential,
    id: bytesOf(credential.id),
  }))

async function optionsOf(call: 'begin_passkey' | 'get_passkey_options'): Promise<Json | { failed: string }> {
  const answer = await callOffice(call, new URLSearchParams())
  return answer.ok ? (answer.reply.options as Json) : { failed: answer.code }
}

/** The browser's response to a challenge, as JSON for the server; null if it was refused or cancelled. */
export async function signWithPasskey(): Promise<string | null> {
  const options = await optionsOf('get_passkey_options')
  if ('failed' in options) return null
  const publicKey = {
    ...options,
    challenge: bytesOf(String(options.challenge)),
    allowCredentials: descriptorsOf(options.allowCredentials),
  } as PublicKeyCredentialRequestOptions
  const found = (await navigator.credentials.get({ publicKey }).catch(() => null)) as PublicKeyCredential | null
  if (found === null) return null
  const { clientDataJSON, authenticatorData, signature, userHandle } = found.response as AuthenticatorAssertionResponse
  return JSON.stringify({
    id: found.id,
    rawId: found.id,
    type: found.type,
    clientExtensionResults: {},
    response: {
      clientDataJSON: textOf(clientDataJSON),
      authenticatorData: textOf(authenticatorData),
      signature: textOf(signature),
      userHandle: textOf(userHandle),
    },
  })
}

/** A new passkey of this device as JSON; `mustProve` if a fresh proof of identity is needed first. */
export async function makePasskey(): Promise<{ response: string | null; mustProve: boolean }> {
  const options = await optionsOf('begin_passkey')
  if ('failed' in options) return { response: null, mustProve: options.failed === 'proof_too_old' }
  const user = options.user as { id: string; name: string; displayName: string }
  const publicKey = {
    ...options,
    challenge: bytesOf(String(options.challenge)),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: descriptorsOf(options.excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions
  const created = (await navigator.credentials.create({ publicKey }).catch(() => null)) as PublicKeyCredential | null
  if (created === null) return { response: null, mustProve: false }
  const answer = created.response as AuthenticatorAttestationResponse
  const response = JSON.stringify({
    id: created.id,
    rawId: created.id,
    type: created.type,
    clientExtensionResults: {},
    response: {
      clientDataJSON: textOf(answer.clientDataJSON),
      attestationObject: textOf(answer.attestationObject),
      transports: answer.getTransports?.() ?? [],
    },
  })
  return { response, mustProve: false }
}
