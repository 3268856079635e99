import { vi } from 'vitest'

type Reply = object | { status: number; body: object } | 'offline'
export type Sent = { method: string; url: string; form: Record<string, string>; init: RequestInit }

const isFailure = (reply: Reply): reply is { status: number; body: object } =>
  typeof reply === 'object' && 'status' in reply

/**
 * Replaces the shop's server: replies by the end of the address (`add_to_basket/`), in turn where there is a list, and records
 * what was sent.
 */
export function answerCalls(replies: Record<string, Reply | Reply[]>): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const form = Object.fromEntries(new URLSearchParams(String(init.body ?? '')))
    sent.push({ method: init.method ?? 'GET', url, form, init })
    const name = Object.keys(replies).find((end) => url.split('?')[0]!.endsWith(end))
    if (!name) throw new Error(`nobody answers ${url}`)
    const replyOrList = replies[name]!
    const reply = Array.isArray(replyOrList) ? replyOrList.shift()! : replyOrList
    if (reply === 'offline') throw new TypeError('Failed to fetch')
    return isFailure(reply) ? Response.json(reply.body, { status: reply.status }) : Response.json(reply)
  })
  return sent
}
