import type { Db } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { saveSaleAddress } from '../../sale/address.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { HOME, type SaleAt } from '../../testing/fixtures/sale.ts'
import { issueVoucher } from '../../testing/fixtures/voucher.ts'
import type { AccountConnectors, PaymentProvider } from '../provider/provider.ts'
import { refundOrder } from '../refund/order.ts'
import type { RefundRequest } from '../refund/request.ts'

type Random = { int(below: number): number }

/** The model's event, with everything an organiser can edit while it is on sale. */
export async function createModelEvent(db: Db, { capacity, random }: { capacity: number; random: Random }) {
  const event = await createEvent(db, {
    tickets: [
      { capacity, delivered_by_post: true, delivery_cost_minor: 150 },
      { max_can_reserve: 2, delivered_by_post: true, delivery_cost_minor: 150 },
    ],
    startsAt: new Date('2027-09-01T18:00:00Z'),
    refund_protection_bp: 500,
    plans: [1, 3],
  })
  const charity = await db
    .insertInto('charities')
    .values({ slug: 'model', name: 'Model', donation_checkout_title: 'Give', booking_fee_bp: 500 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('organisers').set({ charity_id: charity.id }).where('id', '=', event.organiserId).execute()
  await db
    .insertInto('offers')
    .values({ organiser_id: event.organiserId, title: 'Two', kind: 'percent', min_qty: 2, percent_bp: 1000 })
    .execute()
  const discount = await db
    .insertInto('discount_codes')
    .values({ code: 'MODEL-HALF', kind: 'percent', percent_bp: 5000 })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()

  const EDITS = [
    () => db.updateTable('ticket_types').set({ price_minor: 500 + random.int(1500) }),
    () => db.updateTable('ticket_types').set({ booking_fee_minor: random.int(200) }),
    () => db.updateTable('ticket_types').set({ delivery_cost_minor: random.int(400) }),
    () => db.updateTable('offers').set({ percent_bp: 1 + random.int(9000) }),
    () => db.updateTable('discount_codes').set({ percent_bp: 1 + random.int(9000) }),
    () => db.updateTable('events').set({ refund_protection_bp: random.int(2) ? 1 + random.int(2000) : null }),
    () => db.updateTable('charities').set({ base_fee_minor: random.int(100), booking_fee_bp: random.int(2000) }),
    () => db.updateTable('plan_options').set({ every_months: 1 + random.int(3) }),
  ]

  /** What staff refund of an order: all of it, an amount, one ticket, a line, or the organiser's lines. */
  const refundOf = async ({ saleId, reference }: SaleAt): Promise<RefundRequest & { reference: string }> => {
    const tickets = await db
      .selectFrom('tickets')
      .select(['code', 'ticket_type_id'])
      .where('sale_id', '=', saleId)
      .where('status', '=', 'valid')
      .orderBy('id')
      .execute()
    const ticket = tickets[random.int(Math.max(1, tickets.length))]
    const whole: RefundRequest = { what: 'whole' }
    const asks: RefundRequest[] = [
      whole,
      { what: 'amount', amountMinor: 1 + random.int(900), donation: random.int(2) === 0 },
      ticket ? { what: 'tickets', codes: [ticket.code] } : whole,
      ticket ? { what: 'lines', ticketTypeIds: [ticket.ticket_type_id] } : whole,
      { what: 'lines', organiserId: event.organiserId },
    ]
    return { reference, ...asks[random.int(asks.length)]! }
  }

  return {
    ...event,
    /** A type with a maximum per customer. */
    limitedId: event.ticketIds[1]!,
    discount,
    /** What a buyer adds to a basket before the reserve: an address, refund protection, a donation. */
    choose: async (sale: SaleAt) => {
      await saveSaleAddress(db, sale.saleId, 'delivery', HOME)
      const gives = random.int(3) === 0
      await db
        .updateTable('sales')
        .set({
          refund_protection: random.int(2) === 0,
          ...(gives && { donation_minor: 500, donation_fee_minor: 25, donation_charity_id: charity.id }),
        })
        .where('id', '=', sale.saleId)
        .execute()
    },
    refundOf,
    /** Refunds an order or a part of it. Returns what is wrong with it. */
    refund: async (deps: Deps, sale: SaleAt): Promise<string[]> => {
      await refundOrder(deps, await refundOf(sale))
      return []
    },
    cancelDate: null as ((deps: Deps, sale: SaleAt) => Promise<void>) | null,
    /** The vendor, with the organisers' accounts at it. */
    connected: (provider: PaymentProvider): { provider: PaymentProvider; connectors: AccountConnectors } => ({
      provider,
      connectors: {},
    }),
    /** Further invariants that do not hold in the end. */
    broken: async (): Promise<string[]> => [],
    /** The organiser edits something that buyers have seen. */
    edit: async (): Promise<void> => {
      await EDITS[random.int(EDITS.length)]!().execute()
    },
  }
}

export type ModelEvent = Awaited<ReturnType<typeof createModelEvent>>

/**
 * Returns the sales with a refund for a wrong amount although the buyer paid the amount requested, which an organiser's edit
 * must never cause. `odd` has the provider's ids of payments with another amount. Leaves out sales with gift vouchers, whose
 * balance may have been spent elsewhere.
 */
export async function returnedAfterEdit(db: Db, odd: ReadonlySet<string>): Promise<number[]> {
  const rows = await db
    .selectFrom('refunds as refund')
    .innerJoin('payments as payment', 'payment.id', 'refund.payment_id')
    .select(['payment.provider_payment_id as id', 'payment.sale_id as saleId'])
    .where('refund.reason', '=', 'wrong_amount')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('sale_codes as code')
            .whereRef('code.sale_id', '=', 'payment.sale_id')
            .where('code.voucher_id', 'is not', null)
            .select('code.code'),
        ),
      ),
    )
    .execute()
  return rows.flatMap(({ id, saleId }) => (odd.has(id ?? '') ? [] : [saleId]))
}

/** A gift voucher that pays for part of an order, or of two. */
export async function createGiftVoucher(db: Db, organiserId: number, now: Date) {
  const { voucherId: id, code } = await issueVoucher(db, { organiserId, code: 'MODEL', value: 4000, now })
  return { id, code }
}
