import type { Deps } from '../deps.ts'

export type SaleOptions = {
  email?: string
  name?: string
  paid?: boolean
  /** The quantities of the two ticket types: standing places and seats in the stalls. */
  standing?: number
  seated?: number
  vouchers?: number
  title?: string
  venue?: string
  description?: string
  terms?: { title: string; text: string; description: string }
  total?: number
}

let made = 0

/** For tests of what follows a sale: creates one just after its payment, with its own event. */
export async function createPaidSale({ db, clock }: Pick<Deps, 'db' | 'clock'>, options: SaleOptions = {}) {
  const n = `${process.pid}-${++made}`
  const now = clock.now()
  const {
    email = `ada-${n}@example.org`,
    name = 'Ada Lovelace',
    paid = true,
    standing = 2,
    seated = 0,
    vouchers = 0,
  } = options
  const insert = <R extends { id: number }>(row: Promise<R>) => row.then(({ id }) => id)

  const organiser = await insert(
    db
      .insertInto('organisers')
      .values({
        slug: `org-${n}`,
        name: 'City Varieties Trust',
        full_url: `/organisers/org-${n}/`,
        marketing_signup_message: 'News',
        refund_policy: options.terms ? JSON.stringify(options.terms) : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const venue = await insert(
    db
      .insertInto('venues')
      .values({
        slug: `venue-${n}`,
        name: options.venue ?? 'City Varieties',
        town: 'Leeds',
        full_address: 'Swan Street, Leeds LS1 6LW',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const event = await insert(
    db
      .insertInto('events')
      .values({
        organiser_id: organiser,
        venue_id: venue,
        slug: `event-${n}`,
        title: options.title ?? 'Autumn Gala Concert',
        currency: 'GBP',
        timezone: 'Europe/London',
        description_html: options.description ?? '',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const date = await insert(
    db
      .insertInto('event_dates')
      .values({
        event_id: event,
        starts_at: new Date('2026-10-02T18:00:00Z'),
        ends_at: new Date('2026-10-02T21:00:00Z'),
        doors_at: new Date('2026-10-02T17:30:00Z'),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const type = (values: { name: string; price_minor: number; seated?: boolean }) =>
    insert(
      db
        .insertInto('ticket_types')
        .values({ event_id: event, date_id: date, ...values })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
  const standingType = await type({ name: 'Standing', price_minor: 1500 })
  const seatedType = await type({ name: 'Stalls', price_minor: 2500, seated: true })

  const sale = await db
    .insertInto('sales')
    .values({
      reference: `ref-${n}`,
      currency: 'GBP',
      state: 'deliver_tickets',
      guest_email: email,
      guest_name: name,
      total_minor: options.total ?? standing * 1500 + seated * 2500 + vouchers * 2000,
      paid_at: paid ? now : null,
      gift_voucher_from: 'Ada',
      gift_voucher_to: 'Grace',
      created_at: now,
      updated_at: now,
    })
    .returning(['id', 'reference'])
    .executeTakeFirstOrThrow()
  const lines = [
    { ticket_type_id: standingType, qty: standing },
    { ticket_type_id: seatedType, qty: seated },
  ].filter(({ qty }) => qty > 0)
  for (const line of lines)
    await db
      .insertInto('sale_lines')
      .values({ sale_id: sale.id, added_at: now, ...line })
      .execute()
  for (let seat = 1; seat <= seated; seat++)
    await db
      .insertInto('seats')
      .values({
        ticket_type_id: seatedType,
        label: `A${seat}`,
        row_name: 'A',
        seat_number: seat,
        status: 'sold',
        sale_id: sale.id,
      })
      .execute()
  if (vouchers > 0) {
    const design = await insert(
      db
        .insertInto('gift_voucher_designs')
        .values({
          organiser_id: organiser,
          slug: `voucher-${n}`,
          name: 'A night out',
          currency: 'GBP',
          values_minor: [2000],
          valid_months: 24,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    await db
      .insertInto('sale_vouchers')
      .values({ sale_id: sale.id, design_id: design, value_minor: 2000, qty: vouchers, added_at: now })
      .execute()
  }
  return { saleId: sale.id, reference: sale.reference, email, standingType, seatedType, event, date, organiser }
}
