import { expect, it } from 'vitest'
import { inTx } from '../../db/transaction/tx.ts'
import { ledgerDifferences } from '../../payment/ledger/ledger.ts'
import { bought, codesOf, vendor } from '../../payment/refund/bought.testing.ts'
import { erasePerson } from '../../privacy/erase.ts'
import { personByEmail } from '../../privacy/person.ts'
import { canAccess, customerOf } from '../../sale/customer/customer.ts'
import { endedVoucherCodes } from '../../sale/hold/codes.ts'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { type SaleAt, saleAt, stockOf } from '../../testing/fixtures/sale.ts'
import { issueVoucher } from '../../testing/fixtures/voucher.ts'
import { useShop } from '../../testing/shop.ts'
import { checkAtDoor } from '../../tickets/door/door.ts'
import { createStaff, inSession, logOf } from '../testing/office.ts'

describeOnBoth('an order in the office', (kind) => {
  const shop = useShop(kind, { providers: { stripe: vendor.provider } })
  const future = () => new Date(shop().clock.now().getTime() + 20 * 86_400_000)

  const createEventAt = (prices: number[], more: object = {}) =>
    createEvent(shop().db, {
      startsAt: future(),
      tickets: prices.map((price_minor) => ({ price_minor, booking_fee_minor: 100, capacity: 5 })),
      ...more,
    })
  const staffOf = async (
    organiserId: number,
    role: 'owner' | 'box_office' | 'reader' | 'door' = 'owner',
    { events = null as number[] | null, provedAt = shop().clock.now() } = {},
  ) => {
    const { id, email } = await createStaff(shop(), organiserId, role, events)
    return { id, ...(await inSession(shop(), { staffId: id, email, provedAt })) }
  }
  const ticketsOf = (sale: SaleAt) =>
    shop().db.selectFrom('tickets').selectAll().where('sale_id', '=', sale.saleId).orderBy('id').execute()
  const walletsTo = async (email: string) =>
    (
      await shop()
        .db.selectFrom('mails')
        .select('id')
        .where('recipient', '=', email)
        .where('kind', '=', 'wallet')
        .execute()
    ).length
  const doorSays = async (code: string) => (await checkAtDoor(shop().deps, code, 'Door')).outcome
  const isBalanced = async () => expect(await ledgerDifferences(shop().db)).toEqual([])

  it('correcting the email address: new codes go to it, and the old codes and the old browser lose access', async () => {
    const { organiserId, ticketId } = await createEventAt([2000])
    const sale = await bought(shop().deps, {
      ticketId,
      qty: 2,
      guest: { email: `typo-${kind}@example.org`, name: 'Ada L' },
    })
    const { call } = await staffOf(organiserId, 'box_office')
    const [old] = await codesOf(shop().deps, sale)
    const email = `right-${kind}@example.org`
    const { number: customer_session } = sale.session
    await shop().db.updateTable('sales').set({ customer_session }).where('id', '=', sale.saleId).execute()
    const body = { organiser_id: organiserId, order_id: sale.saleId, email, phone: '07700 900123', form_key: 'k' }
    expect(await call('mend_contact', body)).toMatchObject({ status: 200 })
    expect((await ticketsOf(sale)).map((ticket) => ticket.holder_email)).toEqual([email, email])
    expect([await walletsTo(email), await doorSays(old!)]).toEqual([1, 'replaced'])
    expect(await doorSays((await codesOf(shop().deps, sale))[0]!)).toBe('admitted')
    const { body: shown } = await call('office_order', { organiser_id: organiserId, order_id: sale.saleId })
    expect(shown).toMatchObject({ email, phone: '07700 900123', state: 'paid', is_shared: false })
    expect((await sale.read()).customer_session).toBeNull()
    const customer = (await customerOf(shop().db, await sale.read()))!
    expect([canAccess(sale.session, customer), customer.email]).toEqual([false, email])
    expect(await call('mend_contact', { ...body, email: 'nonsense', form_key: 'l' })).toMatchObject({
      body: { code: 'bad_email' },
    })
  })

  it('acts on an order write no name, address or phone number of its people into the log, from which nothing is erased', async () => {
    const { organiserId, ticketId } = await createEventAt([2000])
    const sale = await bought(shop().deps, { ticketId, qty: 2 })
    const { call, id } = await staffOf(organiserId, 'box_office')
    const [first] = await ticketsOf(sale)
    const about = { organiser_id: organiserId, order_id: sale.saleId }
    const email = `new-${sale.email}`
    const acts = {
      resend_order: { again: '1' },
      rename_holder: { ticket_id: first!.id, name: 'Grace Hopper' },
      mend_contact: { email, phone: '07700 900123' },
    } as const
    for (const [name, body] of Object.entries(acts))
      expect((await call(name as keyof typeof acts, { ...about, ...body, form_key: name } as never)).status).toBe(200)
    const log = (await logOf(shop(), id)).filter(({ outcome }) => outcome === 'done')
    expect(log.map(({ action }) => action)).toEqual(Object.keys(acts))
    expect(log.at(-1)).toMatchObject({ after: { changed: ['email', 'phone'] } })
    for (const word of [sale.email, first!.holder_name, 'Grace', '900123'])
      expect(JSON.stringify(log)).not.toContain(word)
  })

  it('renaming a ticket: the old code is invalid at once, and fifty requests act once', async () => {
    const { organiserId, ticketId } = await createEventAt([2000])
    const sale = await bought(shop().deps, { ticketId, qty: 2 })
    const { call, id } = await staffOf(organiserId, 'box_office')
    const [first, second] = await ticketsOf(sale)
    const body = {
      organiser_id: organiserId,
      order_id: sale.saleId,
      ticket_id: first!.id,
      name: 'Grace Hopper',
      form_key: 'k',
    }
    const answers = await Promise.all(Array.from({ length: 50 }, () => call('rename_holder', body)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const [now, other] = await ticketsOf(sale)
    expect([now!.holder_name, now!.generation, other!.code]).toEqual(['Grace Hopper', 2, second!.code])
    expect(await doorSays(first!.code)).toBe('replaced')
    expect(await walletsTo(sale.email)).toBe(2)
    expect((await logOf(shop(), id)).filter(({ action }) => action === 'rename_holder')).toHaveLength(1)
  })

  it('moving to another date: stock moves, the difference is refunded, the books agree', async () => {
    const friday = await createEventAt([2000])
    const saturday = await createEventAt([1500], { organiser_id: friday.organiserId })
    const sale = await bought(shop().deps, { ticketId: friday.ticketId, qty: 2 })
    const { call } = await staffOf(friday.organiserId)
    const [ticket] = await ticketsOf(sale)
    const about = { organiser_id: friday.organiserId, order_id: sale.saleId, ticket_id: ticket!.id }
    const { body: choices } = await call('office_change', about)
    expect(choices).toMatchObject({
      paid: '£21.00',
      choices: [{ ticket_type_id: saturday.ticketId, free: 5, difference: '£5.00', sign: -1 }],
    })
    const change = { ...about, ticket_type_id: saturday.ticketId, returns: '1', form_key: 'k' }
    const stale = await staffOf(friday.organiserId, 'owner', {
      provedAt: new Date(shop().clock.now().getTime() - 601_000),
    })
    expect((await stale.call('change_ticket', change)).body.code).toBe('proof_too_old')
    expect(await call('change_ticket', change)).toMatchObject({ status: 200 })
    expect(await call('change_ticket', change)).toMatchObject({ status: 200 })
    expect([await stockOf(shop().db, friday.ticketId), await stockOf(shop().db, saturday.ticketId)]).toEqual([
      { held: 0, sold: 1 },
      { held: 0, sold: 1 },
    ])
    expect(await doorSays(ticket!.code)).toBe('replaced')
    expect((await sale.refunds()).map(({ amount_minor }) => amount_minor)).toEqual([500])
    await isBalanced()
    await shop().runJobs()
    await isBalanced()
    // And what is left can be refunded to the penny.
    const whole = { organiser_id: friday.organiserId, order_id: sale.saleId, what: 'all', form_key: 'r' }
    expect(await call('refund_order', whole)).toMatchObject({ status: 200 })
    expect((await sale.refunds()).reduce((sum, { amount_minor }) => sum + amount_minor, 0)).toBe(4200)
    expect([await stockOf(shop().db, friday.ticketId), await stockOf(shop().db, saturday.ticketId)]).toEqual([
      { held: 0, sold: 0 },
      { held: 0, sold: 0 },
    ])
    await shop().runJobs()
    await isBalanced()
  })

  it.each([
    ['without tax', null],
    ['with tax', { net: 2000, fee: 2000, protection: 0, delivery: 0 }],
  ])(
    'moving to another date and back after a refund, %s: the books agree, and the rest can be refunded to the penny',
    async (_, rates) => {
      const friday = await createEventAt([2400])
      const saturday = await createEventAt([1800], { organiser_id: friday.organiserId })
      if (rates !== null)
        await shop()
          .db.updateTable('ticket_types')
          .set({ tax_rates: JSON.stringify(rates) })
          .where('id', 'in', [friday.ticketId, saturday.ticketId])
          .execute()
      const sale = await bought(shop().deps, { ticketId: friday.ticketId, qty: 2 })
      const { call } = await staffOf(friday.organiserId)
      const [ticket] = await ticketsOf(sale)
      const about = { organiser_id: friday.organiserId, order_id: sale.saleId, ticket_id: ticket!.id }
      const moveTo = (ticket_type_id: number) =>
        call('change_ticket', { ...about, ticket_type_id, returns: '1', form_key: String(ticket_type_id) })
      expect(await moveTo(saturday.ticketId)).toMatchObject({ status: 200 })
      expect(await moveTo(friday.ticketId)).toMatchObject({ status: 200 })
      await isBalanced()
      const whole = { organiser_id: friday.organiserId, order_id: sale.saleId, what: 'all', form_key: 'r' }
      expect(await call('refund_order', whole)).toMatchObject({ status: 200 })
      expect((await sale.refunds()).reduce((sum, { amount_minor }) => sum + amount_minor, 0)).toBe(5000)
      await shop().runJobs()
      await isBalanced()
    },
  )

  it('refuses a change to a ticket sold out, past or of another organiser, and of a used ticket, changing nothing', async () => {
    const friday = await createEventAt([2000])
    const full = await createEvent(shop().db, {
      organiser_id: friday.organiserId,
      startsAt: future(),
      tickets: [{ capacity: 1 }],
    })
    const over = await createEvent(shop().db, {
      organiser_id: friday.organiserId,
      startsAt: new Date(shop().clock.now().getTime() - 3 * 86_400_000),
    })
    const foreign = await createEventAt([1000])
    await bought(shop().deps, { ticketId: full.ticketId })
    const sale = await bought(shop().deps, { ticketId: friday.ticketId })
    const { call } = await staffOf(friday.organiserId)
    const [ticket] = await ticketsOf(sale)
    const about = { organiser_id: friday.organiserId, order_id: sale.saleId, ticket_id: ticket!.id }
    for (const [ticket_type_id, code] of [
      [full.ticketId, 'sold_out'],
      [over.ticketId, 'bad_change'],
      [foreign.ticketId, 'bad_change'],
    ] as const)
      expect(await call('change_ticket', { ...about, ticket_type_id, form_key: code })).toMatchObject({
        body: { code },
      })
    expect(await ticketsOf(sale)).toEqual([ticket])
    expect(await doorSays(ticket!.code)).toBe('admitted')
    const change = { ...about, ticket_type_id: friday.ticketId, form_key: 'u' }
    expect((await call('rename_holder', { ...change, name: 'X' })).body.code).toBe('ticket_ended')
  })

  it('refunding one of four: one ticket once, without changing the others’ discount', async () => {
    const { organiserId, ticketId } = await createEventAt([2000])
    const sale = await bought(shop().deps, { ticketId, qty: 4 })
    const { call } = await staffOf(organiserId)
    const [ticket] = await ticketsOf(sale)
    const body = {
      organiser_id: organiserId,
      order_id: sale.saleId,
      what: 'tickets',
      ticket_ids: [ticket!.id],
      form_key: 'k',
    }
    await Promise.all(Array.from({ length: 10 }, () => call('refund_order', body)))
    expect((await sale.refunds()).map(({ amount_minor }) => amount_minor)).toEqual([2100])
    expect(await doorSays(ticket!.code)).toBe('refunded')
    const again = await call('refund_order', { ...body, form_key: 'again' })
    expect(again).toMatchObject({ status: 409 })
    await shop().runJobs()
    await isBalanced()
    const { body: shown } = await call('office_order', { organiser_id: organiserId, order_id: sale.saleId })
    expect(shown).toMatchObject({ state: 'part_refunded', refundable: '£63.00' })
  })

  it('refunds an amount, a percentage, by other means or as a voucher: the books agree, never above what was paid', async () => {
    const { organiserId, ticketId } = await createEventAt([2000])
    const sale = await bought(shop().deps, { ticketId, qty: 2 })
    await shop().db.updateTable('sales').set({ language: 'fr' }).where('id', '=', sale.saleId).execute()
    await shop()
      .db.insertInto('gift_voucher_designs')
      .values({ organiser_id: organiserId, slug: `d-${kind}`, name: 'Voucher', currency: 'GBP', values_minor: [1000] })
      .execute()
    const { call } = await staffOf(organiserId)
    const body = { organiser_id: organiserId, order_id: sale.saleId }
    const refund = (more: Record<string, string>) =>
      call('refund_order', { ...body, ...more, form_key: JSON.stringify(more) })
    expect(await refund({ what: 'amount', amount: '2.00', to: 'elsewhere' })).toMatchObject({ status: 200 })
    expect(await refund({ what: 'percent', percent: '50', to: 'voucher' })).toMatchObject({ status: 200 })
    const voucher = await shop().db.selectFrom('issued_vouchers').selectAll().executeTakeFirstOrThrow()
    expect([voucher.value_minor, voucher.sale_id]).toEqual([2000, null])
    // The office is English; its emails to a buyer are in the buyer's language.
    const mail = shop().db.selectFrom('mails').select('subject').where('key', '=', `refund_voucher:${voucher.id}`)
    expect(await mail.executeTakeFirst()).toEqual({ subject: 'Votre bon cadeau' })
    expect(await sale.refunds()).toEqual([])
    expect((await refund({ what: 'amount', amount: '20.01' })).body.code).toBe('refund_too_much')
    expect(await refund({ what: 'amount', amount: '20.00' })).toMatchObject({ status: 200 })
    expect((await refund({ what: 'amount', amount: '0.01' })).body.code).toBe('refund_too_much')
    await shop().runJobs()
    await isBalanced()
    expect((await sale.refunds()).map(({ amount_minor }) => amount_minor)).toEqual([2000])
    expect((await ticketsOf(sale)).map(({ status }) => status)).toEqual(['valid', 'valid'])
    // The voucher keeps its value, but not its owner's name, when they are erased.
    await shop().db.updateTable('tickets').set({ status: 'void' }).where('sale_id', '=', sale.saleId).execute()
    expect(voucher.to_name).not.toBe('')
    const person = await personByEmail(shop().db, sale.email)
    expect(await erasePerson(shop().deps, person)).toMatchObject({ ok: true, orders: 1 })
    expect(await shop().db.selectFrom('issued_vouchers').selectAll().executeTakeFirstOrThrow()).toMatchObject({
      id: voucher.id,
      to_name: '',
      balance_minor: 2000,
    })
  })

  it('box office staff refund up to their limit per order, in one or several steps, and never on an old confirmation', async () => {
    const { organiserId, ticketId } = await createEventAt([2000])
    const sale = await bought(shop().deps, { ticketId, qty: 2 })
    const owner = await staffOf(organiserId)
    const box = await staffOf(organiserId, 'box_office')
    const body = { organiser_id: organiserId, order_id: sale.saleId, what: 'amount' }
    const limit = { status: 403, body: { code: 'refund_over_limit' } }
    expect(await box.call('refund_order', { ...body, amount: '1.00', form_key: 'a' })).toMatchObject(limit)
    expect(await box.call('set_refund_limit', { organiser_id: organiserId, limit: '99' })).toMatchObject({
      status: 403,
    })
    expect(await owner.call('set_refund_limit', { organiser_id: organiserId, limit: '5.00' })).toMatchObject({
      status: 200,
    })
    expect(await box.call('refund_order', { ...body, amount: '3.00', form_key: 'b' })).toMatchObject({ status: 200 })
    expect(await box.call('refund_order', { ...body, amount: '2.01', form_key: 'c' })).toMatchObject(limit)
    expect(await box.call('refund_order', { ...body, amount: '2.00', form_key: 'd' })).toMatchObject({ status: 200 })
    expect((await sale.refunds()).map(({ amount_minor }) => amount_minor)).toEqual([300, 200])
    const stale = await staffOf(organiserId, 'owner', { provedAt: new Date(shop().clock.now().getTime() - 601_000) })
    expect((await stale.call('refund_order', { ...body, amount: '1.00', form_key: 'e' })).body.code).toBe(
      'proof_too_old',
    )
    await shop().runJobs()
    await isBalanced()
  })

  it('two organisers of one order each see and refund only their own lines', async () => {
    const [first, second] = [await createEventAt([2000]), await createEventAt([3000])]
    const { saleAt } = await import('../../testing/fixtures/sale.ts')
    const sale = await saleAt(shop().deps, 'basket', { ticketId: first.ticketId })
    const { db, deps, clock } = shop()
    await db
      .insertInto('sale_lines')
      .values({ sale_id: sale.saleId, ticket_type_id: second.ticketId, qty: 1, added_at: clock.now() })
      .execute()
    const { holdAll } = await import('../../sale/hold/hold.ts')
    await holdAll(db, [{ saleId: sale.saleId, userId: null }], 900, clock.now())
    await db.updateTable('sales').set({ state: 'payment' }).where('id', '=', sale.saleId).execute()
    const { pay } = await import('../../payment/refund/bought.testing.ts')
    await pay(deps, sale)
    clock.advance(30)
    await shop().runJobs()
    const { call } = await staffOf(first.organiserId)
    const about = { organiser_id: first.organiserId, order_id: sale.saleId }
    const { body } = await call('office_order', about)
    expect(body).toMatchObject({ is_shared: true, total: '£21.00', refundable: '£21.00', may: { correct: false } })
    expect(JSON.stringify(body)).not.toContain('£52.00')
    expect((body.lines as unknown[]).length).toBe(1)
    expect((await call('mend_contact', { ...about, email: 'a@example.org', form_key: 'a' })).body.code).toBe(
      'order_shared',
    )
    const theirs = (await ticketsOf(sale)).find(({ ticket_type_id }) => ticket_type_id === second.ticketId)!
    for (const more of [{ name: 'X' }, { ticket_type_id: first.ticketId }])
      for (const name of ['rename_holder', 'change_ticket'] as const)
        expect(
          (
            await call(name, {
              ...about,
              name: 'X',
              ticket_type_id: first.ticketId,
              ...more,
              ticket_id: theirs.id,
              form_key: `${name}`,
            })
          ).status,
        ).toBe(404)
    expect(
      (await call('refund_order', { ...about, what: 'tickets', ticket_ids: [theirs.id], form_key: 't' })).status,
    ).toBe(404)
    expect(await call('refund_order', { ...about, what: 'all', form_key: 'w' })).toMatchObject({ status: 200 })
    expect((await sale.refunds()).map(({ amount_minor }) => amount_minor)).toEqual([2100])
    expect((await ticketsOf(sale)).map(({ status }) => status).sort()).toEqual(['valid', 'void'])
    await shop().runJobs()
    await isBalanced()
  })

  it('a ticket that a colleague refunded meanwhile is refunded once, and the second person sees why', async () => {
    const { organiserId, ticketId } = await createEventAt([2000])
    const other = await bought(shop().deps, { ticketId: (await createEventAt([2000])).ticketId })
    const sale = await bought(shop().deps, { ticketId, qty: 2 })
    const [first] = await ticketsOf(sale)
    const about = { organiser_id: organiserId, order_id: sale.saleId, what: 'tickets', to: 'payment' }
    const staff = [await staffOf(organiserId), await staffOf(organiserId)]
    const answers = await Promise.all(
      staff.map(({ call }, i) => call('refund_order', { ...about, ticket_ids: [first!.id], form_key: `both-${i}` })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)!.body.code).toBe('ticket_ended')
    expect((await ticketsOf(sale)).map(({ status }) => status)).toEqual(['void', 'valid'])
    const [theirs] = await ticketsOf(other)
    const foreign = { ...about, ticket_ids: [theirs!.id], form_key: 'foreign' }
    expect((await staff[0]!.call('refund_order', foreign)).status).toBe(404)
    await shop().runJobs()
    await isBalanced()
  })

  it('one timeline has what happened, what staff did, entries at the door, and every email with what became of it', async () => {
    const { organiserId, ticketId } = await createEventAt([2000])
    const sale = await bought(shop().deps, { ticketId })
    const about = { organiser_id: organiserId, order_id: sale.saleId }
    const owner = await staffOf(organiserId, 'owner')
    expect(await checkAtDoor(shop().deps, (await codesOf(shop().deps, sale))[0]!, 'North door')).toMatchObject({
      outcome: 'admitted',
    })
    const goodwill = { ...about, what: 'amount', amount: '3', to: 'payment', form_key: 'one-timeline' }
    expect(await owner.call('refund_order', goodwill)).toMatchObject({ status: 200 })
    await shop().runJobs()
    await shop()
      .db.updateTable('mails')
      .set({ status: 'refused', last_error: 'no such mailbox' })
      .where('sale_id', '=', sale.saleId)
      .where('subject', 'like', 'Your tickets%')
      .execute()
    const { body } = await owner.call('office_order', about)
    const lines = (body.timeline as { what: string; who: string }[]).map(({ what, who }) => [what, who].join(' · '))
    const { name } = await shop()
      .db.selectFrom('staff')
      .select('name')
      .where('id', '=', owner.id)
      .executeTakeFirstOrThrow()
    for (const line of [
      /^Paid: £21\.00 · $/,
      /^Ada Lovelace checked in · North door$/,
      new RegExp(`^Refunded £\\d+\\.\\d\\d of order FY-\\S+\\. · ${name}$`),
      /^Money refunded: £3\.00 · $/,
      /^Email “Your tickets for .*”, not delivered: no such mailbox · /,
      /^Email “.*refund.*”, sent · /i,
    ])
      expect(
        lines.filter((one) => line.test(one)),
        `${line} in ${lines.join('\n')}`,
      ).toHaveLength(1)
    const email = lines.findIndex((line) => line.includes('refund') && line.startsWith('Email'))
    expect(email, 'newest first').toBeLessThan(lines.findIndex((line) => line.startsWith('Paid')))
  })

  it('staff of other events don’t see it; views are logged; notes belong to their organiser', async () => {
    const { organiserId, eventId, ticketId } = await createEventAt([2000])
    const elsewhere = await createEventAt([2000], { organiser_id: organiserId })
    const sale = await bought(shop().deps, { ticketId })
    const about = { organiser_id: organiserId, order_id: sale.saleId }
    const limited = await staffOf(organiserId, 'box_office', { events: [elsewhere.eventId] })
    expect((await limited.call('office_order', about)).status).toBe(404)
    expect((await limited.call('add_note', { ...about, words: 'x', form_key: 'n' })).status).toBe(404)
    const allowed = await staffOf(organiserId, 'box_office', { events: [eventId] })
    expect(
      await allowed.call('add_note', { ...about, words: 'Wheelchair', at_door: '1', form_key: 'n' }),
    ).toMatchObject({ status: 200 })
    const look = async () => checkAtDoor(shop().deps, (await codesOf(shop().deps, sale))[0]!, 'Door')
    const other = await bought(shop().deps, { ticketId })
    const note = { organiser_id: organiserId, at_door: true, written_at: shop().clock.now() }
    const addNotes = (...notes: { sale_id: number; words: string; at_door?: boolean; ended_at?: Date }[]) =>
      shop()
        .db.insertInto('order_notes')
        .values(notes.map((one) => ({ ...note, ...one })))
        .execute()
    await addNotes(
      { sale_id: sale.saleId, words: 'No longer', ended_at: shop().clock.now() },
      { sale_id: other.saleId, words: 'Of another order' },
    )
    expect(await look()).toMatchObject({ outcome: 'admitted', ticket: { note: 'Wheelchair' } })
    const reader = await staffOf(organiserId, 'reader')
    const { body } = await reader.call('office_order', about)
    expect(body).toMatchObject({
      notes: [{ words: 'Wheelchair', at_door: true }],
      may: { change: false, refund: false },
    })
    await addNotes({ sale_id: sale.saleId, words: 'For the office', at_door: false })
    expect(await look()).toMatchObject({ ticket: { note: 'Wheelchair' } })
    const [code] = await codesOf(shop().deps, sale)
    const codesFor = async (staff: typeof reader) =>
      JSON.stringify((await staff.call('office_order', about)).body).replaceAll('-', '')
    expect(await codesFor(allowed)).toContain(code!)
    expect(await codesFor(reader)).not.toContain(code!)
    expect(await codesFor(reader)).toContain(`"…${code!.slice(-5)}"`)
    expect((await logOf(shop(), reader.id)).at(-1)).toMatchObject({
      action: 'office_order',
      outcome: 'looked',
      after: { order_id: sale.saleId },
    })
    expect((await reader.call('resend_order', { ...about, form_key: 'r' })).status).toBe(403)
    // The first email is less than a minute old.
    expect((await allowed.call('resend_order', { ...about, form_key: 'r' })).body).toMatchObject({
      code: 'just_sent',
      error: expect.stringMatching(new RegExp(`^Sent \\d+ seconds? ago to ${sale.email}`)),
    })
    expect(await walletsTo(sale.email)).toBe(1)
    expect(await allowed.call('resend_order', { ...about, again: '1', form_key: 'r' })).toMatchObject({ status: 200 })
    expect(await walletsTo(sale.email)).toBe(2)
  })

  it('correcting the email address also replaces the codes of gift vouchers, even one already in a basket', async () => {
    const { organiserId, ticketId } = await createEventAt([2000])
    const { db, deps, clock } = shop()
    const sale = await bought(deps, { ticketId, guest: { email: `gift-typo-${kind}@example.org`, name: 'Ada L' } })
    const code = `TYPO${ticketId}${kind}`.toUpperCase()
    const { voucherId, designId } = await issueVoucher(db, {
      organiserId,
      code,
      now: clock.now(),
      columns: { sale_id: sale.saleId },
    })
    const line = { sale_id: sale.saleId, design_id: designId, value_minor: 500, qty: 1, added_at: clock.now() }
    await db.insertInto('sale_vouchers').values(line).execute()
    const strangers = await saleAt(deps, 'payment', { ticketId, codes: [{ code, voucherId }] })
    const { call } = await staffOf(organiserId, 'box_office')
    const email = `gift-right-${kind}@example.org`
    const about = { organiser_id: organiserId, order_id: sale.saleId }
    expect((await call('mend_contact', { ...about, email, phone: '', form_key: 'k' })).status).toBe(200)
    const fresh = await db.selectFrom('issued_vouchers').select('code').where('id', '=', voucherId).executeTakeFirst()
    expect(fresh!.code).not.toBe(code)
    const mail = await db.selectFrom('mails').select('body_text').where('recipient', '=', email).executeTakeFirst()
    expect(mail!.body_text).toContain(fresh!.code)
    expect(await inTx(db, (tx) => endedVoucherCodes(tx, strangers.saleId, clock.now()))).toEqual([code])
  })
})
