import { CALLS } from '@foyer/contract/calls.ts'
import { type CallName, PATHS } from '@foyer/contract/paths.ts'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { seededRandom } from '../../random.ts'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { createBuyerWithHold, markPaid, newEmail, prove } from '../../testing/fixtures/buyers.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { type Browser, type TestShop, useShop } from '../../testing/shop.ts'

/** What someone who wants to break a call would send, where a value is expected. */
const NASTY: unknown[] = [
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  '1e9',
  'abc',
  'true',
  'null',
  'NaN',
  '9'.repeat(25),
  '9007199254740993',
  'x'.repeat(6000),
  '\u0000',
  '\ud800',
  '💥',
  '../../etc/passwd',
  "' or 1=1; --",
  '<script>alert(1)</script>',
  '%',
  'constructor',
  { a: '1' },
  { __proto__: { admin: true } },
  ['1', '2'],
  [],
  { '0': { '0': '1' } },
]

/** The names of the fields a call takes, from its own schema, and a few it does not. */
function fieldsOf(name: CallName): string[] {
  const schema = z.toJSONSchema(CALLS[name].body, { io: 'input', unrepresentable: 'any' }) as { properties?: object }
  return [...Object.keys(schema.properties ?? {}), 'id', 'toString', 'unknown']
}

async function withAccount(shop: TestShop) {
  // Codes are limited per network address and hour.
  shop.clock.advance(3600)
  const { browser, saleId } = await createBuyerWithHold(shop)
  const email = newEmail()
  await browser.call('update_basket_state', { state: 'login' })
  await prove(shop, browser, email)
  await browser.call('save_guest_to_sale', { email, fullname: 'Ada Lovelace' })
  return { browser, saleId }
}

/** Sales as far as a buyer can get by calls alone; every fuzzed call finds each of them. */
const SALES: Record<string, (shop: TestShop) => Promise<Browser>> = {
  nothing: async (shop) => shop.browser(),
  basket: async (shop) => {
    const { ticketId } = await createEvent(shop.db)
    const browser = shop.browser()
    await browser.call('add_to_basket', { ticket_id: ticketId, quantity: 1 })
    return browser
  },
  held: async (shop) => (await createBuyerWithHold(shop)).browser,
  account: async (shop) => (await withAccount(shop)).browser,
  paid: async (shop) => {
    const { browser, saleId } = await withAccount(shop)
    await markPaid(shop, saleId)
    return browser
  },
}

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121)
const TRIES = Number(process.env.FUZZ_TRIES ?? 6)

describeOnBoth('any call with any body', (kind) => {
  const shop = useShop(kind)

  it.each(Object.keys(SALES))(
    'returns less than 500, in the sale state %s',
    async (state) => {
      const random = seededRandom(SEED)
      const one = <T>(of: readonly T[]): T => of[random.int(of.length)]!
      const broken: unknown[] = []
      for (const name of Object.keys(PATHS) as CallName[]) {
        const browser = await SALES[state]!(shop())
        for (let n = 0; n < TRIES; n++) {
          const body = Object.fromEntries(
            fieldsOf(name).flatMap((field) => (random.int(4) === 0 ? [] : [[field, one(NASTY)]])),
          )
          const { status, body: answer } = await browser.call(name, body)
          const isExplained = status < 400 || (typeof answer.error === 'string' && answer.error.length > 0)
          if (status >= 500 || !isExplained) broken.push({ seed: SEED, name, body, status, answer })
        }
      }
      expect(broken).toEqual([])
    },
    120_000,
  )
})
