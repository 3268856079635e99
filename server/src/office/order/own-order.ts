import { officeOrderPath } from '@foyer/contract/office/pages.ts'
import type { Selectable } from 'kysely'
import type { OrdersTable } from '../../db/schema/types.generated.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { type LineRow, linesOf } from '../../payment/refund/book-refund.ts'
import { lockSale, type SaleRow } from '../../sale/sale.ts'
import { grantOf, type OfficeContext } from '../handle.ts'

export type OwnOrder = {
  order: Selectable<OrdersTable>
  /** The lines that this person may see. */
  lines: LineRow[]
  /** Whether there are lines of other organisers. */
  isShared: boolean
  /** Whether this person may see all lines of the organiser. */
  seesAll: boolean
}

/** Whether this person may see a line: it is the organiser's, and the person isn't limited to other events. */
const isOwn = (ctx: OfficeContext, line: Pick<LineRow, 'organiser_id' | 'event_id'>): boolean => {
  const { organiserId, eventIds } = grantOf(ctx)
  // guard: own-order-lines
  return line.organiser_id === organiserId && (eventIds === null || eventIds.includes(line.event_id ?? -1))
}

/** The part of an order that this person may see; undefined if there is none. */
export async function ownOrder(
  db: Pick<Tx, 'selectFrom'>,
  ctx: OfficeContext,
  orderId: number,
): Promise<OwnOrder | undefined> {
  const order = await db.selectFrom('orders').selectAll().where('sale_id', '=', orderId).executeTakeFirst()
  if (order === undefined) return undefined
  const all = await db.selectFrom('order_lines').selectAll().where('sale_id', '=', orderId).orderBy('line').execute()
  return visibleTo(ctx, order, all)
}

function visibleTo(ctx: OfficeContext, order: OwnOrder['order'], all: readonly LineRow[]): OwnOrder | undefined {
  const lines = all.filter((line) => isOwn(ctx, line))
  // guard: own-order
  if (lines.length === 0) return undefined
  const { organiserId } = grantOf(ctx)
  const ofOrganiser = all.filter((line) => line.organiser_id === organiserId)
  return {
    order,
    lines,
    isShared: ofOrganiser.length < all.length,
    seesAll: lines.length === ofOrganiser.length,
  }
}

/** The same, with the sale locked. An order that this person may not see is not locked. */
export async function lockOwnOrder(
  tx: Tx,
  ctx: OfficeContext,
  orderId: number,
): Promise<(OwnOrder & { sale: SaleRow }) | undefined> {
  const before = await ownOrder(tx, ctx, orderId)
  if (before === undefined) return undefined
  const sale = await lockSale(tx, orderId)
  const { lines } = await linesOf(tx, sale)
  const own = visibleTo(ctx, before.order, lines)
  return own && { ...own, sale }
}

export const orderPath = (ctx: OfficeContext, orderId: number): string =>
  officeOrderPath(grantOf(ctx).organiserId, orderId)

/** A ticket of one of these lines, locked. */
export const lockOwnTicket = (tx: Tx, { lines }: OwnOrder, saleId: number, ticketId: number) =>
  tx
    .selectFrom('tickets')
    .selectAll()
    .where('id', '=', ticketId)
    .where('sale_id', '=', saleId)
    .where('ticket_type_id', 'in', [-1, ...lines.flatMap(({ ticket_type_id }) => ticket_type_id ?? [])])
    .forUpdate()
    .executeTakeFirst()
