import type { ReplyOf, SentBody } from '@foyer/contract/calls.ts'
import { type CallName, PATHS } from '@foyer/contract/paths.ts'
import type { Checkout } from '@foyer/contract/types.ts'
import { clearAllDrafts } from '../drafts/draft-storage.ts'
import { deleteSavedWallet } from '../wallet-offline/wallet-offline.ts'
import { formOf } from './form.ts'
import { endWithPage, LEFT, leaveUnfinished } from './leaving.ts'

export type Failed = {
  ok: false
  /** HTTP status; 0 without a reply: offline, or timed out */
  status: number
  code?: string
  /** the server's message for the buyer; when it is empty, the caller shows its own text */
  error: string
  body?: Record<string, unknown>
}
export type Answer<N extends CallName> =
  | {
      ok: true
      reply: ReplyOf<N>
      /** the checkout after the call, where it was requested and could be read */
      checkout?: Checkout
    }
  | Failed

export type CallOptions = {
  /** asks for the checkout after the call, which saves a `get` */
  withCheckout?: boolean
  /** milliseconds */
  timeout?: number
  /** aborts the call, whose promise then never settles */
  signal?: AbortSignal
}

export type Call = <N extends CallName>(name: N, body?: SentBody<N>, options?: CallOptions) => Promise<Answer<N>>

/** Long enough for a payment provider behind the server, short enough that the page does not seem broken. */
const TIMEOUT_MS = 30_000

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/**
 * Calls the server. The promise always resolves, unless the page is left or the caller's signal aborts the call: then it never
 * settles, so that no message appears on a page that is gone.
 */
export async function call<N extends CallName>(
  name: N,
  body?: SentBody<N>,
  options: CallOptions = {},
): Promise<Answer<N>> {
  const [method, path] = PATHS[name]
  const { address, rest } = fillPath(path, body ?? {})
  const form = formOf(rest)
  const url = method === 'GET' && form.size > 0 ? `${address}?${form}` : address

  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), options.timeout ?? TIMEOUT_MS)
  const stop = () => controller.abort(LEFT)
  options.signal?.addEventListener('abort', stop)
  if (options.signal?.aborted) stop()
  const done = endWithPage(controller, name)
  try {
    const response = await fetch(url, {
      method,
      body: method === 'POST' ? form : undefined,
      headers: { accept: 'application/json', ...(options.withCheckout && { prefer: 'return=representation' }) },
      credentials: 'same-origin',
      signal: controller.signal,
    })
    const answer: unknown = await response.json().catch((reason: unknown) => {
      if (controller.signal.aborted) throw reason
      return null
    })
    if (response.ok && isRecord(answer)) {
      clearAllDrafts(name)
      await deleteSavedWallet(name)
      return { ok: true, reply: answer as ReplyOf<N>, checkout: checkoutIn(answer, options) }
    }
    return failed(response.status, isRecord(answer) ? answer : undefined)
  } catch {
    if (controller.signal.reason === LEFT) return new Promise(() => {})
    return failed(0)
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', stop)
    done()
  }
}

const checkoutIn = ({ checkout }: { checkout?: unknown }, { withCheckout }: CallOptions): Checkout | undefined =>
  withCheckout && isRecord(checkout) ? (checkout as Checkout) : undefined

/** Sends a call while the page unloads, without waiting for a reply. */
export function sendOnLeaving<N extends CallName>(name: N, body: SentBody<N>): void {
  const { address, rest } = fillPath(PATHS[name][1], body ?? {})
  navigator.sendBeacon(address, formOf(rest))
  leaveUnfinished()
}

function failed(status: number, body?: Record<string, unknown>): Failed {
  const { error, code } = body ?? {}
  return {
    ok: false,
    status,
    code: typeof code === 'string' ? code : undefined,
    error: typeof error === 'string' ? error : '',
    body,
  }
}

/** `/events/:slug/` with `{ slug }` becomes `/events/gala/`; fields that are not in the path stay in the body. */
function fillPath(path: string, body: object): { address: string; rest: object } {
  const rest: Record<string, unknown> = { ...body }
  const address = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]))
    delete rest[name]
    return value
  })
  return { address, rest }
}
