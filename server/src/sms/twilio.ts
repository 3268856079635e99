import type { SmsConfig } from '../vendor-settings.ts'

/** After this time the service counts as down. Shorter than the time after which a job counts as abandoned. */
const TIMEOUT_MS = 20_000

export type SmsOutcome = { ok: true; providerId: string } | { ok: false; refused: true; reason: string }

/**
 * Sends text messages through Twilio's Messages API: a form, basic authentication, 201 with a `sid`. Functions throw when another
 * try may help (no response, a server error, too many requests, a rejected key), and return a refusal of this one message.
 */
export function smsService({ apiUrl, accountSid, authToken, from }: SmsConfig, call: typeof fetch = fetch) {
  const messages = `${apiUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`

  async function callApi(
    url: string,
    init: RequestInit = {},
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    let response: Response
    let body: Record<string, unknown>
    try {
      response = await call(url, {
        ...init,
        headers: { authorization },
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      body = (await response.json()) as Record<string, unknown>
    } catch (error) {
      // Only the name of the original error: its message might contain the phone number.
      throw new Error(`the SMS service did not answer: ${(error as Error).name}`)
    }
    const { status } = response
    if (status >= 500 || [401, 403, 404, 408, 429].includes(status))
      throw new Error(`the SMS service did not answer: HTTP ${status}`)
    return { status, body }
  }

  return {
    /** `to` in international form. */
    async send(to: string, text: string): Promise<SmsOutcome> {
      const form = new URLSearchParams({ To: to, From: from, Body: text })
      const { status, body } = await callApi(messages, { method: 'POST', body: form })
      if (status === 201 && typeof body.sid === 'string') return { ok: true, providerId: body.sid }
      return { ok: false, refused: true, reason: `${body.code ?? status}: ${body.message ?? 'refused'}` }
    },
    /** The id of a message with this text to this number since then, for a lost response. Null when there is none. */
    async find(to: string, text: string, since: Date): Promise<string | null> {
      const query = new URLSearchParams({ To: to, From: from, 'DateSent>': since.toISOString().slice(0, 10) })
      const { body } = await callApi(`${messages}?${query}`)
      const sent = Array.isArray(body.messages)
        ? (body.messages as { sid: string; body: string; status: string }[])
        : []
      return sent.find((message) => message.body === text && message.status !== 'failed')?.sid ?? null
    },
  }
}
