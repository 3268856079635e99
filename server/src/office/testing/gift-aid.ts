import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { GiftAidDeclarationsTable } from '../../db/schema/types.generated.ts'
import type { Db } from '../../db/transaction/tx.ts'
import { createOrder } from './order.ts'

let made = 0

export const createCharity = async (db: Db, name = 'The Trust'): Promise<number> => {
  const { id } = await db
    .insertInto('charities')
    .values({
      slug: `trust-${process.pid}-${++made}`,
      name,
      donation_checkout_title: 'Give',
      hmrc_reference: 'AB12345',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Declared = Partial<Insertable<GiftAidDeclarationsTable>>

/** A paid order with a donation and its declaration, as after the checkout. */
export async function createDonation(
  db: Db,
  { organiserId, now, minor = 2000, ...declared }: { organiserId: number; now: Date; minor?: number } & Declared,
) {
  const charityId = declared.charity_id ?? (await createCharity(db))
  const order = await createOrder(db, { organiserId, now })
  await addDonation(db, order.orderId, { organiserId, now, minor, ...declared, charity_id: charityId })
  return { ...order, charityId, minor }
}

/** Adds a donation with its declaration to a paid order. */
export async function addDonation(
  db: Db,
  orderId: number,
  {
    organiserId,
    now,
    minor,
    charity_id: charityId,
    ...declared
  }: { organiserId: number; now: Date; minor: number; charity_id: number } & Declared,
) {
  await db
    .insertInto('order_lines')
    .values({
      sale_id: orderId,
      line: 2,
      kind: 'donation',
      organiser_id: organiserId,
      charity_id: charityId,
      qty: 1,
      list_minor: minor,
      net_minor: minor,
      fee_minor: 50,
      paid_at: now,
    })
    .execute()
  await declares(db, orderId, { charity_id: charityId, donation_minor: minor, declared_at: now, ...declared })
}

const declares = (db: Db, saleId: number, more: Declared & { charity_id: number; donation_minor: number }) =>
  db
    .insertInto('gift_aid_declarations')
    .values({
      sale_id: saleId,
      uk_taxpayer: true,
      own_money: true,
      not_gambling: true,
      wording: 'Yes, add Gift Aid',
      wording_version: '2026-11',
      donor_name: 'Ada Lovelace',
      address_1: '12 High Street',
      postcode: 'sw1a1aa',
      uk_based: true,
      claimable: true,
      ...(more as { declared_at: Date } & typeof more),
    })
    .execute()

/** A claim of one donation, written to the database. */
export async function createClaim(
  db: Db,
  { orderId, charityId, minor }: { orderId: number; charityId: number; minor: number },
  now: Date,
): Promise<number> {
  const { organiser_id } = await db
    .selectFrom('order_lines')
    .select('organiser_id')
    .where('sale_id', '=', orderId)
    .limit(1)
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('gift_aid_claims')
    .values({
      organiser_id,
      charity_id: charityId,
      hmrc_reference: randomBytes(4).toString('hex'),
      earliest_on: '2026-01-01',
      total_minor: minor,
      made_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('gift_aid_claim_lines')
    .values({
      claim_id: id,
      item: 1,
      sale_id: orderId,
      first_name: 'Ada',
      last_name: 'Lovelace',
      house: '1',
      postcode: 'X',
      donated_on: '2026-01-01',
      amount_minor: minor,
    })
    .execute()
  return id
}
