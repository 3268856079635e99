import type { TestShop } from '../../testing/shop.ts'
import { createClaim } from './gift-aid.ts'
import { adder } from './planted-event.ts'
import type { openSeason, sellInSeason } from './season.ts'

const DAY = 86_400_000
type Sales = ReadonlyMap<string, Awaited<ReturnType<typeof sellInSeason>>>

/** What stands around a season's orders, and beside each row that counts one that does not. */
export async function plantAround(
  { db, clock }: Pick<TestShop, 'db' | 'clock'>,
  season: Awaited<ReturnType<typeof openSeason>>,
  sales: Sales,
) {
  const idOf = (key: string): number => sales.get(key)!.saleId
  const add = adder(db)
  const now = clock.now()
  const ago = (days: number) => new Date(now.getTime() - days * DAY)
  const { types, show, fair, theirs, charityId, organiserId } = season
  await add('payment_plans', {
    sale_id: idOf('plan'),
    option_key: '4',
    status: 'overdue',
    terms_version: '1',
    agreed_at: now,
  })
  for (const [seq, amount_minor, status] of [
    [1, 1500, 'paid'],
    [2, 1000, 'paid'],
    [3, 500, 'failed'],
    [4, 1000, 'due'],
    [5, 300, 'cancelled'],
  ] as const)
    await add('plan_instalments', { sale_id: idOf('plan'), seq, due_on: '2026-06-20', amount_minor, status })
  await add('payment_plans', {
    sale_id: idOf('won'),
    option_key: '2',
    status: 'completed',
    terms_version: '1',
    agreed_at: now,
  })
  await plantLateMoney()
  for (const [key, status] of [
    ['slow', 'cancelled'],
    ['broken', 'active'],
    ['early', 'cancelled'],
  ] as const)
    await add('payment_plans', { sale_id: idOf(key), option_key: '2', status, terms_version: '1', agreed_at: now })
  for (const [key, type] of [
    ['processing', 'adult'],
    ['processing', 'late'],
    ['failed', 'adult'],
  ] as const)
    await add('holds', { sale_id: idOf(key), ticket_type_id: types[type].ticket_type_id, qty: 1 })
  await db.updateTable('stock').set({ held: 2 }).where('ticket_type_id', '=', types.adult.ticket_type_id).execute()
  for (const [key, kind] of [
    ['storm', 'cancellation_blocked'],
    ['rain', 'cancellation_retried'],
    // Its date takes place.
    ['won', 'cancellation_blocked'],
    // Refunded since.
    ['soaked', 'cancellation_blocked'],
    ['theirs', 'cancellation_blocked'],
  ] as const)
    await add('sale_events', {
      sale_id: idOf(key),
      kind,
      at: now,
      facts: JSON.stringify(kind === 'cancellation_blocked' ? { code: 'plan_paying' } : {}),
    })
  for (const key of ['soaked', 'slow', 'broken'])
    await add('mails', mail(`event_cancelled:${idOf(key)}:1`, idOf(key), 'sent', now))
  for (const [key, status, at] of [
    ['april', 'refused', now],
    ['gift', 'refused', ago(61)],
    ['won', 'sent', now],
    ['theirs', 'refused', now],
  ] as const)
    await add('mails', mail(`wallet:${key}`, idOf(key), status, at))
  await add('mails', mail('news', null, 'refused', now))
  for (const [key, failure_text, at] of [
    ['won', 'made at the vendor', now],
    ['spent', 'card closed', ago(61)],
  ] as const)
    await add('refunds', {
      payment_id: sales.get(key)!.payments[0]!,
      sale_id: idOf(key),
      amount_minor: 1,
      reason: 'staff',
      status: 'failed',
      failure_text,
      idempotency_key: `failed-${key}`,
      created_at: at,
      updated_at: at,
    })
  await add('disputes', {
    payment_id: sales.get('theirs')!.payments[0]!,
    provider_dispute_id: 'dp-theirs',
    amount_minor: 7777,
    status: 'needs_response',
    opened_at: now,
    updated_at: now,
  })
  for (const [kind, state, dateId, email] of [
    ['place', 'waiting', show.dateId, 'a@example.org'],
    ['place', 'offered', show.dateId, 'b@example.org'],
    ['place', 'left', show.dateId, 'c@example.org'],
    ['place', 'waiting', types.late.date_id, 'd@example.org'],
  ] as const)
    await add('waiting', { kind, event_id: show.eventId, date_id: dateId, email, qty: 2, state, joined_at: now })
  await add('waiting', { kind: 'reminder', event_id: show.eventId, email: 'e@example.org', joined_at: now })
  await add('waiting', {
    kind: 'place',
    event_id: theirs.eventId,
    date_id: theirs.dateId,
    email: 'f@example.org',
    qty: 1,
    joined_at: now,
  })
  const waiver = await add('waivers', {
    event_id: show.eventId,
    title: 'Risks',
    terms_html: '<p>Yours.</p>',
    version: 2,
  })
  for (const [key, waiver_version, name] of [
    ['web', 2, 'Ann'],
    ['web', 1, 'Bob'],
    ['other', 2, 'Cy'],
    ['other', 2, 'Di'],
  ] as const)
    await add('waiver_signatures', {
      sale_id: idOf(key),
      waiver_id: waiver.id,
      waiver_version,
      name,
      signed_by: name,
      signature_kind: 'typed',
      signature: name,
      signed_at: now,
    })
  for (const [code, key, event, visits] of [
    ['web', 'web', show, 7],
    ['quiet', 'won', show, 2],
    ['unseen', 'plan', show, 0],
    ['fair', 'euro', fair, 5],
  ] as const)
    await add('referral_links', { code, sale_id: idOf(key), event_id: event.eventId, visits, created_at: now })
  for (const [key, minor, more] of [
    ['family', 1000, {}],
    ['disputed', 700, {}],
    ['partly', 600, { address_1: '', postcode: '' }],
    ['won', 800, { cancelled_at: now }],
    ['april', 900, {}],
    ['euro', 500, {}],
  ] as const)
    await add('gift_aid_declarations', {
      sale_id: idOf(key),
      charity_id: charityId,
      donation_minor: minor,
      uk_taxpayer: true,
      own_money: true,
      not_gambling: true,
      wording: 'Yes',
      wording_version: '1',
      donor_name: 'Ada Byron',
      address_1: '12 High Street',
      postcode: 'LS1 1AA',
      uk_based: true,
      claimable: true,
      declared_at: now,
      ...more,
    })
  await createClaim(db, { orderId: idOf('april'), charityId, minor: 900 }, now)
  await db
    .updateTable('gift_aid_claims')
    .set({ overclaimed_minor: 130 })
    .where('organiser_id', '=', organiserId)
    .execute()
  await db
    .updateTable('tickets')
    .set({ admitted_at: now })
    .where('sale_id', '=', idOf('family'))
    .where('instance', '=', 1)
    .execute()

  /** Payments for the cancelled date that are at a bank and came back, beside those that aren't, and one of an order. */
  async function plantLateMoney() {
    const lateType = types.late.ticket_type_id
    for (const key of ['processing', 'failed', 'cancelled'])
      await add('sale_lines', { sale_id: idOf(key), ticket_type_id: lateType, qty: 1, added_at: now })
    const returned = sales.get('cancelled')!.payments[0]!
    await db
      .updateTable('payments')
      .set({ status: 'refunded', outcome: 'refunded' })
      .where('id', '=', returned)
      .execute()
    const payment = { provider: 'stripe', currency: 'GBP', created_at: now, updated_at: now } as const
    for (const [key, provider_payment_id] of [
      ['storm', 'pi-of-an-order'],
      ['cancelled', null],
    ] as const)
      await add('payments', {
        ...payment,
        sale_id: idOf(key),
        amount_minor: 77,
        status: 'processing',
        provider_payment_id,
        idempotency_key: `late-${key}`,
      })
    await add('sale_lines', { sale_id: idOf('storm'), ticket_type_id: lateType, qty: 1, added_at: now })
    await add('refunds', {
      payment_id: returned,
      sale_id: idOf('cancelled'),
      amount_minor: 2000,
      reason: 'event_cancelled',
      status: 'succeeded',
      idempotency_key: 'late-returned',
      created_at: now,
      updated_at: now,
    })
  }
}

const mail = (key: string, sale_id: number | null, status: 'sent' | 'refused', queued_at: Date) => ({
  key,
  sale_id,
  kind: 'wallet',
  recipient: 'a@example.org',
  subject: 'A',
  body_text: '',
  body_html: '',
  status,
  queued_at,
})
