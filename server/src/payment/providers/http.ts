import { ProviderDown, type ProviderName } from '../../payment-provider.ts'

/** Longer than this and the buyer has given up; the vendors answer in well under a second. */
const TIMEOUT_MS = 20_000

export type Answered = { status: number; body: unknown }

/**
 * One call to a vendor. Answers what the vendor said, refusals too; throws ProviderDown for silence, a broken connection, a
 * fault of the vendor's own (5xx), too many requests, and for a refused key, which no buyer can mend. What was sent and what
 * came back is never part of the error: it may hold tokens and addresses.
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
