import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { createAccount, newEmail } from '../../testing/fixtures/buyers.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { useShop } from '../../testing/shop.ts'
import { createStaff, inSession, logOf, type OfficeBrowser } from '../testing/office.ts'
import { type PlantedEvent, plantEvent } from '../testing/planted-event.ts'
import { addToOrder, plantOrder } from '../testing/planted-order.ts'

/**
 * A person asks an organiser for their data, or to be erased. The person here bought from two organisers, once from each, and once from
 * both in one order, so that whatever belongs to the other one must neither be seen nor touched.
 */

const OWN = 'Ownwell'
const OTHER = 'Zebulon'

let made = 0

describeOnBoth('a person’s request at an organiser', (kind) => {
  const shop = useShop(kind)
  let email: string
  let userId: number
  let own: PlantedEvent
  let other: PlantedEvent
  let orders: { own: number; other: number; shared: number; number: string }
  let owner: OfficeBrowser & { id: number }

  const ask = (browser: OfficeBrowser, organiser: number, name: Parameters<OfficeBrowser['call']>[0], more: object) =>
    browser.call(name, { organiser_id: organiser, ...more })
  const signedIn = async (organiserId: number, role: 'owner' | 'manager' = 'owner') => {
    const person = await createStaff(shop(), organiserId, role)
    return { ...(await inSession(shop(), { staffId: person.id, email: person.email })), id: person.id }
  }
  async function operator() {
    const { organiserId } = await createEvent(shop().db)
    const browser = await signedIn(organiserId)
    await shop()
      .db.updateTable('staff_roles')
      .set({ ended_at: shop().clock.now() })
      .where('staff_id', '=', browser.id)
      .execute()
    await shop().db.updateTable('staff').set({ is_operator: true }).where('id', '=', browser.id).execute()
    return browser
  }

  beforeEach(async () => {
    const { db } = shop()
    const n = ++made
    email = newEmail()
    userId = (await createAccount(shop(), email)).id
    const plan = { minor: 700, status: 'published' } as const
    own = await plantEvent(shop(), { ...plan, organiserId: (await createEvent(db)).organiserId, mark: `${n}x${OWN}` })
    other = await plantEvent(shop(), {
      ...plan,
      organiserId: (await createEvent(db)).organiserId,
      mark: `${n}x${OTHER}`,
    })
    const buyer = { email, name: `Wanda Wyvern${n}x`, userId }
    const first = await plantOrder(shop(), { mark: own.mark, events: [own], buyer })
    const second = await plantOrder(shop(), { mark: other.mark, events: [other], buyer })
    const both = await plantOrder(shop(), { mark: `Both${n}x`, events: [own], buyer })
    await addToOrder(shop(), both, [other])
    orders = { own: first.orderId, other: second.orderId, shared: both.orderId, number: both.number }
    owner = await signedIn(own.organiserId)
  })

  const saleIds = () => [orders.own, orders.other, orders.shared]
  /** Ends what an erasure waits for, with these organisers. */
  async function endAll(...events: PlantedEvent[]) {
    const { db } = shop()
    for (const { eventId } of events)
      await db
        .updateTable('tickets')
        .set({ status: 'void' })
        .where('ticket_type_id', 'in', (eb) =>
          eb.selectFrom('ticket_types').select('id').where('event_id', '=', eventId),
        )
        .execute()
    await db.updateTable('payment_plans').set({ status: 'completed' }).where('sale_id', 'in', saleIds()).execute()
  }

  /** Every row with one of these words, by table, apart from what staff did. */
  async function rowsWith(...words: string[]): Promise<string[]> {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
        and table_name not like 'staff_%' and table_name not in ('office_forms', 'sessions', 'scheduled_tasks')
      order by 1`.execute(shop().db)
    const found: string[] = []
    for (const { name } of tables) {
      const { rows } = await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(name)} t`.execute(
        shop().db,
      )
      found.push(
        ...rows.filter(({ row }) => words.some((word) => row.includes(word))).map(({ row }) => `${name} ${row}`),
      )
    }
    return found.sort()
  }
  const erase = (browser: OfficeBrowser, more: object = {}, organiser = own.organiserId) =>
    ask(browser, organiser, 'erase_person', { email, typed: email, ...more })

  it('finds and exports what this organiser keeps, and nothing of others', async () => {
    const { body } = await ask(owner, own.organiserId, 'office_requests', { email: email.toUpperCase() })
    const found = body.found as { shared: number; orders: { order_id: number }[]; parts: { part: string; n: number }[] }
    expect(found).toMatchObject({ shared: 1 })
    expect(found.orders.map(({ order_id }) => order_id).sort()).toEqual([orders.own, orders.shared].sort())
    expect(found.parts.map(({ part }) => part)).not.toContain('account')
    expect(found.parts).toContainEqual({ part: 'consents', n: 2 })
    const { raw } = await ask(owner, own.organiserId, 'export_person', { email })
    expect(raw.headers['content-disposition']).toContain('attachment')
    for (const word of [`${own.mark} answer`, `${own.mark} note`, `${own.mark} Holder0`, email, orders.number])
      expect(raw.body).toContain(word)
    expect(raw.body).not.toContain(other.mark)
    const codes = await shop().db.selectFrom('tickets').select('code').where('sale_id', 'in', saleIds()).execute()
    for (const { code } of codes) expect(raw.body).not.toContain(code)
    // Amounts and payments of the shared order have the other organiser's part in them.
    const data = raw.json<Record<string, { sale_id: number }[]>>()
    expect(data.payments!.map(({ sale_id }) => sale_id)).toEqual([orders.own])
    expect(data.account).toBeUndefined()
  })

  it('erases this organiser’s part, of a shared order too, and leaves all others as they were', async () => {
    await endAll(own)
    const others = await rowsWith(other.mark)
    const account = await shop().db.selectFrom('users').selectAll().where('id', '=', userId).execute()
    expect(await erase(owner)).toMatchObject({ status: 200, body: { success: true } })
    expect(await rowsWith(other.mark)).toEqual(others)
    expect(await shop().db.selectFrom('users').selectAll().where('id', '=', userId).execute()).toEqual(account)
    // Of their own order nothing is left but the waiver, and nothing leads back to the account.
    const said = await rowsWith(`${own.mark} answer`, `${own.mark} feedback`, `${own.mark} note`, `${own.mark} Holder`)
    // A complaint about the order was for who runs the shop.
    expect(said.filter((row) => !row.startsWith('complaints '))).toEqual([])
    const sale = await shop().db.selectFrom('sales').selectAll().where('id', '=', orders.own).executeTakeFirstOrThrow()
    expect(sale).toMatchObject({ user_id: null, guest_email: null, contact_number: null })
    const contact = (id: number) =>
      shop().db.selectFrom('orders').select(['name', 'email', 'phone', 'user_id']).where('sale_id', '=', id).execute()
    expect(await contact(orders.own)).toEqual([{ name: '', email: '', phone: '', user_id: null }])
    // Who bought a shared order is the other organiser's too.
    expect(await contact(orders.shared)).toMatchObject([{ email }])
    const { body } = await ask(owner, own.organiserId, 'office_requests', { email })
    expect((body.found as { orders: object[]; shared: number }).shared).toBe(1)
    expect((body.found as { parts: { part: string }[] }).parts.map(({ part }) => part)).not.toContain('consents')
    // Safe to repeat.
    expect(await erase(owner)).toMatchObject({ status: 200 })
    expect(await rowsWith(other.mark)).toEqual(others)
  })

  it('is refused while its own tickets, plan or payment run, whatever runs elsewhere, and changes nothing', async () => {
    const refused = async (code: string) => {
      const before = await rowsWith(own.mark, email)
      expect(await erase(owner)).toMatchObject({ status: 409, body: { code } })
      const { body } = await ask(owner, own.organiserId, 'office_requests', { email })
      expect((body.found as { refusal: string }).refusal).not.toBe('')
      expect(await rowsWith(own.mark, email)).toEqual(before)
    }
    const { db } = shop()
    await refused('person_tickets_ahead')
    await endAll(own)
    const ofOwn = (table: 'payment_plans' | 'payments', set: object) =>
      sql`update ${sql.table(table)} set ${sql.join(
        Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
      )} where sale_id = ${orders.own}`.execute(db)
    await ofOwn('payment_plans', { status: 'overdue' })
    await refused('person_plan_running')
    await ofOwn('payment_plans', { status: 'completed' })
    await ofOwn('payments', { status: 'processing', outcome: null })
    await refused('person_payment_running')
    await ofOwn('payments', { status: 'paid', outcome: 'fulfilled' })
    // The other organiser's tickets are still to come.
    expect(await erase(owner)).toMatchObject({ status: 200 })
  })

  it('takes the address typed once more, a fresh proof of who asks, and owners only', async () => {
    await endAll(own, other)
    const before = await rowsWith(email)
    expect(await erase(owner, { typed: newEmail() })).toMatchObject({ status: 400, body: { code: 'person_mistyped' } })
    expect(await erase(owner, { whole: '1' })).toMatchObject({ status: 403, body: { code: 'may_not' } })
    for (const name of ['office_requests', 'export_person'] as const)
      expect(await ask(owner, own.organiserId, name, { email, whole: '1' })).toMatchObject({ status: 403 })
    expect((await erase(await signedIn(own.organiserId, 'manager'))).status).toBe(403)
    expect((await erase(await signedIn(other.organiserId))).status).toBe(404)
    const staff = await createStaff(shop(), own.organiserId, 'owner')
    const stale = new Date(shop().clock.now().getTime() - 601_000)
    const browser = await inSession(shop(), { staffId: staff.id, email: staff.email, provedAt: stale })
    expect((await erase(browser)).body.code).toBe('proof_too_old')
    expect(await rowsWith(email)).toEqual(before)
  })

  it('is logged without the address, which no stored form has either', async () => {
    await endAll(own)
    await ask(owner, own.organiserId, 'office_requests', { email })
    await ask(owner, own.organiserId, 'export_person', { email, form_key: `e${made}` })
    await erase(owner, { form_key: `f${made}` })
    const log = await logOf(shop(), owner.id)
    expect(log.map(({ action, outcome }) => [action, outcome])).toEqual([
      ['office_requests', 'looked'],
      ['export_person', 'done'],
      ['erase_person', 'done'],
    ])
    expect(log.at(-1)!.after).toEqual({ whole: false, erased: 1 })
    const forms = await shop().db.selectFrom('office_forms').selectAll().execute()
    expect(JSON.stringify([log, forms])).not.toContain(email)
  })

  describe('who runs the shop', () => {
    it('reaches the whole shop, and no part of one organiser alone', async () => {
      const browser = await operator()
      const { body } = await ask(browser, own.organiserId, 'office_requests', { email })
      expect(body).toMatchObject({ is_whole: true, may_choose: false, found: { shared: 0 } })
      expect((body.found as { orders: object[] }).orders).toHaveLength(3)
      const { raw } = await ask(browser, own.organiserId, 'export_person', { email })
      expect(raw.body).toContain(other.mark)
      expect(await erase(browser)).toMatchObject({ status: 409, body: { code: 'person_tickets_ahead' } })
      await endAll(own, other)
      expect(await erase(browser)).toMatchObject({ status: 200 })
      expect(await rowsWith(email)).toEqual([])
    })

    it('is asked once by an organiser who can’t erase everything, sees it on Home, and erasing ends it', async () => {
      const browser = await operator()
      const pass = () => ask(owner, own.organiserId, 'pass_request', { email })
      for (const _ of [1, 2]) expect(await pass()).toMatchObject({ status: 200 })
      const passedTo = async (who: OfficeBrowser, organiser: number) =>
        (
          (await ask(who, organiser, 'office_requests', {})).body.passed as { email: string; days_left: number }[]
        ).filter((request) => request.email === email)
      expect(await passedTo(browser, other.organiserId)).toMatchObject([{ days_left: 30 }])
      expect(await passedTo(owner, own.organiserId)).toHaveLength(1)
      // Another organiser learns nothing of it.
      expect(await passedTo(await signedIn(other.organiserId), other.organiserId)).toEqual([])
      const needs = async (who: OfficeBrowser) =>
        ((await ask(who, own.organiserId, 'office_home', {})).body.needs as { kind: string }[]).map(({ kind }) => kind)
      expect(await needs(browser)).toContain('requests')
      expect(await needs(owner)).not.toContain('requests')
      await endAll(own, other)
      expect(await erase(browser)).toMatchObject({ status: 200 })
      expect(await passedTo(browser, other.organiserId)).toEqual([])
    })

    it('or the organiser that asked ends a request, and nobody else', async () => {
      await ask(owner, own.organiserId, 'pass_request', { email })
      const { id } = await shop()
        .db.selectFrom('data_requests')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      const stranger = await signedIn(other.organiserId)
      expect((await ask(stranger, other.organiserId, 'end_request', { request_id: id })).status).toBe(404)
      expect((await ask(owner, own.organiserId, 'end_request', { request_id: id })).status).toBe(200)
    })
  })
})
