import { ProviderDown, type ProviderName } from '../provider/provider.ts'

/** Buyers give up after this; providers respond in well under a second. */
const TIMEOUT_MS = 20_000

export type Answered = { status: number; body: unknown }

/**
 * Calls a provider and returns its response, refusals included. Throws ProviderDown for a timeout, a broken connection, an
 * internal error (5xx), too many requests, or a rejected key, which no buyer can fix. Errors never contain the request or
 * response, which may hold tokens and addresses.
 */
export async function ask(
  provider: ProviderName,
  url: string,
  init: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string },
): Promise<Answered> {
  let status: number
  let text: string
  try {
    const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
    status = answer.status
    text = await answer.text()
  } catch (error) {
    throw new ProviderDown(provider, new Error((error as Error).name))
  }
  if (status >= 500 || status === 429 || status === 408)
    throw new ProviderDown(provider, new Error(`HTTP ${status}`), { answered: status >= 500 })
  try {
    return { status, body: text === '' ? {} : JSON.parse(text) }
  } catch {
    throw new ProviderDown(provider, new Error(`HTTP ${status} without JSON`))
  }
}
