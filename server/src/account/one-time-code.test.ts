import { checkout } from '@foyer/contract/messages.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { expect, it } from 'vitest'
import { describeOnBoth, describeOnPostgres } from '../testing/database/databases.ts'
import {
  type browserWithProvedEmail,
  codeMailedTo,
  createAccount,
  createBuyerWithHold,
  markPaid,
  newEmail,
  prove,
  putInBasket,
  reserve,
} from '../testing/fixtures/buyers.ts'
import { useShop } from '../testing/shop.ts'

const WRONG = {
  status: 400,
  body: { type: 'one_time_code', message: checkout['account.wrongCode'], error: checkout['account.wrongCode'] },
}
const ENDED = {
  status: 400,
  body: { type: 'one_time_code', message: checkout['account.codeEnded'], error: checkout['account.codeEnded'] },
}
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describeOnBoth('one-time codes', (kind) => {
  const shop = useShop(kind)

  it('[API-18] [ACC-18] emails six digits, reveals nothing else, and stores the code only as a hash', async () => {
    const email = newEmail()
    const answer = await shop()
      .browser()
      .call('send_one_time_code', { email: ` ${email.toUpperCase()} ` })
    expect([answer.status, answer.body]).toEqual([200, { success: true }])
    const code = await codeMailedTo(shop(), email)
    expect(code).toMatch(/^\d{6}$/)
    const rows = await shop().db.selectFrom('one_time_codes').selectAll().where('email', '=', email).execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(code)
    const jobs = await shop().db.selectFrom('jobs').select(['key', 'payload']).execute()
    expect(JSON.stringify(jobs)).not.toContain(code)
  })

  it('[API-18] refuses an invalid address and sends nothing', async () => {
    expect(await shop().browser().call('send_one_time_code', { email: 'ada@nowhere' })).toMatchObject({
      status: 400,
      body: { error: 'Please type a valid email address' },
    })
  })

  it('treats known and unknown addresses alike', async () => {
    const known = (await createAccount(shop())).email
    const unknown = newEmail()
    const [one, other] = [
      await shop().browser().call('send_one_time_code', { email: known }),
      await shop().browser().call('send_one_time_code', { email: unknown }),
    ]
    expect([one.status, one.body]).toEqual([other.status, other.body])
    const rowsOf = (email: string) =>
      shop().db.selectFrom('mails').select(['kind', 'status']).where('recipient', '=', email).execute()
    expect(await rowsOf(known)).toEqual(await rowsOf(unknown))
  })

  it('[API-19] [ACC-11] [ROLE-06] a correct code signs in to an existing account with a new session token', async () => {
    const user = await createAccount(shop())
    const browser = shop().browser()
    await browser.call('send_one_time_code', { email: user.email })
    const before = browser.cookie()
    const answer = await browser.call('check_one_time_code', {
      email: user.email,
      code: await codeMailedTo(shop(), user.email),
    })
    expect([answer.status, answer.body]).toEqual([200, { has_account: true }])
    expect(browser.cookie()).not.toBe(before)
    expect((await browser.call('get_user')).body).toMatchObject({ user: { id: user.id, email: user.email } })
    // The token from before the sign-in no longer gives access to anything.
    const thief = await shop().app.inject({ url: '/ajax/user/user/get_user/', headers: { cookie: before! } })
    expect(thief.json()).toEqual({ user: null })
  })

  it('[API-19] [ACC-12] a correct code without an account confirms the address without signing in', async () => {
    const browser = shop().browser()
    const email = newEmail()
    expect((await prove(shop(), browser, email)).body).toEqual({ has_account: false })
    expect((await browser.call('get_user')).body).toEqual({ user: null })
    expect((await browser.checkout()).init_guest_email).toBe(email)
  })

  it('[API-20] a wrong code returns its type and text, and the fifth one invalidates the code', async () => {
    const browser = shop().browser()
    const email = newEmail()
    await browser.call('send_one_time_code', { email })
    const code = await codeMailedTo(shop(), email)
    for (let tries = 1; tries < LIMITS.oneTimeCodeTries; tries++)
      expect(await browser.call('check_one_time_code', { email, code: otherThan(code) })).toMatchObject(WRONG)
    expect(await browser.call('check_one_time_code', { email, code: otherThan(code) })).toMatchObject(ENDED)
    expect(await browser.call('check_one_time_code', { email, code })).toMatchObject(ENDED)
  })

  it('[ACC-21] expires after exactly 15 minutes', async () => {
    const [early, late] = [shop().browser(), shop().browser()]
    const [one, other] = [newEmail(), newEmail()]
    await early.call('send_one_time_code', { email: one })
    await late.call('send_one_time_code', { email: other })
    shop().clock.advance(15 * 60 - 0.001)
    expect(
      await early.call('check_one_time_code', { email: one, code: await codeMailedTo(shop(), one) }),
    ).toMatchObject({ status: 200 })
    shop().clock.advance(0.001)
    expect(
      await late.call('check_one_time_code', { email: other, code: await codeMailedTo(shop(), other) }),
    ).toMatchObject(ENDED)
  })

  it('a new code invalidates the previous one; a code already used may be sent again by the same session', async () => {
    const browser = shop().browser()
    const email = newEmail()
    await browser.call('send_one_time_code', { email })
    const older = await codeMailedTo(shop(), email)
    shop().clock.advance(31)
    await browser.call('send_one_time_code', { email })
    const newer = await codeMailedTo(shop(), email)
    if (older !== newer) expect(await browser.call('check_one_time_code', { email, code: older })).toMatchObject(WRONG)
    for (const _ of [1, 2])
      expect(await browser.call('check_one_time_code', { email, code: newer })).toMatchObject({ status: 200 })
    expect(await shop().browser().call('check_one_time_code', { email, code: newer })).toMatchObject(ENDED)
  })

  it('is bound to its address and session', async () => {
    const [asked, thief] = [shop().browser(), shop().browser()]
    const [email, victim] = [newEmail(), (await createAccount(shop())).email]
    await asked.call('send_one_time_code', { email })
    await thief.call('send_one_time_code', { email: victim })
    const [code, victims] = [await codeMailedTo(shop(), email), await codeMailedTo(shop(), victim)]
    expect(await asked.call('check_one_time_code', { email: victim, code })).toMatchObject(ENDED)
    expect(await asked.call('check_one_time_code', { email: victim, code: victims })).toMatchObject(ENDED)
    expect(await thief.call('check_one_time_code', { email, code })).toMatchObject(ENDED)
    expect((await asked.call('get_user')).body).toEqual({ user: null })
  })

  it('[OPEN-56] sends a browser one code per 30 seconds and five six-digit ones an hour for an address, then long ones', async () => {
    const email = newEmail()
    const browser = shop().browser()
    const send = () => browser.call('send_one_time_code', { email })
    expect((await send()).body).toEqual({ success: true })
    shop().clock.advance(20)
    expect(await send()).toMatchObject({
      status: 429,
      body: { error: 'We’ve just sent you a code. Please wait 10 seconds before asking for another.' },
    })
    for (let sent = 2; sent <= 5; sent++) {
      shop().clock.advance(30)
      expect((await send()).body).toEqual({ success: true })
    }
    shop().clock.advance(30)
    expect((await send()).body).toEqual({ success: true, long_code: true })
    const code = await codeMailedTo(shop(), email)
    expect(code).toMatch(/^(?:\d{3} ){3}\d{3}$/)
    const mails = () =>
      shop().db.selectFrom('mails').select('body_text').where('recipient', '=', email).orderBy('id').execute()
    expect(await mails()).toHaveLength(6)
    expect((await mails()).at(-1)!.body_text).toMatch(/longer\s+than\s+usual/)
    expect((await mails())[0]!.body_text).not.toMatch(/longer\s+than\s+usual/)
    // The same long code is good for a while, and no other is sent.
    shop().clock.advance(LIMITS.longCodeEverySeconds - 1)
    expect((await send()).body).toEqual({ success: true, long_code: true })
    expect(await mails()).toHaveLength(6)
    expect(await codeMailedTo(shop(), email)).toBe(code)
    shop().clock.advance(1)
    expect((await send()).body).toEqual({ success: true, long_code: true })
    expect(await mails()).toHaveLength(7)
    shop().clock.advance(3600)
    expect((await send()).body).toEqual({ success: true })
  })

  it('a long code signs in within a hold, in the checkout', async () => {
    const { browser } = await createBuyerWithHold(shop())
    const email = newEmail()
    for (let sent = 1; sent <= 6; sent++) {
      expect((await browser.call('send_one_time_code', { email })).status).toBe(200)
      shop().clock.advance(30)
    }
    const code = await codeMailedTo(shop(), email)
    const wrong = code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))
    expect(await browser.call('check_one_time_code', { email, code: wrong })).toMatchObject(WRONG)
    expect(await browser.call('check_one_time_code', { email, code: code.slice(0, 7) })).toMatchObject(WRONG)
    const checked = await browser.call('check_one_time_code', { email, code, context: 'checkout' })
    expect(checked).toMatchObject({ status: 200 })
    shop().clock.advance(3600)
  })

  it('limits how many codes one browser may request, for any addresses', async () => {
    const browser = shop().browser()
    const statuses: number[] = []
    for (let n = 0; n < 16; n++) statuses.push((await browser.call('send_one_time_code', { email: newEmail() })).status)
    expect(statuses).toEqual([...Array(15).fill(200), 429])
    shop().clock.advance(3600)
  })

  it('[ACC-11] attaches the held sale to the account', async () => {
    const user = await createAccount(shop())
    const { browser, saleId } = await createBuyerWithHold(shop())
    expect((await prove(shop(), browser, user.email)).body).toEqual({ has_account: true })
    const sale = await shop()
      .db.selectFrom('sales')
      .select(['user_id', 'guest_email'])
      .where('id', '=', saleId)
      .executeTakeFirst()
    expect(sale).toEqual({ user_id: user.id, guest_email: null })
    expect((await browser.checkout()).account).toEqual({
      full_name: 'Ada Lovelace',
      email: user.email,
      is_guest: false,
    })
  })

  it('[API-20] returns type reserving when the code is correct but the tickets have gone', async () => {
    const user = await createAccount(shop())
    const { browser } = await createBuyerWithHold(shop())
    shop().clock.advance(LIMITS.holdSeconds - 60)
    await browser.call('send_one_time_code', { email: user.email })
    shop().clock.advance(61)
    const code = await codeMailedTo(shop(), user.email)
    const answer = await browser.call('check_one_time_code', { email: user.email, code })
    const text = 'Your checkout time expired. If the tickets are still available, you can try to reserve them again.'
    expect(answer).toMatchObject({ status: 400, body: { type: 'reserving', message: text, error: text } })
    expect((await browser.call('get_user')).body).toEqual({ user: null })
    expect((await browser.checkout()).state).toBe('basket')
  })

  it('[API-20] returns a type and message when there is no address to verify', async () => {
    const text = 'Please type a valid email address'
    expect(await shop().browser().call('check_one_time_code', { code: '123456' })).toMatchObject({
      status: 400,
      body: { type: 'one_time_code', message: text, error: text },
    })
  })

  it.each(['before', 'after'])(
    '[API-20, ACC-23] returns type reserving when another tab edited the basket %s the code was sent',
    async (when) => {
      const email = newEmail()
      const { browser, ticketId } = await createBuyerWithHold(shop())
      const edit = async () => {
        await browser.call('destroy_sale')
        await browser.call('update_ticket_quantity', { ticket_id: ticketId, quantity: 2 })
      }
      if (when === 'before') await edit()
      await browser.call('send_one_time_code', { email })
      if (when === 'after') await edit()
      const code = await codeMailedTo(shop(), email)
      const text = 'Your tickets are no longer reserved. If they’re still available, you can reserve them again.'
      expect(await browser.call('check_one_time_code', { email, code, context: 'checkout' })).toMatchObject({
        status: 400,
        body: { type: 'reserving', message: text, error: text },
      })
      expect(await browser.checkout()).toMatchObject({ state: 'basket', reserving_error: text })
    },
  )

  it('signs in when the basket is not, or is no longer, reserved', async () => {
    const user = await createAccount(shop())
    const { browser } = await createBuyerWithHold(shop())
    shop().clock.advance(LIMITS.holdSeconds)
    await browser.checkout()
    expect((await prove(shop(), browser, user.email)).body).toEqual({ has_account: true })
  })

  it('[API-20] returns type reserving when the account would exceed the maximum per customer', async () => {
    const user = await createAccount(shop())
    const first = await createBuyerWithHold(shop(), { qty: 3, tickets: [{ max_can_reserve: 4 }] })
    await prove(shop(), first.browser, user.email)
    await markPaid(shop(), first.saleId)

    const browser = shop().browser()
    await putInBasket(browser, first.ticketId, 2)
    await reserve(browser)
    shop().clock.advance(60)
    expect(await prove(shop(), browser, user.email)).toMatchObject({
      status: 400,
      body: { type: 'reserving', message: checkout['account.perCustomer'] },
    })
    expect((await browser.call('get_user')).body).toEqual({ user: null })
    const { state, reserving_error } = await browser.checkout()
    expect({ state, reserving_error }).toEqual({ state: 'basket', reserving_error: checkout['account.perCustomer'] })
    const stock = await shop()
      .db.selectFrom('stock')
      .select('held')
      .where('ticket_type_id', '=', first.ticketId)
      .executeTakeFirst()
    expect(stock).toEqual({ held: 3 })

    // One try fewer is within the limit, so the correct code still works.
    await browser.call('update_ticket_quantity', { ticket_id: first.ticketId, quantity: 1 })
    await reserve(browser)
    const code = await codeMailedTo(shop(), user.email)
    expect((await browser.call('check_one_time_code', { email: user.email, code })).body).toEqual({ has_account: true })
  })

  it('counts each date separately, and not cancelled tickets', async () => {
    const user = await createAccount(shop())
    const tickets = [{ max_can_reserve: 2 }]
    const cancelled = await createBuyerWithHold(shop(), { qty: 2, tickets })
    await prove(shop(), cancelled.browser, user.email)
    await markPaid(shop(), cancelled.saleId)
    await shop()
      .db.updateTable('sales')
      .set({ cancelled_at: shop().clock.now() })
      .where('id', '=', cancelled.saleId)
      .execute()
    const browser = shop().browser()
    await putInBasket(browser, cancelled.ticketId, 2)
    await reserve(browser)
    shop().clock.advance(60)
    expect((await prove(shop(), browser, user.email)).body).toEqual({ has_account: true })
    await markPaid(
      shop(),
      (await shop().db.selectFrom('sales').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id,
    )
    const otherDate = await createBuyerWithHold(shop(), { qty: 2, tickets })
    shop().clock.advance(60)
    expect((await prove(shop(), otherDate.browser, user.email)).body).toEqual({ has_account: true })
  })

  it('removes the previous customer’s details from the sale when another address is confirmed', async () => {
    const { browser, saleId } = await createBuyerWithHold(shop())
    const user = await createAccount(shop())
    await prove(shop(), browser, user.email)
    await browser.call('set_delivery_address', { address: ADDRESS })
    expect((await browser.checkout()).delivery_address).not.toBeNull()
    const next = newEmail()
    expect((await prove(shop(), browser, next)).body).toEqual({ has_account: false })
    expect((await browser.call('get_user')).body).toEqual({ user: null })
    expect(await browser.call('save_guest_to_sale', { email: next, fullname: 'Grace Hopper' })).toMatchObject({
      status: 200,
    })
    const now = await browser.checkout()
    expect(now.account).toEqual({ full_name: 'Grace Hopper', email: next, is_guest: true })
    expect(now.delivery_address).toBeNull()
    expect(await shop().db.selectFrom('sale_addresses').selectAll().where('sale_id', '=', saleId).execute()).toEqual([])
  })
})

const ADDRESS = {
  selected_user_address_id: 'new',
  first_name: 'Ada',
  last_name: 'Lovelace',
  address_1: '1 Playhouse Lane',
  town: 'Foyerham',
  postcode: 'ZZ1 1AA',
  country: '1',
}

describeOnPostgres('one-time codes, concurrently', () => {
  const shop = useShop('postgres')

  it('sends one code when a browser requests many at the same moment', async () => {
    const email = newEmail()
    const browser = shop().browser()
    await browser.call('send_one_time_code', { email: newEmail() })
    const answers = await Promise.all(Array.from({ length: 8 }, () => browser.call('send_one_time_code', { email })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(429)])
    expect(await shop().db.selectFrom('mails').select('id').where('recipient', '=', email).execute()).toHaveLength(1)
  })

  it('keeps the limits when many browsers and networks request codes for an address at the same moment', async () => {
    const email = newEmail()
    const send = (n: number) =>
      shop()
        .browser(`198.51.100.${n % 25}`)
        .call('send_one_time_code', { email })
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => send(n)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(answers.filter(({ body }) => body.long_code === undefined)).toHaveLength(16)
    expect(await shop().db.selectFrom('mails').select('id').where('recipient', '=', email).execute()).toHaveLength(17)
  })

  it('counts wrong codes sent at the same moment: five attempts in total', async () => {
    const browser = shop().browser()
    const email = newEmail()
    await browser.call('send_one_time_code', { email })
    const code = await codeMailedTo(shop(), email)
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => browser.call('check_one_time_code', { email, code: otherThan(code) })),
    )
    expect(answers.filter(({ body }) => body.message === checkout['account.wrongCode'])).toHaveLength(4)
    expect(await browser.call('check_one_time_code', { email, code })).toMatchObject(ENDED)
  })

  it('the same correct code sent twice at once signs in once, and both responses carry the same session', async () => {
    const user = await createAccount(shop())
    const browser = shop().browser()
    await browser.call('send_one_time_code', { email: user.email })
    const code = await codeMailedTo(shop(), user.email)
    const answers = await Promise.all(
      [1, 2].map(() => browser.call('check_one_time_code', { email: user.email, code })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(answers.map(({ raw }) => String(raw.headers['set-cookie']))).size).toBe(1)
    expect((await browserKnows(browser)).user).toMatchObject({ id: user.id })
  })

  const browserKnows = async (browser: Awaited<ReturnType<typeof browserWithProvedEmail>>) =>
    (await browser.call('get_user')).body
})
