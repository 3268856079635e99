import { type CallName, PATHS } from '@foyer/contract/paths.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserWithProvedEmail, newEmail } from '../../testing/fixtures/buyers.ts'
import { type FullCustomer, fullCustomer, withCookie } from '../../testing/fixtures/full-customer.ts'
import type { Browser } from '../../testing/shop.ts'
import { openShopWithVendors, type ShopWithVendors } from '../../testing/vendors/vendors.ts'
import { bodiesAgainst, namingFields, rowsOf, unknownFields } from './attack.testing.ts'

/**
 * Promise 7, for every call of the contract: sending someone else's ids, references or tokens from a session without access
 * reveals and changes nothing of theirs. New calls and fields are included automatically.
 */

const CALL_NAMES = Object.keys(PATHS) as CallName[]

/**
 * What anyone may do: sign the terms of an order with its link; request a code or a mailing list confirmation for any address,
 * which goes to its mailbox only; and email the waiver link of their own order. after-the-order.test.ts shows that it is never
 * another's.
 */
const OPEN_TO_ALL: Partial<Record<CallName, readonly string[]>> = {
  sign_waiver: ['waiver_signatures', 'sale_events'],
  send_one_time_code: ['one_time_codes', 'mails', 'jobs'],
  check_one_time_code: ['one_time_codes'],
  join_mailing_list: ['mails', 'jobs'],
  send_waiver_link: ['mails', 'jobs'],
}
/** These delete the attacker's own data or change the session, so they come last. */
const LAST: CallName[] = ['remove_card', 'delete_address', 'destroy_sale', 'sign_out', 'logout_of_sale']
const ORDER = [...CALL_NAMES.filter((name) => !LAST.includes(name)), ...LAST]

let shop: ShopWithVendors
beforeAll(async () => {
  shop = await openShopWithVendors('postgres', { env: { DOOR_ACCESS_CODE: 'open sesame of the test' } })
})
afterAll(() => shop.close())

const tableOf = (row: string) => row.slice(0, row.indexOf(' '))

/** Sends these calls with all of their values. Returns what was revealed or changed of theirs. */
async function harmOf(names: readonly CallName[], browser: Browser, theirs: FullCustomer, own: FullCustomer | null) {
  const before = new Set(await rowsOf(shop.db, theirs))
  const harm: unknown[] = []
  for (const name of names)
    for (const body of bodiesAgainst(name, theirs, own)) {
      await shop.db.deleteFrom('rate_limits').execute()
      const { status, raw } = await browser.call(name, body)
      const sent = JSON.stringify(body)
      const revealed = theirs.secrets.filter((secret) => raw.body.includes(secret) && !sent.includes(secret))
      // 503: a vendor that does not know the attacker's own card.
      if (status === 500 || revealed.length > 0) harm.push({ name, body, status, revealed })
    }
  const after = new Set(await rowsOf(shop.db, theirs))
  const allowed = names.length === 1 ? (OPEN_TO_ALL[names[0]!] ?? []) : []
  const changed = [...[...before].filter((row) => !after.has(row)), ...[...after].filter((row) => !before.has(row))]
  return [...harm, ...changed.filter((row) => !allowed.includes(tableOf(row)))]
}

describe('authorisation of each call', () => {
  it('classifies every field of every call', () => {
    expect(CALL_NAMES.flatMap((name) => unknownFields(name).map((field) => `${name}.${field}`))).toEqual([])
  })

  it('the same bodies work for their owner', async () => {
    const zenobia = await fullCustomer(shop)
    const friend = await browserWithProvedEmail(shop, zenobia.friend)
    const hands: [CallName, Browser][] = [
      ['set_plan_card', zenobia.browser],
      ['claim_transfer', friend],
      ['resend_wallet', zenobia.browser],
      ['sign_waiver', shop.browser()],
      ['take_back_transfer', zenobia.browser],
      ['delete_address', zenobia.browser],
    ]
    for (const [name, browser] of hands) {
      const answers = []
      for (const body of bodiesAgainst(name, zenobia, null)) answers.push((await browser.call(name, body)).status)
      expect({ [name]: answers }).toEqual({ [name]: expect.arrayContaining([200]) })
    }
    expect(CALL_NAMES.filter((name) => namingFields(name).length > 0).length).toBeGreaterThan(15)
  })
})

describe('someone else’s ids, references and tokens', () => {
  const ATTACKERS: Record<string, () => Promise<{ browser: Browser; own: FullCustomer | null }>> = {
    'a browser without a session': async () => ({ browser: shop.browser(), own: null }),
    'a guest with a proved address': async () => ({
      browser: await browserWithProvedEmail(shop, newEmail()),
      own: null,
    }),
    'someone signed in with all of these things of their own': async () => {
      const own = await fullCustomer(shop)
      return { browser: own.browser, own }
    },
    'the buyer of another order': async () => {
      const own = await fullCustomer(shop)
      return { browser: own.order.browser, own }
    },
    'the holder of another basket': async () => {
      const own = await fullCustomer(shop)
      return { browser: withCookie(shop, own.open.cookie), own }
    },
  }

  it.each(Object.keys(ATTACKERS))(
    'sent by %s: no call reveals or changes anything',
    async (who) => {
      const zenobia = await fullCustomer(shop)
      const { browser, own } = await ATTACKERS[who]!()
      const strict = ORDER.filter((name) => OPEN_TO_ALL[name] === undefined)
      const harm = await harmOf(strict, browser, zenobia, own)
      for (const name of ORDER) if (OPEN_TO_ALL[name]) harm.push(...(await harmOf([name], browser, zenobia, own)))
      expect(harm).toEqual([])
    },
    120_000,
  )
})
