import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import type { Notifications } from '@foyer/domain/office/notifications.ts'
import type { Role } from '@foyer/domain/office/rights.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { openShop } from '../../testing/shop.ts'
import { needsOf } from '../home/needs.ts'
import { createStaff } from '../testing/office.ts'
import { createOrder } from '../testing/order.ts'
import { mailProblems } from './problems.ts'

let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  shop = await openShop('embedded')
})
afterAll(() => shop.close())

type Order = Awaited<ReturnType<typeof createOrder>>
let made = 0

/** How each problem comes about, written as the shop writes it. */
const GOES_WRONG = {
  async refunds({ orderId }: Order) {
    const now = shop.clock.now()
    const payment = await shop.db
      .insertInto('payments')
      .values({
        sale_id: orderId,
        provider: 'stripe',
        amount_minor: 1100,
        currency: 'GBP',
        status: 'paid',
        idempotency_key: `problem-${++made}`,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await shop.db
      .insertInto('refunds')
      .values({
        payment_id: payment.id,
        sale_id: orderId,
        amount_minor: 1100,
        reason: 'staff',
        status: 'failed',
        failure_text: 'card closed',
        idempotency_key: `problem-${++made}`,
        created_at: now,
        updated_at: now,
      })
      .execute()
  },
  async cancelled({ orderId, eventId }: Order) {
    const at = shop.clock.now()
    await shop.db
      .updateTable('events')
      .set({ status: 'cancelled', cancelled_at: at })
      .where('id', '=', eventId)
      .execute()
    await shop.db
      .insertInto('sale_events')
      .values({ sale_id: orderId, kind: 'cancellation_blocked', at, facts: '{"code":"already_refunded"}' })
      .execute()
  },
  async emails({ orderId, email }: Order) {
    const now = shop.clock.now()
    await shop.db
      .insertInto('mails')
      .values({
        key: `problem-${++made}`,
        sale_id: orderId,
        kind: 'wallet',
        recipient: email,
        subject: '',
        body_text: '',
        body_html: '',
        status: 'refused',
        queued_at: now,
        bounced_at: now,
      })
      .execute()
  },
  async plans({ orderId }: Order) {
    const at = shop.clock.now()
    await shop.db
      .insertInto('payment_plans')
      .values({ sale_id: orderId, option_key: '', status: 'overdue', terms_version: '', agreed_at: at })
      .execute()
    await shop.db
      .insertInto('sale_events')
      .values({ sale_id: orderId, kind: 'instalment_failed', at, facts: '{}' })
      .execute()
  },
}
type Kind = keyof typeof GOES_WRONG

async function setUp() {
  const { organiserId } = await createEvent(shop.db)
  const order = () => createOrder(shop.db, { organiserId, now: shop.clock.now() })
  const join = async (role: Role, chosen: Notifications | null = null, eventIds: number[] | null = null) => {
    const person = await createStaff(shop, organiserId, role, eventIds)
    if (chosen) await shop.db.updateTable('staff').set({ notifications: chosen }).where('id', '=', person.id).execute()
    return person
  }
  return { organiserId, order, join }
}
const mailsTo = ({ email }: { email: string }) =>
  shop.db.selectFrom('mails').select(['subject', 'body_text']).where('recipient', '=', email).orderBy('id').execute()
const subjectsTo = async (person: { email: string }) => (await mailsTo(person)).map(({ subject }) => subject)

const SUBJECTS: Record<Kind, RegExp> = {
  refunds: /^2 refunds of .+ failed$/,
  cancelled: /^2 orders of a cancelled event of .+ couldn’t be refunded$/,
  emails: /^Emails about 5 orders with .+ didn’t arrive$/,
  plans: /^2 payment plans with .+ are overdue$/,
}

describe('a problem with money or delivery', () => {
  it.each(Object.keys(SUBJECTS) as Kind[])('%s: one email to each who may act, with what Home shows', async (kind) => {
    const { organiserId, order, join } = await setUp()
    const orders = await Promise.all(Array.from({ length: kind === 'emails' ? 5 : 2 }, order))
    const told = [await join('owner'), await join('manager', 'weekly'), await join('box_office', 'problems')]
    const ofOne = await join('manager', null, [orders[0]!.eventId])
    const silent = [
      await join('reader'),
      await join('door', 'problems'),
      await join('owner', 'nothing'),
      await createStaff(shop, (await createEvent(shop.db)).organiserId, 'owner'),
    ]
    const left = await join('manager')
    await shop.db
      .updateTable('staff_roles')
      .set({ ended_at: shop.clock.now() })
      .where('staff_id', '=', left.id)
      .execute()
    await mailProblems(shop.deps)
    expect(await subjectsTo(told[0]!)).toEqual([])

    for (const each of orders) await GOES_WRONG[kind](each)
    shop.clock.advance(15 * 60)
    await mailProblems(shop.deps)
    await mailProblems(shop.deps)
    shop.clock.advance(15 * 60)
    await mailProblems(shop.deps)
    for (const person of told) expect(await subjectsTo(person)).toEqual([expect.stringMatching(SUBJECTS[kind])])
    const [mail] = await mailsTo(told[0]!)
    for (const { number } of orders) expect(mail!.body_text).toContain(shownOrderNumber(number))
    expect(mail!.body_text).toContain(`/office/?organiser_id=${organiserId}`)
    for (const person of [...silent, left]) expect(await subjectsTo(person)).toEqual([])
    const limited = await mailsTo(ofOne)
    expect(limited).toHaveLength(kind === 'emails' ? 0 : 1)
    for (const { body_text } of limited) expect(body_text).not.toContain(shownOrderNumber(orders[1]!.number))

    const scope = {
      organiserId,
      eventIds: null,
      now: shop.clock.now(),
      maySeePeople: true,
      maySeeGiftAid: true,
      maySeeComplaints: true,
      maySeeShop: false,
    }
    expect((await needsOf(shop.db, scope)).map((need) => [need.kind, need.n])).toContainEqual([kind, orders.length])
  })

  it('is told again when it happens again, in the language of the person', async () => {
    const { order, join } = await setUp()
    const owner = await join('owner')
    await shop.db.updateTable('staff').set({ language: 'fr' }).where('id', '=', owner.id).execute()
    for (const _ of [1, 2]) {
      await GOES_WRONG.refunds(await order())
      shop.clock.advance(15 * 60)
      await mailProblems(shop.deps)
    }
    expect(await subjectsTo(owner)).toEqual(
      Array(2).fill(expect.stringMatching(/^Remboursements de .+ en échec\s: 1$/)),
    )
  })

  it('is not told long after, nor for a few addresses that don’t exist', async () => {
    const { order, join } = await setUp()
    const owner = await join('owner')
    for (const _ of [1, 2, 3, 4]) await GOES_WRONG.emails(await order())
    await GOES_WRONG.refunds(await order())
    shop.clock.advance(25 * 3600)
    await mailProblems(shop.deps)
    expect(await subjectsTo(owner)).toEqual([])
  })
})
