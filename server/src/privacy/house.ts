import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/schema/types.generated.ts'
import type { Person } from './person.ts'

type Reader = Pick<Kysely<Database>, 'selectFrom'>

/**
 * Conditions on rows that belong to one organiser, by a column that leads there; with null, which is the whole shop, they hold for
 * every row.
 */
export function ofHouse(house: number | null) {
  const isShop = sql`${house === null}::boolean`
  const id = house ?? -1
  const event = (column: string) =>
    sql<boolean>`(${isShop} or exists (select from events event
      where event.id = ${sql.ref(column)} and event.organiser_id = ${id}))`
  return {
    type: (column: string) =>
      sql<boolean>`(${isShop} or exists (select from ticket_types type join events event on event.id = type.event_id
        where type.id = ${sql.ref(column)} and event.organiser_id = ${id}))`,
    waiver: (column: string) =>
      sql<boolean>`(${isShop} or exists (select from waivers waiver join events event on event.id = waiver.event_id
        where waiver.id = ${sql.ref(column)} and event.organiser_id = ${id}))`,
    design: (column: string) =>
      sql<boolean>`(${isShop} or exists (select from gift_voucher_designs design
        where design.id = ${sql.ref(column)} and design.organiser_id = ${id}))`,
    donation: (saleColumn: string) =>
      sql<boolean>`(${isShop} or exists (select from order_lines given
        where given.sale_id = ${sql.ref(saleColumn)} and given.kind = 'donation' and given.organiser_id = ${id}))`,
    event,
    /** Feedback about a whole order is for all who sold it. */
    feedback: (eventColumn: string) => sql<boolean>`(${sql.ref(eventColumn)} is null or ${event(eventColumn)})`,
    /** Sales of which no other organiser sold a part. */
    onlySeller: (saleColumn: string) =>
      sql<boolean>`(${isShop} or (
        exists (select from order_lines line where line.sale_id = ${sql.ref(saleColumn)} and line.organiser_id = ${id})
        and not exists (select from order_lines line
          where line.sale_id = ${sql.ref(saleColumn)} and line.organiser_id <> ${id})))`,
  }
}

/**
 * A person's orders with this organiser, lowest first: `own` are this organiser's alone, of `shared` another one sold a part. An order
 * without an account is theirs by its contact too, which staff may have corrected.
 */
export async function salesOfHouse(
  db: Reader,
  { userId, email }: Person,
  house: number,
): Promise<{ own: number[]; shared: number[] }> {
  const rows = await db
    .selectFrom('sales')
    .innerJoin('orders', 'orders.sale_id', 'sales.id')
    .select(['sales.id', ofHouse(house).onlySeller('sales.id').as('is_own')])
    .where((eb) =>
      eb.or([
        eb('sales.user_id', '=', userId ?? -1),
        eb.and([
          eb('sales.user_id', 'is', null),
          eb.or([eb('sales.guest_email', '=', email), eb('orders.email', '=', email)]),
        ]),
      ]),
    )
    .where(
      sql<boolean>`exists (select from order_lines line where line.sale_id = sales.id and line.organiser_id = ${house})`,
    )
    .orderBy('sales.id')
    .execute()
  return {
    own: rows.filter(({ is_own }) => is_own).map(({ id }) => id),
    shared: rows.filter(({ is_own }) => !is_own).map(({ id }) => id),
  }
}
