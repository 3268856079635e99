import type { BodyOf } from '@foyer/contract/calls.ts'
import { type AccessCode, opensTypes } from '@foyer/domain/basket/access-code.ts'
import { isOnSale } from '@foyer/domain/basket/on-sale.ts'
import { aboveMaxPlaces, isBelowMinimum, maxPerBasket, type PlacesLine } from '@foyer/domain/basket/quantity.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import { isAccessible } from '@foyer/domain/seats/kinds.ts'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { compiledOnce, type Parameters, type Query, query, type RowOf, runQuery } from '../db/transaction/batch.ts'
import type { Db, Tx } from '../db/transaction/tx.ts'
import type { RequestContext } from '../http/handle.ts'
import type { SaleRow } from '../sale/sale.ts'
import { SALE_STATUS } from '../sale/terms/event-status.ts'
import { PLACES_LIMIT } from '../sale/terms/places-limit.ts'
import { type AmountFail, chosenPrice } from './amount.ts'
import { type BasketChanged, changeBasket, quantityIn, takeCurrency } from './change.ts'
import { protectionIfOffered } from './refund-protection.ts'
import { roomLeft, roomWithExpired } from './room-left.ts'
import { shownPrice } from './shown-price.ts'
import { leavesSingleSeat } from './single-seat.ts'

type Reader = Pick<Db, 'selectFrom' | 'getExecutor'>

/** Ticket types with what is left of them, and what the sale's basket contains. */
const typesStatement = compiledOnce((db, { saleId, ids }: Parameters<{ saleId: number; ids: readonly number[] }>) =>
  db
    .selectFrom('ticket_types as type')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .innerJoin('event_dates as date', 'date.id', 'type.date_id')
    .innerJoin('stock', 'stock.ticket_type_id', 'type.id')
    .select((eb) => [
      'type.id',
      'type.seated',
      'type.max_can_reserve as maxCanReserve',
      'type.min_per_customer as minPerCustomer',
      'type.can_update_quantity',
      'type.min_price_minor as minPriceMinor',
      'type.price_minor as priceMinor',
      'type.booking_fee_minor as bookingFeeMinor',
      'type.tiered',
      'event.currency',
      SALE_STATUS.as('eventStatus'),
      'event.on_sale_from as onSaleFrom',
      'type.sale_from as saleFrom',
      'type.sale_until as saleUntil',
      'type.visibility',
      'type.archived',
      'date.starts_at as startsAt',
      'date.ends_at as endsAt',
      'type.pool_id as poolId',
      'type.pool_places as places',
      'stock.capacity',
      'stock.held',
      'stock.sold',
      'type.event_id as eventId',
      PLACES_LIMIT.as('placesLimit'),
      quantityIn(saleId).as('in_basket'),
      jsonArrayFrom(eb.selectFrom('sale_lines').select(['ticket_type_id', 'qty']).where('sale_id', '=', saleId)).as(
        'lines',
      ),
    ])
    .where(sql<boolean>`type.id = any(${ids}::bigint[])`),
)

export type TypeRow = RowOf<typeof typesStatement>

/** Reads ticket types for a basket, by id. Unknown types are missing. */
export const typesQuery = (saleId: number, ids: readonly number[]): Query<Map<number, TypeRow>> =>
  query(typesStatement({ saleId, ids }), (rows) => new Map(rows.map((row) => [row.id, row])))

/**
 * Returns what is available of a ticket type now, or why it is not for sale, and what the sale's basket contains. `codeId`:
 * the access code that the buyer has given, instead of the one that opened the line. `read`: the type, if it has been read.
 */
async function sellableType(
  tx: Reader,
  saleId: number,
  ticketTypeId: number,
  now: Date,
  codeId: number | null = null,
  isSold = isOnSale,
  read?: TypeRow,
) {
  const type = read ?? (await runQuery(tx, typesQuery(saleId, [ticketTypeId]))).get(ticketTypeId)
  if (!type || type.eventStatus === 'draft') return fail('unknown_ticket')
  const accessCode = type.visibility === 'code' ? await openingCode(tx, saleId, ticketTypeId, codeId, now) : null
  if (!isSold({ ...type, unlocked: accessCode !== null }, now)) return fail('not_on_sale')
  return { ok: true as const, type: { ...type, ...(await roomLeft(tx, saleId, type)), accessCode } }
}

/** Returns the valid access code that opens this type for the basket, and how many other tickets it has opened there; else null. */
async function openingCode(tx: Reader, saleId: number, ticketTypeId: number, accessCodeId: number | null, now: Date) {
  const { rows } = await sql<AccessCode & { id: number; others: number }>`
    select code.id, code.valid_from as "validFrom", code.valid_until as "validUntil", code.ended,
      code.max_per_order as "maxPerOrder", coalesce((select sum(qty) from sale_lines
        where sale_id = ${saleId} and access_code_id = code.id and ticket_type_id <> ${ticketTypeId}), 0)::int as others
    from access_codes code
    join access_code_types opens on opens.access_code_id = code.id and opens.ticket_type_id = ${ticketTypeId}
    where code.id = coalesce(${accessCodeId}::bigint,
      (select access_code_id from sale_lines where sale_id = ${saleId} and ticket_type_id = ${ticketTypeId}))`.execute(
    tx,
  )
  const [code] = rows
  return code && opensTypes(code, now) ? code : null
}

/** The failure if this many tickets are more than the access code allows in one order. */
function aboveCodeLimit(accessCode: { maxPerOrder: number | null; others: number } | null, qty: number) {
  const max = accessCode?.maxPerOrder ?? null
  return max !== null && qty + accessCode!.others > max ? fail('access_code_max', { n: max }) : null
}

/** The failure if the basket, with this many tickets of the type, has more places of the event than one order may have. */
async function abovePlacesLimit(
  tx: Reader,
  saleId: number,
  type: Omit<PlacesLine, 'qty'> & { id: number },
  qty: number,
) {
  if (type.placesLimit == null) return null
  const others = await tx
    .selectFrom('sale_lines as line')
    .innerJoin('ticket_types as type', 'type.id', 'line.ticket_type_id')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .select(['line.qty', 'event.id as eventId', PLACES_LIMIT.as('placesLimit')])
    .where('line.sale_id', '=', saleId)
    .where('event.id', '=', type.eventId)
    .where('type.id', '<>', type.id)
    .execute()
  const max = aboveMaxPlaces([...others, { ...type, qty }])
  return max === null ? null : fail('places_above_max', { n: max })
}

type AddFail = Fail<
  | 'bad_quantity'
  | 'unknown_ticket'
  | 'unknown_seat'
  | 'not_on_sale'
  | 'sold_out'
  | 'few_left'
  | 'seat_taken'
  | 'access_needed'
  | 'seat_kind'
  | 'single_seat'
  | 'quantity_above_max'
  | 'places_above_max'
  | AmountFail['code']
  | 'basket_full'
  | 'other_currency'
  | 'access_code_max'
>

/**
 * `isSold`: whether a type is sold through this channel. `read`: the type, if it has been read. `anySeats`: staff choose, so single
 * seats may be left, and nobody says who needs a wheelchair space.
 */
type AdditionOptions = { isSold?: typeof isOnSale; read?: TypeRow | undefined; anySeats?: boolean }

/** `party`: the labels of seats that the same buyer adds with these, so that the seats of all are judged together. */
type Added = Omit<BodyOf<'add_to_basket'>, 'code' | 'party'> & { party?: readonly string[] }

/**
 * Checks whether tickets may be added to a basket, and returns the line to add. Locks nothing.
 */
export async function checkAddition(
  tx: Reader,
  saleId: number,
  { ticket_id, quantity, seats, amount, section, party = [], access = false }: Added,
  codeId: number | null,
  now: Date,
  { isSold = isOnSale, read, anySeats = false }: AdditionOptions = {},
) {
  if (quantity < 1) return fail('bad_quantity')
  const sellable = await sellableType(tx, saleId, ticket_id, now, codeId, isSold, read)
  if (!sellable.ok) return sellable
  const { type } = sellable
  if (type.left.unsold <= 0) return fail('sold_out')
  // guard: seats-of-a-bundle
  const wrongSeats = seats.length !== quantity * type.places || new Set(seats).size !== seats.length
  if (seats.length > 0 && (!type.seated || wrongSeats)) return fail('unknown_seat')
  if (section !== '' && (seats.length > 0 || !(await hasSection(tx, type, section)))) return fail('unknown_seat')

  const currentQty = type.lines.find((line) => line.ticket_type_id === ticket_id)?.qty ?? 0
  if (currentQty === 0 && type.lines.length >= LIMITS.maxLinesPerBasket) return fail('basket_full')
  const price = amount === undefined ? null : chosenPrice(amount, type)
  if (price && !price.ok) return price

  const chosen = await freeSeats(tx, type, seats, access || anySeats)
  if (!chosen.ok) return chosen
  const seatsBefore = chosen.ids.length === 0 ? new Map<number, number>() : await seatsInBasket(tx, saleId)
  if (chosen.ids.some((id) => (seatsBefore.get(id) ?? ticket_id) !== ticket_id)) return fail('seat_taken')
  // A seat already on the line is not an additional ticket.
  const newSeats = chosen.ids.filter((id) => !seatsBefore.has(id))
  const addedQty = quantity - Math.floor((chosen.ids.length - newSeats.length) / type.places)

  const newQty = currentQty + addedQty
  if (newQty > maxPerBasket(type)) return fail('quantity_above_max', { n: maxPerBasket(type) })
  const above = aboveCodeLimit(type.accessCode, newQty) ?? (await abovePlacesLimit(tx, saleId, type, newQty))
  if (above) return above
  // Other buyers may still release theirs, so only sold tickets count here.
  if (newQty > type.room.unsold) return fail('few_left', { n: type.room.unsold || type.left.unsold })
  const seatIds = new Set([...seatsBefore.keys(), ...chosen.ids])
  const single = anySeats || newSeats.length === 0 ? null : await leavesSingleSeat(tx, type, { seatIds, party }, now)
  if (single) return single
  const priced = price?.columns ?? (await shownPrice(tx, type, newQty, now))
  const line = {
    ticket_type_id: ticket_id,
    qty: addedQty,
    added_at: now,
    access_code_id: type.accessCode?.id ?? null,
    section: section || null,
    price_added_minor: (priced.chosen_minor ?? type.priceMinor) + type.bookingFeeMinor,
    ...priced,
  }
  return { ok: true as const, line, priced, newSeats, currency: type.currency, quantity: type.in_basket + addedQty }
}

/** "Stalls, Autumn Gala" */
async function nameOf(tx: Tx, typeId: number): Promise<string> {
  const { name, title } = await tx
    .selectFrom('ticket_types as type')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .select(['type.name', 'event.title'])
    .where('type.id', '=', typeId)
    .executeTakeFirstOrThrow()
  return `${name}, ${title}`
}

/** Adds tickets to a locked sale. The caller runs the writes it returns. */
export async function addTickets(
  tx: Tx,
  sale: SaleRow,
  added: Added,
  codeId: number | null,
  now: Date,
  options: AdditionOptions = {},
): Promise<BasketChanged<{ quantity: number }> | AddFail> {
  const checked = await checkAddition(tx, sale.id, added, codeId, now, options)
  if (!checked.ok) return checked
  const { line, priced, newSeats, quantity } = checked
  const currency = await takeCurrency(tx, sale, checked.currency, () => nameOf(tx, added.ticket_id))
  if (!currency.ok) return currency
  const { ticket_type_id, qty, access_code_id, section } = line
  const addedLine = tx
    .insertInto('sale_lines')
    .values({ sale_id: sale.id, ...line })
    .onConflict((conflict) =>
      conflict.columns(['sale_id', 'ticket_type_id']).doUpdateSet((eb) => ({
        qty: eb('sale_lines.qty', '+', qty),
        access_code_id,
        ...(section !== null && { section }),
        ...priced,
      })),
    )
  const chosenSeats =
    newSeats.length === 0
      ? null
      : tx
          .insertInto('sale_line_seats')
          .values(newSeats.map((seat_id) => ({ sale_id: sale.id, ticket_type_id, seat_id })))
  return { ...currency, writes: [qty > 0 ? addedLine : null, chosenSeats], quantity }
}

/** Whether the type has seats in a section of this name. */
async function hasSection(tx: Reader, { id, poolId, seated }: SeatsOf, section: string): Promise<boolean> {
  if (!seated) return false
  const seat = await tx
    .selectFrom('seats')
    .select('id')
    .where((eb) => (poolId === null ? eb('ticket_type_id', '=', id) : eb('pool_id', '=', poolId)))
    .where('section', '=', section)
    .limit(1)
    .executeTakeFirst()
  return seat !== undefined
}

type SeatsOf = { id: number; poolId: number | null; seated: boolean }

/** Returns the ticket types of the seats chosen in this basket, by seat. */
async function seatsInBasket(tx: Reader, saleId: number): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('sale_line_seats')
    .select(['seat_id', 'ticket_type_id'])
    .where('sale_id', '=', saleId)
    .execute()
  return new Map(rows.map(({ seat_id, ticket_type_id }) => [seat_id, ticket_type_id]))
}

/**
 * Returns the ids of the seats with these labels, if all are free and the type may take them. `access`: someone needs those for
 * wheelchairs and companions.
 */
async function freeSeats(
  tx: Reader,
  { id, poolId }: { id: number; poolId: number | null },
  labels: readonly string[],
  access: boolean,
): Promise<Ok<{ ids: number[] }> | Fail<'unknown_seat' | 'seat_taken' | 'access_needed' | 'seat_kind'>> {
  if (labels.length === 0) return { ok: true, ids: [] }
  const found = await tx
    .selectFrom('seats')
    .select((eb) => [
      'id',
      'status',
      'kind',
      eb.selectFrom('ticket_types').select('seat_kinds').where('ticket_types.id', '=', id).as('takes'),
    ])
    .where((eb) => (poolId === null ? eb('ticket_type_id', '=', id) : eb('pool_id', '=', poolId)))
    .where('label', 'in', labels)
    .execute()
  if (found.length !== labels.length) return fail('unknown_seat')
  if (found.some((seat) => seat.status !== 'free')) return fail('seat_taken')
  if (found.some(({ kind, takes }) => takes !== null && !takes.includes(kind))) return fail('seat_kind')
  // guard: access-said
  if (!access && found.some(({ kind }) => isAccessible(kind))) return fail('access_needed')
  return { ok: true, ids: found.map((seat) => seat.id) }
}

/** Sets the quantity of a ticket line. The server checks minimum, maximum and stock again. */
export const updateTicketQuantity = (body: BodyOf<'update_ticket_quantity'>, ctx: RequestContext) =>
  changeBasket(ctx, (tx, sale) => setQuantity(tx, sale, body, ctx.now))

type UpdateFail = Fail<
  | 'bad_quantity'
  | 'unknown_ticket'
  | 'not_on_sale'
  | 'quantity_fixed'
  | 'quantity_above_max'
  | 'places_above_max'
  | 'quantity_below_min'
  | 'few_left'
  | 'access_code_max'
>

async function setQuantity(
  tx: Tx,
  sale: SaleRow,
  { ticket_id, quantity }: BodyOf<'update_ticket_quantity'>,
  now: Date,
): Promise<Ok | UpdateFail> {
  const line = await tx
    .selectFrom('sale_lines')
    .select('qty')
    .where('sale_id', '=', sale.id)
    .where('ticket_type_id', '=', ticket_id)
    .executeTakeFirst()
  if (!line) return fail('unknown_ticket')
  if (quantity < 1) return fail('bad_quantity')
  const sellable = await sellableType(tx, sale.id, ticket_id, now)
  if (!sellable.ok) return sellable
  const { type } = sellable
  if (!type.can_update_quantity) return fail('quantity_fixed')
  if (quantity > maxPerBasket(type)) return fail('quantity_above_max', { n: maxPerBasket(type) })
  if (isBelowMinimum(quantity, type)) return fail('quantity_below_min', { n: type.minPerCustomer })
  const above = aboveCodeLimit(type.accessCode, quantity) ?? (await abovePlacesLimit(tx, sale.id, type, quantity))
  if (above) return above
  if (quantity > type.room.free) {
    const { room, left } = await roomWithExpired(tx, sale.id, type, now)
    if (quantity > room.free) return fail('few_left', { n: room.free || left.free })
  }
  await tx
    .updateTable('sale_lines')
    .set({ qty: quantity, ...(await shownPrice(tx, type, quantity, now)) })
    .where('sale_id', '=', sale.id)
    .where('ticket_type_id', '=', ticket_id)
    .execute()
  // With fewer tickets than chosen seats, seats taken by other buyers go first, then the last in the seating plan.
  await tx
    .deleteFrom('sale_line_seats')
    .where('sale_id', '=', sale.id)
    .where('seat_id', 'in', (eb) =>
      eb
        .selectFrom('sale_line_seats as chosen')
        .innerJoin('seats', 'seats.id', 'chosen.seat_id')
        .select('chosen.seat_id')
        .where('chosen.sale_id', '=', sale.id)
        .where('chosen.ticket_type_id', '=', ticket_id)
        .orderBy((eb) => eb('seats.status', '<>', 'free'))
        .orderBy('chosen.seat_id')
        .offset(quantity * type.places),
    )
    .execute()
  return { ok: true }
}

/** Removes a ticket line from the basket. */
export const removeTickets = ({ ticket_id }: BodyOf<'remove_from_basket'>, ctx: RequestContext) =>
  changeBasket(ctx, async (tx, sale): Promise<BasketChanged | Fail<'unknown_ticket'>> => {
    const { numDeletedRows } = await tx
      .deleteFrom('sale_lines')
      .where('sale_id', '=', sale.id)
      .where('ticket_type_id', '=', ticket_id)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) return fail('unknown_ticket')
    return { ok: true, sale: await protectionIfOffered(tx, sale, sale.refund_protection) }
  })
