import { randomUUID } from 'node:crypto'
import { OFFICE_PATHS, type OfficeCallName } from '@foyer/contract/office/paths.ts'
import type { Role } from '@foyer/domain/office/rights.ts'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import qs from 'qs'
import { inTx } from '../../db/transaction/tx.ts'
import { codeMailedTo } from '../../testing/fixtures/buyers.ts'
import type { TestShop } from '../../testing/shop.ts'
import { officeTokenHash } from '../session/session.ts'
import { findOrAddPerson, giveRole } from '../team/people.ts'

export type OfficeReply = {
  status: number
  body: Record<string, unknown> & { code?: string }
  raw: LightMyRequestResponse
}

/** A browser in the office with a cookie jar of its own, at this network address. */
export function officeBrowser(app: FastifyInstance, jar = new Map<string, string>(), remoteAddress = '127.0.0.1') {
  const send = async (method: 'GET' | 'POST', url: string, form?: object) => {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
    const raw = await app.inject({
      method,
      url,
      remoteAddress,
      headers: {
        ...(cookie && { cookie }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form && { payload: qs.stringify(form) }),
    })
    for (const set of [raw.headers['set-cookie'] ?? []].flat()) {
      const [name, value] = set.split(';')[0]!.split(/=(.*)/) as [string, string]
      value === '' ? jar.delete(name) : jar.set(name, value)
    }
    return raw
  }
  return {
    jar,
    get: (url: string) => send('GET', url),
    post: (url: string, form: object = {}) => send('POST', url, form),
    async call(name: OfficeCallName, body: object = {}): Promise<OfficeReply> {
      const [method, url] = OFFICE_PATHS[name]
      const raw =
        method === 'GET'
          ? await send('GET', `${url}${qs.stringify(body, { addQueryPrefix: true })}`)
          : await send('POST', url, body)
      const isJson = String(raw.headers['content-type']).startsWith('application/json')
      return { status: raw.statusCode, body: isJson ? raw.json() : {}, raw }
    },
  }
}
export type OfficeBrowser = ReturnType<typeof officeBrowser>

let people = 0
export const newStaffEmail = (): string => `staff-${process.pid}-${++people}@example.com`

/** A person with a role, written to the database. */
export async function createStaff(
  { db, clock }: Pick<TestShop, 'db' | 'clock'>,
  organiserId: number,
  role: Role,
  eventIds: number[] | null = null,
) {
  const email = newStaffEmail()
  const now = clock.now()
  const id = await inTx(db, async (tx) => {
    const staffId = await findOrAddPerson(tx, { email, name: `Staff ${email}`, now })
    await giveRole(tx, { staffId, organiserId, role, eventIds, by: null, now })
    return staffId
  })
  return { id, email }
}

/** Signs in by a code, as a person does. */
export async function signIn(shop: Pick<TestShop, 'app' | 'db'>, email: string): Promise<OfficeBrowser> {
  const browser = officeBrowser(shop.app)
  await proveEmail(shop, browser, email)
  return browser
}

export async function proveEmail(
  { db }: Pick<TestShop, 'db'>,
  browser: OfficeBrowser,
  email: string,
): Promise<OfficeReply> {
  const sent = await browser.call('office_send_code', { email })
  if (sent.status !== 200) throw new Error(`no code: ${JSON.stringify(sent.body)}`)
  return browser.call('office_check_code', { email, code: await codeMailedTo({ db } as TestShop, email) })
}

/** The lines of the log about one person, oldest first. */
export const logOf = ({ db }: Pick<TestShop, 'db'>, staffId: number) =>
  db.selectFrom('staff_log').selectAll().where('staff_id', '=', staffId).orderBy('id').execute()

/** A session as after a sign-in, written to the database. */
export async function inSession(
  { app, db, clock }: Pick<TestShop, 'app' | 'db' | 'clock'>,
  who: { email: string; staffId: number | null; provedAt?: Date },
): Promise<OfficeBrowser & { number: number }> {
  const token = randomUUID()
  const now = clock.now()
  const later = new Date(now.getTime() + 86_400_000)
  const { number } = await db
    .insertInto('staff_sessions')
    .values({
      id: officeTokenHash(token),
      staff_id: who.staffId,
      email: who.email,
      proved_at: who.provedAt ?? now,
      created_at: now,
      last_seen_at: now,
      idle_until: later,
      expires_at: later,
    })
    .returning('number')
    .executeTakeFirstOrThrow()
  const jar = new Map([['foyer_office', encodeURIComponent(app.signCookie(token))]])
  return { ...officeBrowser(app, jar), number }
}
