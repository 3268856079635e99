import { OFFICE_PATHS, type OfficeCallName } from '@foyer/contract/office/paths.ts'
import { type CallName, PATHS } from '@foyer/contract/paths.ts'
import type { Checkout } from '@foyer/contract/types.ts'
import type { FastifyInstance } from 'fastify'
import qs from 'qs'
import type { Db } from '../db/transaction/tx.ts'

/** The reply of a call: whether it was answered with 200, and its body. */
type Reply = { ok: boolean; body: Record<string, unknown> }

const MAX_COOKIES = 5

/** A browser of the demo: it makes the calls of the pages, in this process and without the network. */
export function openBrowser({ app }: { app: FastifyInstance }, remoteAddress: string) {
  const cookies = new Map<string, string>()
  const send = async (method: 'GET' | 'POST', url: string, form?: object) => {
    const response = await app.inject({
      method,
      url,
      remoteAddress,
      headers: {
        ...(cookies.size > 0 && { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form && { payload: qs.stringify(form) }),
    })
    for (const set of [response.headers['set-cookie'] ?? []].flat().slice(0, MAX_COOKIES)) {
      const [name, value] = set.split(';')[0]!.split(/=(.*)/) as [string, string]
      cookies.set(name, value)
    }
    return response
  }
  const call = async ([method, url]: readonly ['GET' | 'POST', string], form: object): Promise<Reply> => {
    const response =
      method === 'POST'
        ? await send(method, url, form)
        : await send(method, `${url}${qs.stringify(form, { addQueryPrefix: true })}`)
    return { ok: response.statusCode === 200, body: response.json() as Record<string, unknown> }
  }
  return {
    open: (url: string) => send('GET', url),
    post: (url: string, form: object) => send('POST', url, form),
    call: (name: CallName, form: object = {}) => call(PATHS[name], form),
    /** A call of the office. */
    office: (name: OfficeCallName, form: object = {}) => call(OFFICE_PATHS[name], form),
    checkout: async () => (await send('GET', PATHS.get[1])).json() as Checkout,
  }
}

export type Browser = ReturnType<typeof openBrowser>

/** The six digits of the newest code that was emailed to an address. */
export async function codeSentTo(db: Db, email: string): Promise<string | undefined> {
  const mail = await db
    .selectFrom('mails')
    .select('body_text')
    .where('recipient', '=', email)
    .where('kind', '=', 'code')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return /\b(\d{6})\b/.exec(mail?.body_text ?? '')?.[1]
}
