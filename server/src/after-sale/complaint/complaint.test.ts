import type { ComplaintPageData } from '@foyer/contract/complaint.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStaff, inSession, logOf } from '../../office/testing/office.ts'
import { createOrder } from '../../office/testing/order.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { withPages } from '../../testing/pages.ts'
import { openShop } from '../../testing/shop.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let pages: Awaited<ReturnType<typeof withPages>>
beforeAll(async () => {
  shop = await openShop('embedded')
  pages = await withPages(shop)
})
afterAll(() => shop.close())

const DAY = 86_400
let n = 0
const newEmail = () => `complains-${++n}@example.org`
const FORM = { kind: 'order', name: 'Ada Lovelace', message: 'The hall was cold.' }

async function send(form: Record<string, string>, url: string = PAGES.complaint) {
  // A network of its own, so that only the test of limits meets them.
  shop.clock.advance(3600)
  const reply = await pages.browser().post(url, form)
  const data = reply.statusCode === 200 ? (JSON.parse(reply.body) as { data: ComplaintPageData }).data : null
  return { status: reply.statusCode, next: String(reply.headers.location), data }
}

const mailsTo = (email: string) =>
  shop.db.selectFrom('mails').selectAll().where('recipient', '=', email).orderBy('id').execute()
const complaintOf = (email: string) =>
  shop.db.selectFrom('complaints').selectAll().where('email', '=', email).executeTakeFirst()

/** A house with an order, and one of its people. */
async function house(role: 'owner' | 'manager' | 'box_office' = 'manager', organiser: object = {}) {
  const { organiserId } = await createEvent(shop.db, { organiser })
  const order = await createOrder(shop.db, { organiserId, now: shop.clock.now(), email: newEmail() })
  const { number } = await shop.db
    .selectFrom('orders')
    .select('number')
    .where('sale_id', '=', order.orderId)
    .executeTakeFirstOrThrow()
  const { id, email } = await createStaff(shop, organiserId, role)
  const browser = await inSession(shop, { staffId: id, email })
  const list = async () => {
    const { body } = await browser.call('office_complaints', { organiser_id: organiserId })
    return body as unknown as {
      complaints: { number: string; days_left: number; is_of_shop: boolean }[]
      code?: string
    }
  }
  const answer = (complaint_id: number, more: object = {}) =>
    browser.call('answer_complaint', {
      organiser_id: organiserId,
      complaint_id,
      outcome: 'partly',
      answer: 'We have mended the heating.',
      ...more,
    })
  return { organiserId, order: { ...order, number }, staffId: id, browser, list, answer }
}

describe('[42.5] a complaint', () => {
  it('is received without an account, numbered, and acknowledged at once by email, in the sender’s language', async () => {
    for (const [lang, subject, text] of [
      ['en', 'Your complaint ', 'within 30 days at most'],
      ['fr', 'Votre réclamation ', 'en 30 jours au plus'],
    ] as const) {
      const email = newEmail()
      const { status, next } = await send({ ...FORM, email }, `${PAGES.complaint}?lang=${lang}`)
      const stored = (await complaintOf(email))!
      expect([status, next]).toEqual([303, `/complaint/?number=${stored.number}`])
      expect(await pages.data(pages.browser(), 'complaint', next)).toMatchObject({ number: stored.number })
      const [mail, ...others] = await mailsTo(email)
      expect(others).toEqual([])
      expect(mail!.subject).toBe(subject + stored.number)
      expect(mail!.body_text).toContain(text)
      expect(mail!.body_text, 'anybody could have had it mailed').not.toContain(FORM.message)
      expect(stored).toMatchObject({ kind: 'order', language: lang, organiser_id: null, sale_id: null })
    }
  })

  it('is one however often its form is sent, also at the same moment', async () => {
    const email = newEmail()
    const answers = await Promise.all([1, 2, 3].map(() => send({ ...FORM, email })))
    answers.push(await send({ ...FORM, email: email.toUpperCase() }))
    expect(new Set(answers.map(({ next }) => next)).size).toBe(1)
    expect(await mailsTo(email)).toHaveLength(1)
  })

  it('without a name, a message or a real address is shown again as it was typed', async () => {
    const email = newEmail()
    expect((await send({ ...FORM, email, message: ' ' })).data).toMatchObject({ problem: 'missing', values: { email } })
    expect((await send({ ...FORM, email: 'nobody' })).data).toMatchObject({
      problem: 'email',
      values: { message: FORM.message },
    })
    expect(await complaintOf(email)).toBeUndefined()
  })

  it('under a name that is an address is refused, because its email may go to a stranger', async () => {
    const email = newEmail()
    for (const name of ['https://evil.example Win', 'Ada evil.com'])
      expect((await send({ ...FORM, email, name })).data).toMatchObject({ problem: 'name', values: { name } })
    expect(await mailsTo(email)).toEqual([])
  })

  it('goes to the house of its order only with the address of the order; the page tells nobody which', async () => {
    const { organiserId, order, list } = await house()
    const other = await house()
    const stranger = newEmail()
    const [right, wrong] = [
      await send({ ...FORM, email: order.email, reference: `fy-${order.number}` }),
      await send({ ...FORM, email: stranger, reference: order.number }),
    ]
    expect([right.status, wrong.status]).toEqual([303, 303])
    expect(await complaintOf(order.email)).toMatchObject({ organiser_id: organiserId, sale_id: order.orderId })
    expect(await complaintOf(stranger)).toMatchObject({ organiser_id: null, sale_id: null })
    const quoted = async (email: string) => (await mailsTo(email))[0]!.body_text.includes(FORM.message)
    expect([await quoted(order.email), await quoted(stranger)], 'its text is mailed only to the order’s own').toEqual([
      true,
      false,
    ])
    expect((await list()).complaints).toMatchObject([{ email: order.email, is_of_shop: false }])
    expect((await other.list()).complaints).toEqual([])
  })

  it('about an order of two houses is for who runs the shop', async () => {
    const { order, list } = await house()
    const other = await house()
    const line = sql`select 99 as line, ${sql.val(other.organiserId)}::bigint as organiser_id`
    await sql`insert into order_lines select (jsonb_populate_record(own, to_jsonb(beside))).*
      from order_lines own, (${line}) beside where own.sale_id = ${order.orderId} limit 1`.execute(shop.db)
    await send({ ...FORM, email: order.email, reference: order.number })
    expect(await complaintOf(order.email)).toMatchObject({ organiser_id: null, sale_id: order.orderId })
    expect([(await list()).complaints, (await other.list()).complaints]).toEqual([[], []])
  })

  it('has limits for a network and for the address it mails', async () => {
    const email = newEmail()
    // A day begins at midnight, UTC, and each of these comes an hour after the last.
    shop.clock.set(new Date(Math.ceil(shop.clock.now().getTime() / (DAY * 1000)) * DAY * 1000))
    for (let i = 0; i < 5; i++) expect((await send({ ...FORM, email, message: `No. ${i}` })).status).toBe(303)
    expect((await send({ ...FORM, email, message: 'One more' })).data).toMatchObject({ problem: 'too_many' })
    expect(await shop.db.selectFrom('complaints').select('id').where('email', '=', email).execute()).toHaveLength(5)
    expect(await mailsTo(email)).toHaveLength(5)
    shop.clock.advance(DAY)
    const form = () => ({ ...FORM, email: newEmail() })
    const answers = []
    for (let i = 0; i < 21; i++) answers.push((await pages.browser().post(PAGES.complaint, form())).statusCode)
    expect(answers.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 303))
    expect(answers[20]).toBe(200)
  })
})

describe('[42.5] complaints in the office', () => {
  it('have a clock, open ones come first, and overdue ones say so', async () => {
    const { order, list } = await house()
    const about = { email: order.email, reference: order.number }
    await send({ ...FORM, ...about, message: 'First' })
    // Moved into the past, because who works in the office is signed out after a month.
    const receivedAgo = (ms: number) =>
      shop.db
        .updateTable('complaints')
        .set({ received_at: new Date(shop.clock.now().getTime() - ms) })
        .where('email', '=', order.email)
        .execute()
    await receivedAgo(30 * DAY * 1000 - 1000)
    expect((await list()).complaints[0]!.days_left).toBe(1)
    await receivedAgo(31 * DAY * 1000 + 1000)
    expect((await list()).complaints[0]!.days_left).toBe(-1)
  })

  it('are answered once, with the outcome and where to go next, and the log keeps no words', async () => {
    const { order, answer, staffId } = await house('manager', {
      legal_country: 'Ireland',
      legal_mediator: 'The Mediator, Dublin',
    })
    const { email } = order
    await send({ ...FORM, kind: 'data', email, reference: order.number })
    const { id, number } = (await complaintOf(email))!
    expect((await answer(id, { outcome: '' })).body.code).toBe('complaint_answer_missing')
    expect((await answer(id, { answer: ' ' })).body.code).toBe('complaint_answer_missing')
    const answers = await Promise.all([answer(id), answer(id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await answer(id)).body.code).toBe('complaint_answered')
    const [, mail, ...others] = await mailsTo(email)
    expect(others).toEqual([])
    expect(mail!.subject).toBe(`Our answer to your complaint ${number}`)
    for (const words of [
      'in part',
      'We have mended the heating.',
      'Data Protection Commission, dataprotection.ie',
      FORM.message,
    ])
      expect(mail!.body_text).toContain(words)
    const [logged] = (await logOf(shop, staffId)).filter(
      ({ action, outcome }) => action === 'answer_complaint' && outcome === 'done',
    )
    expect(logged!.after).toEqual({ number, outcome: 'partly' })
  })

  it('about an order name the mediator, or that there is none', async () => {
    const [with_, without] = [await house('owner', { legal_mediator: 'CM2C, Paris' }), await house('owner')]
    for (const { order, answer } of [with_, without]) {
      await send({ ...FORM, email: order.email, reference: order.number })
      await answer((await complaintOf(order.email))!.id, { outcome: 'rejected' })
    }
    const textOf = async (email: string) => (await mailsTo(email)).at(-1)!.body_text
    expect(await textOf(with_.order.email)).toContain('you can go to CM2C, Paris')
    expect(await textOf(without.order.email)).toContain('We don’t take part in a scheme')
  })

  it('are for those who may see them: nobody of another house, nobody of the box office, the shop’s for its operator', async () => {
    const [own, other] = [await house(), await house()]
    await send({ ...FORM, email: own.order.email, reference: own.order.number })
    const { id } = (await complaintOf(own.order.email))!
    expect((await other.answer(id)).status).toBe(404)
    const clerk = await house('box_office')
    expect((await clerk.list()).code).toBe('may_not')
    const stranger = newEmail()
    await send({ ...FORM, email: stranger })
    const ofShop = (await complaintOf(stranger))!
    expect((await own.answer(ofShop.id)).status).toBe(404)
    await shop.db.updateTable('staff').set({ is_operator: true }).where('id', '=', other.staffId).execute()
    const numbers = (await other.list()).complaints.map(({ number, is_of_shop }) => [number, is_of_shop])
    expect(numbers).toContainEqual([ofShop.number, true])
    expect((await other.answer(id)).status).toBe(404)
    expect((await other.answer(ofShop.id)).status).toBe(200)
  })
})
