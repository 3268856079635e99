import type { OfficeCallName } from '@foyer/contract/office/paths.ts'
import type { KeyRole } from '@foyer/domain/office/rights.ts'
import type { FastifyInstance } from 'fastify'
import qs from 'qs'
import { createStaff, inSession } from '../../office/testing/office.ts'
import type { TestShop } from '../../testing/shop.ts'

/** An owner of an organiser, signed in to the office, who can create API keys. */
export async function createKeyOwner(shop: TestShop, organiserId: number) {
  const { id, email } = await createStaff(shop, organiserId, 'owner')
  // Signed in for each call, because tests move the clock by days.
  const browser = {
    call: async (name: OfficeCallName, body: object) =>
      (await inSession(shop, { staffId: id, email })).call(name, body),
  }
  return {
    id,
    browser,
    async key(role: KeyRole = 'reader', eventIds: number[] = []) {
      const sent = { organiser_id: organiserId, name: 'Website', role, event_ids: eventIds }
      const { status, body } = await browser.call('make_key', sent)
      if (status !== 200) throw new Error(`no key: ${JSON.stringify(body)}`)
      return String(body.secret)
    },
  }
}

/** A program that sends a key. */
export function program(app: FastifyInstance, key: string | null, headers: Record<string, string> = {}) {
  return async (path: string, query: object = {}) => {
    const sent = { ...headers, ...(key !== null && { authorization: `Bearer ${key}` }) }
    const raw = await app.inject({
      url: `/api/v1/${path}${qs.stringify(query, { addQueryPrefix: true })}`,
      headers: sent,
    })
    return { status: raw.statusCode, body: raw.json(), raw }
  }
}
