import type { CurrencyCode } from '@foyer/domain/money/money.ts'
import { type MoneyBasket, totalsOf } from '@foyer/domain/money/totals.ts'
import type { Kysely } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database, OrganisersTable } from '../db/schema/types.generated.ts'
import {
  compiledOnce,
  type Parameters,
  type Query,
  query,
  type RowOf,
  runBatch,
  runQuery,
} from '../db/transaction/batch.ts'
import type { Tx } from '../db/transaction/tx.ts'
import { presence } from './presence.ts'
import { lockSaleQuery, type Sale } from './sale.ts'

type Reader = Pick<Kysely<Database>, 'selectFrom' | 'getExecutor'>

/** What a line, of tickets or of gift vouchers, says of the organiser it is for. */
const ORGANISER_COLUMNS = [
  'organiser.id as organiser_id',
  'organiser.name as organiser_name',
  'organiser.slug as organiser_slug',
  'organiser.full_url as organiser_url',
  'organiser.is_saas',
  'organiser.payment_provider',
  'organiser.charity_id',
  'organiser.refund_policy as organiser_refund_policy',
  'organiser.marketing_signup_message',
  'organiser.ga_ua_property',
  'organiser.questions_intro_html as organiser_questions_intro_html',
] as const

/** A sale, which of the rarer things it has, and its lines with all that views and rules ask of them: one statement. */
const snapshotStatement = compiledOnce((db, { saleId }: Parameters<{ saleId: number }>) =>
  db
    .selectFrom('sales as sale')
    .selectAll('sale')
    .select((sale) => [
      presence.as('has'),
      jsonArrayFrom(
        sale
          .selectFrom('sale_lines as line')
          .innerJoin('ticket_types as type', 'type.id', 'line.ticket_type_id')
          .innerJoin('event_dates as date', 'date.id', 'type.date_id')
          .innerJoin('events as event', 'event.id', 'type.event_id')
          .innerJoin('organisers as organiser', 'organiser.id', 'event.organiser_id')
          .innerJoin('stock', 'stock.ticket_type_id', 'type.id')
          .leftJoin('holds as hold', (join) =>
            join.onRef('hold.sale_id', '=', 'line.sale_id').onRef('hold.ticket_type_id', '=', 'line.ticket_type_id'),
          )
          .select((eb) => [
            'line.ticket_type_id',
            'line.qty',
            'line.added_at',
            eb.fn.coalesce('hold.price_minor', 'line.price_minor', 'type.price_minor').as('price_minor'),
            eb.fn
              .coalesce('hold.booking_fee_minor', 'line.booking_fee_minor', 'type.booking_fee_minor')
              .as('booking_fee_minor'),
            'type.name as ticket_name',
            'type.absorb_fee',
            'type.min_per_customer',
            'type.max_can_reserve',
            'type.can_update_quantity',
            'type.refund_policy',
            'type.non_refundable',
            'type.seated',
            'type.delivered_by_post',
            'type.delivery_cost_minor',
            'stock.capacity',
            'stock.held',
            'stock.sold',
            'date.id as date_id',
            'date.starts_at',
            'date.ends_at',
            'date.all_day',
            'event.id as event_id',
            'event.slug as event_slug',
            'event.title as event_title',
            'event.currency',
            'event.timezone',
            'event.status as event_status',
            'event.on_sale_from',
            'event.express',
            'event.high_demand',
            'event.hide_booking_fee',
            'event.refund_protection_bp',
            'event.require_phone_number',
            'event.different_timeslots_warning',
            'event.livestream_url',
            'event.reward_text',
            'event.reward_short_text',
            'event.questions_intro_html',
            'event.ga',
            'event.ga_conversion_id',
            'event.fb_pixel',
            'event.venue_id',
            ...ORGANISER_COLUMNS,
          ])
          .whereRef('line.sale_id', '=', 'sale.id')
          .orderBy('line.added_at')
          .orderBy('line.ticket_type_id'),
      ).as('lines'),
    ])
    .where('sale.id', '=', saleId),
)

type Row = RowOf<typeof snapshotStatement>

/** The one statement of a snapshot; `snapshotFrom` adds what few sales have. Null for an unknown sale. */
const rowQuery = (saleId: number): Query<SnapshotRow | null> =>
  query(snapshotStatement({ saleId }), ([row]) => {
    if (!row) return null
    const { has, lines, ...sale } = row
    return { sale, has, lines: lines.map(lineFrom) }
  })

type SnapshotRow = { sale: Sale; has: Row['has']; lines: ReturnType<typeof lineFrom>[] }

/** JSON knows no dates. */
const lineFrom = (line: Row['lines'][number]) => ({
  ...line,
  added_at: new Date(line.added_at),
  starts_at: new Date(line.starts_at),
  ends_at: line.ends_at === null ? null : new Date(line.ends_at),
  on_sale_from: line.on_sale_from === null ? null : new Date(line.on_sale_from),
})

/** Everything that decides what a sale holds and costs, read once. Views, rules and payments are worked out from it. */
export async function readSnapshot(db: Reader, saleId: number): Promise<Snapshot | null> {
  const row = await runQuery(db, rowQuery(saleId))
  return row && snapshotFrom(db, row)
}

/** The same of a sale as the caller has it, which may differ from its row. */
export async function snapshotOf(db: Reader, sale: Sale): Promise<Snapshot> {
  const row = await runQuery(db, rowQuery(sale.id))
  return snapshotFrom(db, { ...row!, sale })
}

/** Locks a sale as lockSale does, and then reads everything about it. */
export async function lockSnapshot(tx: Tx, saleId: number): Promise<Snapshot> {
  const [, row] = await runBatch(tx, lockSaleQuery(saleId), rowQuery(saleId))
  return snapshotFrom(tx, row!)
}

async function snapshotFrom(db: Reader, { sale, has, lines }: SnapshotRow) {
  const vouchers = !has.vouchers
    ? []
    : await db
        .selectFrom('sale_vouchers as line')
        .innerJoin('gift_voucher_designs as design', 'design.id', 'line.design_id')
        .innerJoin('organisers as organiser', 'organiser.id', 'design.organiser_id')
        .select([
          'line.design_id',
          'line.value_minor',
          'line.qty',
          'design.name',
          'design.currency',
          'design.valid_months',
          ...ORGANISER_COLUMNS,
        ])
        .where('line.sale_id', '=', sale.id)
        .orderBy('line.added_at')
        .orderBy('line.value_minor')
        .execute()

  const codes = !has.codes
    ? []
    : await db
        .selectFrom('sale_codes as applied')
        .leftJoin('discount_codes as discount', 'discount.id', 'applied.discount_id')
        .leftJoin('issued_vouchers as voucher', 'voucher.id', 'applied.voucher_id')
        .leftJoin('gift_voucher_designs as design', 'design.id', 'voucher.design_id')
        .select([
          'applied.code',
          'applied.reserved_minor',
          'applied.discount_id',
          'applied.voucher_id',
          'discount.organiser_id as discount_organiser_id',
          'discount.event_id as discount_event_id',
          'discount.percent_bp',
          'discount.amount_minor',
          'voucher.balance_minor',
          'voucher.reserved_minor as voucher_reserved_minor',
          'design.organiser_id as voucher_organiser_id',
        ])
        .where('applied.sale_id', '=', sale.id)
        .orderBy('applied.applied_at')
        .orderBy('applied.code')
        .execute()

  const organiserIds = [...new Set(lines.map((line) => line.organiser_id))]
  const offers = !has.offers
    ? []
    : await db.selectFrom('offers').selectAll().where('organiser_id', 'in', organiserIds).orderBy('id').execute()

  const money: MoneyBasket = {
    lines: lines.map((line) => ({
      ticketTypeId: line.ticket_type_id,
      eventId: line.event_id,
      organiserId: line.organiser_id,
      qty: line.qty,
      priceMinor: line.price_minor,
      bookingFeeMinor: line.booking_fee_minor,
      refundProtectionBp: line.refund_protection_bp,
      deliveryCostMinor: line.delivered_by_post ? line.delivery_cost_minor : 0,
    })),
    vouchersBought: vouchers.map((line) => ({ valueMinor: line.value_minor, qty: line.qty })),
    discounts: codes
      .filter((code) => code.discount_id !== null)
      .map((code) => ({
        code: code.code,
        organiserId: code.discount_organiser_id,
        eventId: code.discount_event_id,
        percentBp: code.percent_bp,
        amountMinor: code.amount_minor,
      })),
    offers: offers.map((offer) => ({
      organiserId: offer.organiser_id,
      eventId: offer.event_id,
      kind: offer.kind,
      minQty: offer.min_qty,
      percentBp: offer.percent_bp,
    })),
    // While held, a sale spends what it has set aside; before, what nobody else has.
    vouchers: codes
      .filter((code) => code.voucher_id !== null)
      .map((code) => ({
        code: code.code,
        organiserId: code.voucher_organiser_id!,
        balanceMinor:
          sale.held_until === null && sale.paid_at === null
            ? (code.balance_minor ?? 0) - (code.voucher_reserved_minor ?? 0)
            : code.reserved_minor,
      })),
    refundProtectionChosen: sale.refund_protection,
    donationMinor: sale.donation_minor,
    donationFeeMinor: sale.donation_fee_minor,
  }

  return { sale, has, lines, vouchers, codes, money, totals: totalsOf(money) }
}

export type Snapshot = Awaited<ReturnType<typeof snapshotFrom>>
export type SnapshotLine = Snapshot['lines'][number]

/** The one currency of the sale; pounds while there is nothing in it. */
export const currencyOf = ({ sale }: Pick<Snapshot, 'sale'>): CurrencyCode => (sale.currency ?? 'GBP') as CurrencyCode

/** The organisers of everything in the basket, in basket order, once each. */
export function organisersOf({ lines, vouchers }: Pick<Snapshot, 'lines' | 'vouchers'>) {
  const byId = new Map<number, SnapshotLine | Snapshot['vouchers'][number]>()
  for (const line of [...lines, ...vouchers]) if (!byId.has(line.organiser_id)) byId.set(line.organiser_id, line)
  return [...byId.values()]
}

export const isEmpty = ({ lines, vouchers }: Pick<Snapshot, 'lines' | 'vouchers'>): boolean =>
  lines.length === 0 && vouchers.length === 0

/** OPEN-25: posted tickets need an address, and gift vouchers are addressed from and to somebody there. */
export const needsDeliveryAddress = ({ lines, vouchers }: Pick<Snapshot, 'lines' | 'vouchers'>): boolean =>
  vouchers.length > 0 || needsPostalAddress({ lines })

/** Something goes by post; gift vouchers go by email. */
export const needsPostalAddress = ({ lines }: Pick<Snapshot, 'lines'>): boolean =>
  lines.some((line) => line.delivered_by_post)

/**
 * OPEN-67: the organiser's own payment account, when everything in the basket is to be paid into the same kind of account;
 * otherwise, and without one, the platform's own.
 */
export function ownPaymentProvider(snapshot: Snapshot): OrganisersTable['payment_provider'] {
  const providers = new Set(organisersOf(snapshot).map((organiser) => organiser.payment_provider))
  return providers.size === 1 ? [...providers][0]! : null
}
