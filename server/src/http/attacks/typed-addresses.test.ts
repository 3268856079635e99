import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { API_CALLS } from '@foyer/contract/api/calls.ts'
import { CALLS } from '@foyer/contract/calls.ts'
import { OFFICE_CALLS } from '@foyer/contract/office/calls.ts'
import type { OfficeCallName } from '@foyer/contract/office/paths.ts'
import type { CallName } from '@foyer/contract/paths.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { inTx } from '../../db/transaction/tx.ts'
import { countTypedMails, TYPED_MAILS, type TypedMail } from '../../mail/typed-address.ts'
import { counterBodies } from '../../office/testing/counter.ts'
import { createStaff, inSession } from '../../office/testing/office.ts'
import { createOrder } from '../../office/testing/order.ts'
import { browserWithProvedEmail, newEmail } from '../../testing/fixtures/buyers.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { asExpressGuest, createBuyerWithTickets } from '../../testing/fixtures/paid-buyer.ts'
import { saleAt } from '../../testing/fixtures/sale.ts'
import { makeBrowser, useShop } from '../../testing/shop.ts'
import { askToJoin } from '../../waiting-list/join.ts'
import { allRows } from './attack.testing.ts'

/**
 * Emails to an address that was only typed have a limit for each address, whichever browser, network or sale they come from. The
 * tables are checked against the contract and the code, so a new call with an address, or a new email, fails here until it is known.
 */

type AnyCall = CallName | OfficeCallName

/** Calls with a field for an address that causes no email to a stranger, and why. */
const HARMLESS: Partial<Record<AnyCall, string>> = {
  send_one_time_code: 'limits of codes (decision 036, lockout.test.ts)',
  office_send_code: 'limits of codes (decision 036, lockout.test.ts)',
  check_one_time_code: 'sends nothing',
  office_check_code: 'sends nothing',
  save_guest_to_sale: 'needs a proved address',
  set_account_details: 'sends nothing: claim_free_tickets does, or a payment',
  erase_account: 'compared with the account',
  save_shop: 'shown in footers',
  office_requests: 'sends nothing',
  export_person: 'sends nothing',
  erase_person: 'sends nothing',
  pass_request: 'sends nothing',
}

/** Files that queue emails, and to whom. A typed address has one of the limits. */
const SENDERS: Record<string, TypedMail | readonly TypedMail[] | string> = {
  'account/send-code.ts': 'limits of codes (decision 036)',
  'after-sale/complaint/submit.ts': 'complaint',
  'after-sale/feedback.ts': 'feedback',
  'after-sale/resend-wallet.ts': 'unconfirmed_order',
  'after-sale/send-waiver-link.ts': 'waiver',
  'after-sale/transfer/end.ts': 'follows the email of a transfer',
  'after-sale/transfer/set.ts': 'transfer',
  'after-sale/transfer/send.ts': 'counted by set.ts',
  'after-sale/transfer/take-back.ts': 'follows the email of a transfer, once',
  'api/webhook/send.ts': 'staff who made the webhook',
  'marketing/mailing-list.ts': 'mailing_list',
  'office/picture/test-mail.ts': 'who asks for it',
  'office/complaints/complaints.ts': 'once for each complaint',
  'office/gift-aid/incomplete.ts': 'once for each donation',
  'office/mailings/acts.ts': 'staff who test a mailing',
  'office/mailings/send.ts': 'buyers, once for each mailing',
  'office/notify/problems.ts': 'staff, once for each kind and time',
  'office/notify/sales.ts': 'staff, once for each day or week',
  'office/order/mail-order.ts': 'sent_by_staff',
  'office/order/voucher.ts': 'buyers, when the voucher changes',
  'office/team/invite.ts': 'invitation',
  'pages/payment-page/watch.ts': 'operators, once a day',
  'payment/cancel/event.ts': 'buyers, once for each cancellation',
  'payment/change/ask.ts': 'buyers, once for each change',
  'payment/change/paid.ts': 'buyers, once for each change',
  'payment/change/pending.ts': 'buyers, once for each change',
  'payment/plan/mails.ts': 'buyers, once for each instalment',
  'payment/refund/lines.ts': 'buyers, once for each refund',
  'payment/refund/order.ts': 'buyers, once for each refund',
  'payment/refund/send.ts': 'buyers, once for each refund',
  'payment/self-service/change.ts': 'buyers who have confirmed the address',
  'payment/self-service/rename.ts': 'buyers who have confirmed the address',
  'payment/start/free.ts': 'unconfirmed_order',
  'payment/webhook/dispute-mail.ts': 'staff, once for each dispute and outcome',
  'payment/withdrawal/withdraw.ts': 'buyers, once for each withdrawal',
  'sale/mail-buyer.ts': 'for its callers',
  'tickets/delivery/deliver.ts': 'once for each order, which free.ts or a payment counted',
  'tickets/delivery/plan-mail.ts': 'once for each plan',
  'tickets/delivery/sale-mail.ts': 'staff, once for each order',
  'tickets/delivery/wallet-mail.ts': 'for deliver.ts',
  'tickets/moved/mail.ts': 'ticket holders, once for each move',
  'tickets/reminder/remind.ts': 'ticket holders, once for each date',
  'tickets/reminder/thank.ts': 'ticket holders, once for each date',
  'waiting-list/join.ts': ['waiting_list', 'waiting_list_of_event'],
  'waiting-list/mail.ts': 'confirmed addresses',
}

const SRC = fileURLToPath(new URL('../..', import.meta.url))
const QUEUES =
  /\b(?:queueMail|queueMailOnce|queueTypedMail|countTypedMails|queueComposed|queueWallets|composeToQueue|mailBuyer|mailWalletAgain|mailPlan)\(/

const senders = () =>
  readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.(test|testing|faults)\.ts$|^(mail|testing|demo)\//.test(path))
    .map((path) => ({ path, text: readFileSync(join(SRC, path), 'utf8') }))
    .filter(({ text }) => QUEUES.test(text))

const isLimit = (name: string): name is TypedMail => name in TYPED_MAILS

describe('emails to typed addresses', () => {
  it('are queued by files that are known, with a limit that the file counts', () => {
    const found = senders()
    expect(found.map(({ path }) => path).sort()).toEqual(Object.keys(SENDERS).sort())
    const uncounted = found.flatMap(({ path, text }) =>
      [SENDERS[path]!]
        .flat()
        .filter((limit) => isLimit(limit) && !text.includes(`mail: '${limit}'`))
        .map((limit) => `${path} ${limit}`),
    )
    expect(uncounted).toEqual([])
    const used = Object.values(SENDERS).flat()
    expect(Object.keys(TYPED_MAILS).filter((limit) => !used.includes(limit))).toEqual([])
  })

  it('come from calls that are known: every call with a field for an address', () => {
    const withAddress = Object.entries({ ...CALLS, ...OFFICE_CALLS, ...API_CALLS }).flatMap(([name, { body }]) =>
      /"(?:\w*email\w*|people|recipients?)":/.test(
        JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })),
      )
        ? [name]
        : [],
    )
    const known = [...Object.keys(HARMLESS), ...Object.keys(LIMITED)]
    expect(withAddress.filter((name) => !known.includes(name))).toEqual([])
    expect(Object.keys(HARMLESS).filter((name) => !withAddress.includes(name))).toEqual([])
  })
})

const shop = useShop('embedded')
const inDays = (days: number) => new Date(shop().clock.now().getTime() + days * 86_400_000)

type Answer = { status: number; body: { code?: string; error?: string } }
/** Prepares one more email, never a repeat of the same request, and returns what sends it. */
type Attack = () => Promise<() => Promise<Answer>>
let typed = 0

const GRACE = { name: 'Grace Hopper', qty: 1, is_gift: '0' }
const FREE = { price_minor: 0, booking_fee_minor: 0, capacity: 100 }

/** An event without tickets yet, whose list accepts any quantity. */
async function withoutTickets() {
  return createEvent(shop().db, { tickets: [{ ...FREE, capacity: 0 }], startsAt: inDays(90) })
}

async function office({ isOperator = false } = {}) {
  const { organiserId } = await createEvent(shop().db)
  const { id: staffId, email } = await createStaff(shop(), organiserId, 'owner')
  await shop().db.updateTable('staff').set({ is_operator: isOperator }).where('id', '=', staffId).execute()
  const browser = await inSession(shop(), { staffId, email, provedAt: shop().clock.now() })
  const call = (name: OfficeCallName, body: object) =>
    browser.call(name, { organiser_id: organiserId, form_key: `f${++typed}`, ...body }) as Promise<Answer>
  return { organiserId, call }
}

const ofOrder = (
  name: OfficeCallName,
  body: (order: Awaited<ReturnType<typeof createOrder>>) => object = () => ({}),
) => ({
  mail: 'sent_by_staff' as const,
  async attack(email: string) {
    const { organiserId, call } = await office()
    const attack: Attack = async () => {
      const order = await createOrder(shop().db, { organiserId, now: shop().clock.now(), email })
      return () => call(name, { order_id: order.orderId, ...body(order) })
    }
    return { attack, of: organiserId }
  },
})

/** Every call that emails a typed address: its limit, and how to send one email after another. */
const LIMITED: Partial<
  Record<
    AnyCall | 'join the waiting list',
    { mail: TypedMail; attack(email: string): Promise<{ attack: Attack; of?: number }> }
  >
> = {
  'join the waiting list': {
    mail: 'waiting_list_of_event',
    async attack(email) {
      const { slug, ticketId, dateId, eventId } = await withoutTickets()
      let qty = 0
      const attack: Attack = async () => {
        const form = { slug, email, dateId, qty: ++qty, types: [ticketId] }
        return async () => {
          const joined = await askToJoin(shop().deps, form, `10.0.0.${++typed % 250}`)
          return joined.ok ? { status: 200, body: {} } : { status: 429, body: { code: joined.code, error: email } }
        }
      }
      return { attack, of: eventId }
    },
  },
  join_mailing_list: {
    mail: 'mailing_list',
    attack: async (email) => ({
      async attack() {
        const browser = shop().browser(`10.1.0.${++typed % 250}`)
        return () => {
          shop().clock.advance(3600)
          return browser.call('join_mailing_list', { email })
        }
      },
    }),
  },
  claim_free_tickets: {
    mail: 'unconfirmed_order',
    async attack(email) {
      const { ticketId } = await createEvent(shop().db, { tickets: [FREE], express: true, startsAt: inDays(20) })
      return {
        async attack() {
          const sale = await saleAt(shop().deps, 'payment', {
            ticketId,
            express: true,
            guest: { email, name: 'Ada Lovelace' },
          })
          await shop()
            .db.updateTable('sessions')
            .set({ proved_email: null })
            .where('id', '=', sale.session.id!)
            .execute()
          const browser = makeBrowser(shop().app)
          browser.use(sale.cookie.split('=')[1]!)
          return () => browser.call('claim_free_tickets', { email })
        },
      }
    },
  },
  resend_wallet: {
    mail: 'unconfirmed_order',
    async attack(email) {
      const buyer = await createBuyerWithTickets(shop())
      await asExpressGuest(shop(), buyer, email)
      return {
        async attack() {
          return () => {
            shop().clock.advance(3600)
            return buyer.browser.call('resend_wallet', { reference: buyer.reference, email: '' })
          }
        },
      }
    },
  },
  set_transfers: {
    mail: 'transfer',
    attack: async (email) => ({
      async attack() {
        const { browser, ticketId } = await createBuyerWithTickets(shop(), { qty: 1 })
        const transfers = [{ ...GRACE, ticket_id: ticketId, email }]
        return () => browser.call('set_transfers', { transfers })
      },
    }),
  },
  send_waiver_link: {
    mail: 'waiver',
    async attack(email) {
      const { browser, eventId, reference } = await createBuyerWithTickets(shop())
      await shop().db.insertInto('waivers').values({ event_id: eventId, title: 'Climbing', terms_html: 'x' }).execute()
      return {
        async attack() {
          return () => {
            shop().clock.advance(60)
            return browser.call('send_waiver_link', { reference, email })
          }
        },
      }
    },
  },
  invite_staff: {
    mail: 'invitation',
    async attack(email) {
      const { organiserId, call } = await office()
      return { attack: async () => () => call('invite_staff', { email, role: 'door', again: '1' }), of: organiserId }
    },
  },
  add_organiser: {
    mail: 'invitation',
    async attack(email) {
      const { call } = await office({ isOperator: true })
      return { attack: async () => () => call('add_organiser', { email, name: `House ${++typed}` }) }
    },
  },
  give_tickets: {
    mail: 'sent_by_staff',
    async attack(email) {
      const { organiserId, call } = await office()
      const options = { organiser_id: organiserId, startsAt: inDays(20), tickets: [FREE] }
      const { ticketId } = await createEvent(shop().db, options)
      const people = `Ada Lovelace, ${email}`
      const attack = async () => () =>
        call('give_tickets', { ticket_id: ticketId, people, quantity: 1, reason: 'Press' })
      return { attack, of: organiserId }
    },
  },
  send_counter_tickets: {
    mail: 'sent_by_staff',
    async attack(email) {
      const { organiserId, call } = await office()
      const ids = { organiser_id: organiserId, ids: organiserId }
      const attack: Attack = async () => {
        const body = await counterBodies(shop).send_counter_tickets(ids)
        return () => call('send_counter_tickets', { ...body, email })
      }
      return { attack, of: organiserId }
    },
  },
  resend_order: ofOrder('resend_order', () => ({ again: '1' })),
  resend_orders: ofOrder('resend_orders', ({ orderId }) => ({ order_ids: [orderId], again: '1' })),
  rename_holder: ofOrder('rename_holder', ({ ticketId }) => ({ ticket_id: ticketId, name: 'Grace Hopper' })),
  mend_contact: {
    mail: 'sent_by_staff',
    async attack(email) {
      const { organiserId, call } = await office()
      const attack: Attack = async () => {
        const { orderId } = await createOrder(shop().db, { organiserId, now: shop().clock.now() })
        return () => call('mend_contact', { order_id: orderId, email, phone: '' })
      }
      return { attack, of: organiserId }
    },
  },
}

const fillUp = (email: string, mail: TypedMail, n: number, of?: number) =>
  inTx(shop().db, (tx) => {
    const recipients = Array.from({ length: n }, () => email)
    return countTypedMails(tx, shop().deps.config, { mail, recipients, at: shop().clock.now(), ...(of && { of }) })
  })

/** Everything but the log, which has refusals too, and sessions, which every call renews. */
const rowsButLog = async () => (await allRows(shop().db)).filter((row) => !/^(staff_log|sessions) /.test(row))

describe.each(Object.entries(LIMITED))('%s', (_, { mail, attack }) => {
  it('emails an address up to its limit, then refuses in a clear sentence and changes nothing', async () => {
    shop().clock.set(new Date('2026-06-01T01:00:00Z'))
    const email = newEmail()
    const { attack: prepare, of } = await attack(email)
    expect(await fillUp(email, mail, TYPED_MAILS[mail] - 1, of)).toEqual({ ok: true })
    const [first, second] = [await prepare(), await prepare()]
    expect(await first()).toMatchObject({ status: 200 })
    const before = await rowsButLog()
    const refused = await second()
    expect(refused).toMatchObject({ status: 429, body: { code: 'address_mailed_often' } })
    expect(refused.body.error).toContain(email)
    const after = await rowsButLog()
    expect(after.filter((row) => !before.includes(row)).map((row) => row.slice(0, 200))).toEqual([])
    shop().clock.set(new Date('2026-06-02T00:00:00Z'))
    await shop().db.updateTable('staff_sessions').set({ proved_at: shop().clock.now() }).execute()
    const answer = await (await prepare())()
    expect([answer.status, answer.body.code]).toEqual([200, undefined])
  })
})

describe('normal use', () => {
  it('one request after another to join the list of an event, with every quantity, sends three emails', async () => {
    const { slug, ticketId, dateId } = await withoutTickets()
    const email = newEmail()
    for (let qty = 1; qty <= 100; qty++)
      await askToJoin(shop().deps, { slug, email, dateId, qty, types: [ticketId] }, `10.2.0.${qty}`)
    const mails = await shop().db.selectFrom('mails').select('id').where('recipient', '=', email).execute()
    expect(mails).toHaveLength(3)
  })

  it('a buyer sends 8 transfers to 8 friends, and a friend gets tickets of two orders', async () => {
    const friends = Array.from({ length: 8 }, newEmail)
    for (const _ of [1, 2]) {
      const { browser, ticketId } = await createBuyerWithTickets(shop(), { qty: 8 })
      const transfers = friends.map((email) => ({
        ...GRACE,
        ticket_id: ticketId,
        email,
      }))
      expect(await browser.call('set_transfers', { transfers })).toMatchObject({ status: 200 })
    }
  })

  it('a call with several addresses counts none of them if one is refused', async () => {
    const [full, free] = [newEmail(), newEmail()]
    await fillUp(full!, 'transfer', TYPED_MAILS.transfer)
    const { browser, ticketId } = await createBuyerWithTickets(shop(), { qty: 2 })
    const transfers = [free, full].map((email) => ({ ...GRACE, ticket_id: ticketId, email }))
    expect((await browser.call('set_transfers', { transfers })).body.code).toBe('address_mailed_often')
    expect(await fillUp(free!, 'transfer', TYPED_MAILS.transfer)).toEqual({ ok: true })
  })

  it('a buyer who has confirmed the address claims free orders beyond the limit', async () => {
    const email = newEmail()
    await fillUp(email, 'unconfirmed_order', TYPED_MAILS.unconfirmed_order)
    const { ticketId } = await createEvent(shop().db, { tickets: [FREE], express: true, startsAt: inDays(20) })
    const sale = await saleAt(shop().deps, 'payment', {
      ticketId,
      express: true,
      guest: { email, name: 'Ada Lovelace' },
    })
    const browser = await browserWithProvedEmail(shop(), email)
    await shop().db.updateTable('sessions').set({ sale_id: sale.saleId }).where('proved_email', '=', email).execute()
    expect(await browser.call('claim_free_tickets', { email })).toMatchObject({ status: 200 })
  })
})
