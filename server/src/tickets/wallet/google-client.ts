import { createPrivateKey, createSign } from 'node:crypto'
import { z } from 'zod'
import type { GoogleWalletConfig } from '../../vendor-settings.ts'

const DEADLINE_MS = 10_000
const SCOPE = 'https://www.googleapis.com/auth/wallet_object.issuer'
/** A token is used until a minute before it ends. */
const EARLY_MS = 60_000

const addressesOf = ({ url }: GoogleWalletConfig) => ({
  api: `${url ?? 'https://walletobjects.googleapis.com'}/walletobjects/v1`,
  token: url === undefined ? 'https://oauth2.googleapis.com/token' : `${url}/token`,
  save: `${url ?? 'https://pay.google.com'}/gp/v/save`,
})

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** A JSON Web Token signed by the service account (RS256). */
function signed({ key }: GoogleWalletConfig, claims: object): string {
  const content = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims)}`
  return `${content}.${createSign('RSA-SHA256').update(content).sign(createPrivateKey(key), 'base64url')}`
}

/** The URL that saves an object to a person's wallet. The object must exist already. */
export function saveUrl(settings: GoogleWalletConfig, ids: { objectId: string; classId: string }, now: Date): string {
  const token = signed(settings, {
    iss: settings.account,
    aud: 'google',
    typ: 'savetowallet',
    iat: Math.floor(now.getTime() / 1000),
    origins: [],
    payload: { eventTicketObjects: [{ id: ids.objectId, classId: ids.classId }] },
  })
  return `${addressesOf(settings).save}/${token}`
}

export type GoogleResource = { id: string } & Record<string, unknown>

const Token = z.object({ access_token: z.string(), expires_in: z.number() })

/** Google Wallet's REST API with the access of one service account, which is renewed before it expires. */
export function googleClient(settings: GoogleWalletConfig) {
  const addresses = addressesOf(settings)
  let access: { token: string; until: number } | null = null

  async function accessToken(now: Date): Promise<string> {
    if (access !== null && access.until > now.getTime()) return access.token
    const at = Math.floor(now.getTime() / 1000)
    const assertion = signed(settings, {
      iss: settings.account,
      scope: SCOPE,
      aud: addresses.token,
      iat: at,
      exp: at + 3600,
    })
    const response = await fetch(addresses.token, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
      signal: AbortSignal.timeout(DEADLINE_MS),
    })
    if (!response.ok) throw new Error(`no access to Google Wallet: ${response.status}`)
    const { access_token, expires_in } = Token.parse(await response.json())
    access = { token: access_token, until: now.getTime() + expires_in * 1000 - EARLY_MS }
    return access_token
  }

  const send = async (method: 'POST' | 'PUT', path: string, body: GoogleResource, now: Date): Promise<number> => {
    const response = await fetch(`${addresses.api}${path}`, {
      method,
      headers: { authorization: `Bearer ${await accessToken(now)}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(DEADLINE_MS),
    })
    await response.arrayBuffer()
    // Asked for again at the next try.
    if (response.status === 401) access = null
    return response.status
  }

  return {
    /** Replaces a class or an object, or creates it if Google has none. */
    async put(kind: 'eventTicketClass' | 'eventTicketObject', body: GoogleResource, now: Date): Promise<void> {
      const replaced = await send('PUT', `/${kind}/${encodeURIComponent(body.id)}`, body, now)
      const status = replaced === 404 ? await send('POST', `/${kind}`, body, now) : replaced
      // 409: another process made it in between.
      const done = status === 409 ? await send('PUT', `/${kind}/${encodeURIComponent(body.id)}`, body, now) : status
      if (done < 200 || done > 299) throw new Error(`status of Google Wallet: ${done}`)
    },
  }
}
