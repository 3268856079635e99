import { randomUUID } from 'node:crypto'
import type { Minor } from '@foyer/domain/money/money.ts'
import { sum } from '@foyer/domain/money/money.ts'
import { sql } from 'kysely'
import { inTx } from '../../db/transaction/tx.ts'
import { book, captureMovement, disputeMovement, type Posting, refundMovement } from '../../payment/ledger/ledger.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import type { TestShop } from '../../testing/shop.ts'
import { createCharity } from './gift-aid.ts'
import { adder } from './planted-event.ts'
import { PARTS, type Part, type SeasonOrder, type TypeName } from './season-orders.ts'

type Shop = Pick<TestShop, 'app' | 'db' | 'clock'>
type Season = Awaited<ReturnType<typeof openSeason>>
type Split = Map<number, Minor>

const ACCOUNT = {
  net: 'tickets',
  fee: 'booking_fees',
  protection: 'refund_protection',
  delivery: 'delivery',
  rounding: 'rounding',
} as const

/**
 * An organiser's events, a fair in euros among them, beside those of another organiser. "late" is a ticket of a date that is cancelled;
 * its event and those of "adult" and "child" are one.
 */
export async function openSeason({ db, clock }: Shop) {
  const add = adder(db)
  const now = clock.now()
  const tickets = (...names: string[]) => names.map((name) => ({ name, price_minor: 2000, booking_fee_minor: 150 }))
  const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)
  const show = await createEvent(db, { title: 'The Show', startsAt: inDays(3), tickets: tickets('Adult', 'Child') })
  const { organiserId } = show
  const charityId = await createCharity(db)
  await db.updateTable('organisers').set({ charity_id: charityId }).where('id', '=', organiserId).execute()
  const late = await add('event_dates', {
    event_id: show.eventId,
    starts_at: inDays(4),
    status: 'cancelled',
  })
  const lateType = await add('ticket_types', {
    event_id: show.eventId,
    date_id: late.id,
    name: 'Late',
    price_minor: 1500,
    booking_fee_minor: 100,
  })
  await add('stock', { ticket_type_id: lateType.id, capacity: 100 })
  const fair = await createEvent(db, {
    title: 'The Fair',
    organiser_id: organiserId,
    currency: 'EUR',
    timezone: 'Europe/Paris',
    startsAt: inDays(30),
    tickets: tickets('Entry'),
  })
  const theirs = await createEvent(db, { title: 'Their Night', tickets: tickets('Place') })
  const design = await add('gift_voucher_designs', {
    organiser_id: organiserId,
    slug: `night-out-${organiserId}`,
    name: 'A night out',
    currency: 'GBP',
    values_minor: [5000],
  })
  const of = (event: typeof show, typeId: number, dateId = event.dateId) => ({
    organiser_id: event.organiserId,
    event_id: event.eventId,
    date_id: dateId,
    ticket_type_id: typeId,
  })
  const types: Record<TypeName, ReturnType<typeof of>> = {
    adult: of(show, show.ticketIds[0]!),
    child: of(show, show.ticketIds[1]!),
    late: of(show, lateType.id, late.id),
    entry: of(fair, fair.ticketId),
    place: of(theirs, theirs.ticketId),
  }
  const code = async (name: string) =>
    add('discount_codes', { code: name, kind: 'percent', percent_bp: 1000, event_id: show.eventId })
  const codes = { [`TEN${organiserId}`]: (await code(`TEN${organiserId}`)).id }
  return { organiserId, otherId: theirs.organiserId, show, fair, theirs, types, design, charityId, codes }
}

const moneyOf = (amounts: Partial<Record<Part | 'voucher', Minor>>): Minor =>
  sum(PARTS.map((part) => amounts[part] ?? 0)) - (amounts.voucher ?? 0)

/** Writes an order with its payments, refunds and disputes, and books each of them when it happened. */
export async function sellInSeason({ db }: Shop, season: Season, order: SeasonOrder, shiftId: number | null) {
  const add = adder(db)
  const currency = order.currency ?? 'GBP'
  const at = new Date(order.at)
  const { types, organiserId } = season
  const ownerOf = ({ of }: SeasonOrder['lines'][number]) =>
    of === 'gift' || of === 'donation' ? organiserId : types[of].organiser_id
  const splitOf = (minorOf: (line: SeasonOrder['lines'][number]) => Minor): Split => {
    const split: Split = new Map()
    for (const line of order.lines) split.set(ownerOf(line), (split.get(ownerOf(line)) ?? 0) + minorOf(line))
    return new Map([...split].filter(([, minor]) => minor !== 0))
  }
  const owed = splitOf(moneyOf)
  const added = splitOf((line) => moneyOf(line.added ?? {}))
  const total = sum([...owed.values(), ...added.values()])
  const { id: saleId } = await add('sales', {
    reference: randomUUID(),
    currency,
    state: order.isUnpaid ? 'payment' : 'order_completed',
    guest_email: order.email,
    guest_name: order.name,
    total_minor: total,
    paid_at: order.isUnpaid ? null : at,
    tickets_delivered_at: order.isUnpaid ? null : at,
    referred_by: order.referredBy ?? null,
    created_at: at,
    updated_at: at,
  })
  const move = (movement: string, amounts: readonly Posting[], when: Date, ids: object = {}) =>
    inTx(db, (tx) => book(tx, { saleId, movement, amounts, currency, at: when, ...ids }))

  const payments: number[] = []
  let papers = 0
  for (const [n, { minor, provider, purpose = 'sale', status = 'paid' }] of order.payments.entries()) {
    const share = minor ?? (purpose === 'ticket_change' ? sum([...added.values()]) : sum([...owed.values()]))
    const { id } = await add('payments', {
      sale_id: saleId,
      provider,
      purpose,
      amount_minor: share,
      currency,
      status,
      outcome: status === 'paid' ? 'fulfilled' : null,
      provider_payment_id: `pi-${order.key}-${saleId}-${n}`,
      idempotency_key: randomUUID(),
      paid_at: status === 'paid' ? at : null,
      created_at: at,
      updated_at: at,
    })
    payments.push(id)
    if (status !== 'paid') continue
    const whole = sum([...owed.values()])
    const part = (split: Split) =>
      new Map([...split].map(([id, all]) => [id, minor === undefined ? all : Math.round((all * share) / whole)]))
    const when = purpose === 'ticket_change' ? new Date(order.changedAt!) : at
    await move('capture', captureMovement(purpose === 'ticket_change' ? added : part(owed)), when, { paymentId: id })
  }
  if (order.isUnpaid) return { saleId, payments }

  await add('orders', {
    sale_id: saleId,
    number: order.number,
    name: order.name,
    email: order.email,
    phone: order.phone ?? '',
    channel: order.channel ?? 'online',
    currency,
    total_minor: total,
    paid_at: at,
  })
  if (order.how) await add('counter_sales', { sale_id: saleId, shift_id: shiftId!, how: order.how, at })
  for (const name of order.codes ?? [])
    await add('sale_codes', { sale_id: saleId, code: name, discount_id: season.codes[name]!, applied_at: at })

  for (const [i, line] of order.lines.entries()) {
    const { of, qty, list, discount = 0, offer = 0, net, back, added: more, ...amounts } = line
    const type = of === 'gift' || of === 'donation' ? null : types[of]
    const ids = {
      organiserId: ownerOf(line),
      eventId: type?.event_id ?? null,
      ticketTypeId: type?.ticket_type_id ?? null,
    }
    const accountOf = (part: Part) =>
      part === 'net' && of !== 'gift' && of !== 'donation'
        ? ACCOUNT.net
        : (
            {
              gift: { ...ACCOUNT, net: 'gift_vouchers_sold' },
              donation: { ...ACCOUNT, net: 'donation', fee: 'donation_fee' },
            } as const
          )[of === 'donation' ? 'donation' : 'gift'][part]
    const postings = (parts: Partial<Record<Part | 'voucher', Minor>>, sign: 1 | -1): Posting[] => [
      ...PARTS.map((part): Posting => ({ ...ids, account: accountOf(part), minor: -sign * (parts[part] ?? 0) })),
      { ...ids, account: 'gift_vouchers_redeemed', minor: sign * (parts.voucher ?? 0) },
      { organiserId: ids.organiserId, account: 'receivable', minor: sign * moneyOf(parts) },
    ]
    await add('order_lines', {
      sale_id: saleId,
      line: i + 1,
      kind: of === 'gift' ? 'gift_voucher' : of === 'donation' ? 'donation' : 'ticket',
      ...(type ?? { organiser_id: organiserId }),
      design_id: of === 'gift' ? season.design.id : null,
      charity_id: of === 'donation' ? season.charityId : null,
      qty,
      list_minor: list + (more?.net ?? 0),
      discount_minor: discount,
      offer_minor: offer,
      net_minor: net + (more?.net ?? 0),
      fee_minor: (amounts.fee ?? 0) + (more?.fee ?? 0),
      protection_minor: amounts.protection ?? 0,
      delivery_minor: amounts.delivery ?? 0,
      voucher_minor: amounts.voucher ?? 0,
      rounding_minor: amounts.rounding ?? 0,
      refunded_qty: back?.qty ?? 0,
      refunded_net_minor: back?.net ?? 0,
      refunded_fee_minor: back?.fee ?? 0,
      refunded_protection_minor: back?.protection ?? 0,
      refunded_delivery_minor: back?.delivery ?? 0,
      refunded_rounding_minor: back?.rounding ?? 0,
      refunded_voucher_minor: back?.voucher ?? 0,
      paid_at: at,
    })
    // The price before codes and offers, and each of them, are booked by themselves.
    const [tickets, ...others] = postings({ ...amounts, net }, 1)
    await move(
      'sale',
      [
        { ...tickets!, minor: -list },
        { ...ids, account: 'discounts', minor: discount },
        { ...ids, account: 'offers', minor: offer },
        ...others,
      ],
      at,
    )
    if (more) await move('change', postings(more, 1), new Date(order.changedAt!))
    if (back) await giveBack(i + 1, ids.organiserId, back, postings(back, -1))
    if (type)
      await sql`update stock set sold = sold + ${qty - (back?.qty ?? 0)} where ticket_type_id = ${type.ticket_type_id}`.execute(
        db,
      )
    if (type) await issue(type.ticket_type_id, qty, back?.qty ?? 0)
    for (const { part, rate, gross, tax } of line.taxes ?? [])
      await add('order_line_taxes', {
        sale_id: saleId,
        line: i + 1,
        part,
        rate_bp: rate,
        gross_minor: gross,
        tax_minor: tax,
      })
  }
  const taxes = order.lines.flatMap((line) => (ownerOf(line) === organiserId ? (line.taxes ?? []) : []))
  if (taxes.length > 0) await addPaper('receipt', organiserId, taxes, at)
  if (order.changedAt) await addChanges(new Date(order.changedAt))
  for (const { minor, status, owed: due = 0, dueAt } of order.disputes ?? []) {
    if (status.toLowerCase() === 'lost')
      await move(
        'dispute',
        disputeMovement(minor, new Map(due === 0 ? [] : [[organiserId, due]])),
        new Date(order.disputedAt!),
        {
          paymentId: payments[0],
        },
      )
    await add('disputes', {
      payment_id: payments[0]!,
      provider_dispute_id: `dp-${order.key}-${saleId}-${status}`,
      amount_minor: minor,
      status,
      opened_at: at,
      updated_at: at,
      due_at: dueAt === undefined ? null : new Date(dueAt),
    })
  }
  return { saleId, payments }

  /** A receipt or credit note, with a part of a line that carries no tax. */
  async function addPaper(
    kind: 'receipt' | 'credit_note',
    owner: number,
    parts: NonNullable<SeasonOrder['lines'][number]['taxes']>,
    when: Date,
  ) {
    const untaxed = { rateBp: null, grossMinor: 33, taxMinor: 0 }
    const lines = parts.map(({ rate, gross, tax }) => ({ rateBp: rate, grossMinor: gross, taxMinor: tax }))
    await add('receipts', {
      organiser_id: owner,
      sale_id: saleId,
      kind,
      number: saleId * 10 + ++papers,
      issued_at: when,
      seller: '{}',
      lines: JSON.stringify([...lines, untaxed]),
    })
  }

  async function issue(typeId: number, qty: number, ended: number) {
    for (let instance = 0; instance < qty; instance++)
      await add('tickets', {
        sale_id: saleId,
        ticket_type_id: typeId,
        instance,
        code: `${order.key}-${saleId}-${typeId}-${instance}`,
        status: instance < ended ? 'void' : 'valid',
        holder_name: `${order.name} ${instance + 1}`,
        holder_email: order.email,
        issued_at: at,
      })
  }

  /** The change that was paid for, one that the buyer may still pay for, and one that wasn't paid in time. */
  async function addChanges(when: Date) {
    const { id, ticket_type_id } = await db
      .selectFrom('tickets')
      .select(['id', 'ticket_type_id'])
      .where('sale_id', '=', saleId)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const { fee = 0 } = order.lines[0]!.added!
    for (const [state, minor] of [
      ['done', sum([...added.values()])],
      ['waiting', 4000],
      ['ended', 5000],
    ] as const)
      await add('ticket_changes', {
        token: randomUUID(),
        sale_id: saleId,
        organiser_id: organiserId,
        ticket_id: id,
        from_type_id: ticket_type_id,
        ticket_type_id,
        difference_minor: minor,
        fee_minor: fee,
        by_buyer: false,
        state,
        ends_at: when,
        created_at: at,
        ended_at: state === 'waiting' ? null : when,
      })
  }

  /** A refund, in the way it went back, with its credit note. */
  async function giveBack(
    line: number,
    owner: number,
    back: NonNullable<SeasonOrder['lines'][number]['back']>,
    postings: readonly Posting[],
  ) {
    const when = new Date(back.at)
    const minor = moneyOf(back)
    if (minor === 0) return
    await move('part_refund', postings, when)
    const paymentId = payments[0]!
    if (back.way === 'elsewhere' || back.way === 'toVouchers') {
      const account = back.way === 'elsewhere' ? 'refunded_elsewhere' : 'refunded_to_vouchers'
      const amounts: Posting[] = [
        { account, minor: -minor, organiserId: owner },
        { account: 'receivable', minor, organiserId: owner },
      ]
      await move('refund_otherwise', amounts, when, { paymentId })
    } else {
      const status = back.way ?? 'succeeded'
      const { id: refundId } = await add('refunds', {
        payment_id: paymentId,
        sale_id: saleId,
        amount_minor: minor,
        reason: back.reason ?? 'staff',
        status,
        provider_refund_id: `re-${order.key}-${saleId}-${line}`,
        failure_text: status === 'failed' ? 'card closed' : null,
        idempotency_key: randomUUID(),
        created_at: when,
        updated_at: when,
      })
      if (status === 'succeeded') {
        await move('refund', refundMovement(new Map([[owner, minor]])), when, { paymentId, refundId })
        await sql`update payments set refunded_minor = refunded_minor + ${minor}, status = case when refunded_minor + ${minor} = amount_minor
          then 'refunded' else 'partly_refunded' end where id = ${paymentId}`.execute(db)
      }
      if (order.how) await add('counter_refunds', { refund_id: refundId, shift_id: shiftId!, at: when })
    }
    if (back.taxes) await addPaper('credit_note', owner, back.taxes, when)
  }
}
