import { missingDetails, type RequiredDetail } from '@foyer/domain/people/legal.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/transaction/tx.ts'
import { isClosed } from '../../../may-sell.ts'
import { TRADER } from '../../../trader.ts'
import type { CatalogueEvent } from '../../format/format.ts'
import type { Context, Lacking } from './context.ts'

/** Where an organiser's details are in a file, and in its form. */
export const DETAIL_PATHS: Record<RequiredDetail, string> = {
  kind: 'legal.kind',
  name: 'legal.name',
  address: 'legal.address',
  email: 'contact_email',
}

/** Whether a row named `type` of ticket types costs a buyer something, online or at the door. */
export const COSTS_MONEY: RawBuilder<boolean> = sql`(not type.archived and (type.price_minor > 0 or type.booking_fee_minor > 0
  or type.door_price_minor > 0 or (type.delivered_by_post and type.delivery_cost_minor > 0)
  or exists (select from price_tiers tier where tier.ticket_type_id = type.id and tier.price_minor > 0)))`

/** The same of an event in a file. */
const isForMoney = (event: CatalogueEvent): boolean =>
  event.ticket_types.some(
    (type) =>
      !type.archived &&
      [
        type.price,
        type.booking_fee,
        type.door_price ?? 0,
        type.delivered_by_post ? type.delivery_cost : 0,
        ...type.price_tiers.map(({ price }) => price),
      ].some((minor) => minor > 0),
  )

/**
 * Returns why an event can't be published: it would newly be on sale for money, and buyers couldn't be told who sells or who runs
 * the shop, or its organiser is closed. What is on sale for money already stays so and may change. Null if it can, as a draft or a free event always can.
 */
export async function publishingProblem(
  context: Pick<Context, 'tx' | 'result'>,
  event: CatalogueEvent,
  organiserId: number | undefined,
  existing: { id: number; status: CatalogueEvent['status'] } | undefined,
): Promise<string | null> {
  if (event.status !== 'published' || existing?.status === 'cancelled' || organiserId === undefined) return null
  // guard: closed-publishes-nothing
  if (existing?.status !== 'published' && (await isClosed(context.tx, organiserId))) {
    context.result.lacking = 'open'
    return CLOSED_PROBLEM
  }
  if (!isForMoney(event)) return null
  const problem = await sellingProblem(context.tx, organiserId)
  if (problem === null) return null
  if (existing?.status === 'published' && (await isSoldForMoney(context.tx, existing.id))) return null
  context.result.lacking = problem.lacking
  return problem.why
}

/** Returns why an organiser can't put anything new on sale for money; null if it can. */
export async function sellingProblem(tx: Tx, organiserId: number): Promise<{ lacking: Lacking; why: string } | null> {
  const { name, trader, shop_lacks } = await tx
    .selectFrom('organisers as organiser')
    .select([
      'organiser.name',
      TRADER.as('trader'),
      sql<boolean>`exists (select from shop where shop.lacks_details)`.as('shop_lacks'),
    ])
    .where('organiser.id', '=', organiserId)
    .executeTakeFirstOrThrow()
  const missing = missingDetails(trader)
  if (missing.length > 0) return { lacking: 'seller', why: sellerProblem(name, missing) }
  return shop_lacks ? { lacking: 'shop', why: SHOP_PROBLEM } : null
}

const sellerProblem = (name: string, missing: readonly RequiredDetail[]): string =>
  `buyers must be told who sells, and the organiser "${name}" lacks ${missing.map((detail) => DETAIL_PATHS[detail]).join(', ')}`

const CLOSED_PROBLEM = 'who runs the shop has closed the organiser, which publishes nothing new'

const SHOP_PROBLEM =
  'buyers must be told who runs the shop, and the operator has not entered it under Shop in the office'

async function isSoldForMoney(tx: Tx, eventId: number): Promise<boolean> {
  const priced = await tx
    .selectFrom('ticket_types as type')
    .select('type.id')
    .where('type.event_id', '=', eventId)
    .where(COSTS_MONEY)
    .limit(1)
    .executeTakeFirst()
  return priced !== undefined
}
