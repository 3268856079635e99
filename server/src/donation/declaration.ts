import { UNITED_KINGDOM } from '@foyer/domain/delivery/address.ts'
import {
  cancellationsLeft,
  type DeclarationCancellation,
  type GiftAidForm,
  isClaimable,
} from '@foyer/domain/donation/gift-aid.ts'
import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Tx } from '../db/transaction/tx.ts'
import { recordConsents } from '../sale/customer/consents.ts'
import type { Customer } from '../sale/customer/customer.ts'
import { record } from '../sale/sale.ts'

type HomeAddress = Pick<GiftAidForm, 'address1' | 'postcode' | 'ukBased'>

export const homeColumns = ({ address1, postcode, ukBased }: HomeAddress) => ({
  address_1: address1,
  postcode,
  uk_based: ukBased,
})

/** Whether the donor of a sale's declaration has made all three statements. */
export const isConfirmed = async (db: Pick<Tx, 'selectFrom'>, saleId: number): Promise<boolean> =>
  (await db
    .selectFrom('gift_aid_declarations')
    .select('sale_id')
    .where('sale_id', '=', saleId)
    .where('uk_taxpayer', '=', true)
    .where('own_money', '=', true)
    .where('not_gambling', '=', true)
    .executeTakeFirst()) !== undefined

/** Returns the sale's address to use as the donor's home: the delivery address, else the billing address. */
export async function homeAddressOf(tx: Tx, saleId: number): Promise<HomeAddress | null> {
  const rows = await tx
    .selectFrom('sale_addresses')
    .select(['kind', 'address_1', 'postcode', 'country'])
    .where('sale_id', '=', saleId)
    .where('address_1', '<>', '')
    .execute()
  const row = rows.find(({ kind }) => kind === 'delivery') ?? rows[0]
  return row ? { address1: row.address_1, postcode: row.postcode, ukBased: row.country === UNITED_KINGDOM } : null
}

/**
 * Completes a sale's Gift Aid declaration with data that arrived later: the donor's name, and from an address of the sale
 * whatever the form did not request. Call it whenever either is saved; without a declaration it only passes on the choice
 * about the charity's news. `customer` is null while the sale has none.
 */
export async function completeDeclaration(
  tx: Tx,
  saleId: number,
  customer: Pick<Customer, 'email' | 'full_name'> | null,
): Promise<void> {
  const { newsRequest, declaration } = await pendingForCustomer(tx, saleId)
  if (customer !== null && newsRequest?.kind === NEWS_REQUEST)
    await applyNewsRequest(tx, saleId, customer.email, newsRequest)
  if (!declaration) return
  const donorName = customer?.full_name ?? declaration.donor_name
  const declared = { address1: declaration.address_1, postcode: declaration.postcode, ukBased: declaration.uk_based }
  const home = declared.address1 === '' ? ((await homeAddressOf(tx, saleId)) ?? declared) : declared
  const statements = {
    ukTaxpayer: declaration.uk_taxpayer,
    ownMoney: declaration.own_money,
    notGambling: declaration.not_gambling,
  }
  await tx
    .updateTable('gift_aid_declarations')
    .set({ donor_name: donorName, ...homeColumns(home), claimable: isClaimable({ ...statements, ...home, donorName }) })
    .where('sale_id', '=', saleId)
    .execute()
}

/** How a sale's declaration was cancelled and still can be; undefined without one. */
export async function cancellationOf(db: Pick<Tx, 'selectFrom'>, saleId: number) {
  const declaration = await db
    .selectFrom('gift_aid_declarations')
    .select(['charity_id', 'donation_minor', 'cancelled_at', 'cancelled_as'])
    .where('sale_id', '=', saleId)
    .executeTakeFirst()
  if (declaration === undefined) return undefined
  const { cancelled_at, cancelled_as } = declaration
  return { ...declaration, left: cancellationsLeft({ isCancelled: cancelled_at !== null, as: cancelled_as }) }
}

/**
 * Cancels a declaration for its donor and records it in the sale's history. Returns whether that changed anything: a cancellation
 * that was made before stays. The sale must not be locked, because a claim locks the charity first.
 */
export async function cancelForDonor(
  tx: Tx,
  saleId: number,
  { as, now }: { as: DeclarationCancellation; now: Date },
): Promise<boolean> {
  // A claim at the same moment is made before the cancellation or without this donation.
  // guard: cancelled-before-or-after-a-claim
  await sql`select from charities where id = (select charity_id from gift_aid_declarations where sale_id = ${saleId})
    for no key update`.execute(tx)
  const declaration = await cancellationOf(tx, saleId)
  // guard: declaration-cancelled-once
  if (!declaration?.left.includes(as)) return false
  await tx
    .updateTable('gift_aid_declarations')
    .set({ cancelled_at: now, cancelled_as: as, claimable: false })
    .where('sale_id', '=', saleId)
    .execute()
  await record(tx, saleId, as === 'from_now' ? 'gift_aid_ended' : 'gift_aid_never_true', now)
  return true
}

/** Cancels a declaration together with its sale, as after a refund. The row stays with the time, because HMRC requires both. */
export async function cancelDeclaration(tx: Tx, saleId: number, now: Date): Promise<void> {
  await tx
    .updateTable('gift_aid_declarations')
    .set({ cancelled_at: now, claimable: false })
    .where('sale_id', '=', saleId)
    .where('cancelled_at', 'is', null)
    .execute()
}

/** Event kinds that record a choice about the charity's news, or that the person who made it has left. */
export const NEWS_REQUEST = 'charity_news_wish'
const NEWS_REQUEST_ENDS = ['adopted', 'signed_out']

export type NewsRequest = { wanted: boolean; charity_id: number; wording: string }

/** What a customer's name completes: the last choice about the charity's news, and the declaration. */
const pendingForCustomer = (tx: Tx, saleId: number) =>
  tx
    .selectNoFrom((eb) => [
      jsonObjectFrom(
        eb
          .selectFrom('sale_events')
          .select(['kind', 'facts', 'at'])
          .where('sale_id', '=', saleId)
          .where('kind', 'in', [NEWS_REQUEST, ...NEWS_REQUEST_ENDS])
          .orderBy('id', 'desc')
          .limit(1),
      ).as('newsRequest'),
      jsonObjectFrom(
        eb
          .selectFrom('gift_aid_declarations')
          .selectAll()
          .where('sale_id', '=', saleId)
          .where('cancelled_at', 'is', null),
      ).as('declaration'),
    ])
    .executeTakeFirstOrThrow()

type NewsRequestRow = NonNullable<Awaited<ReturnType<typeof pendingForCustomer>>['newsRequest']>

/**
 * Records the choice about the charity's news for an address. The Gift Aid step comes before the account step, so the choice
 * waits in the sale's history.
 */
async function applyNewsRequest(tx: Tx, saleId: number, email: string, { facts, at }: NewsRequestRow): Promise<void> {
  const { wanted, charity_id, wording } = facts as NewsRequest
  const box = { kind: 'charity' as const, charityId: charity_id, wanted, wording }
  await recordConsents(tx, { email, source: 'checkout: gift aid', saleId, now: new Date(at) }, [box])
}
