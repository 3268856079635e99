import type { BodyOf, ReplyOf } from '@foyer/contract/calls.ts'
import { UNITED_KINGDOM } from '@foyer/domain/delivery/address.ts'
import { COUNTRIES } from '@foyer/domain/delivery/countries.ts'
import { US_STATES } from '@foyer/domain/delivery/us-states.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import { inTx } from '../db/transaction/tx.ts'
import type { RequestContext } from '../http/handle.ts'

type Parts = { address_1: string; address_2: string; town: string; postcode: string; state: string; country: string }

/** An address on one line, as the list of saved addresses shows it. Names the country unless it is the United Kingdom. */
const onOneLine = ({ address_1, address_2, town, postcode, state, country }: Parts): string =>
  [
    address_1,
    address_2,
    town,
    US_STATES[state] ?? state,
    postcode,
    country === UNITED_KINGDOM ? '' : (COUNTRIES[country] ?? ''),
  ]
    .filter((part) => part !== '')
    .join(', ')

/** Returns the user's addresses, newest first; an empty list for a visitor. */
export async function getUserAddresses(
  _body: unknown,
  { deps, session }: RequestContext,
): Promise<ReplyOf<'get_user_addresses'>> {
  if (session.userId === null) return { existing_addresses: [] }
  const rows = await deps.db
    .selectFrom('user_addresses')
    .selectAll()
    .where('user_id', '=', session.userId)
    .orderBy('id', 'desc')
    .execute()
  return {
    existing_addresses: rows.map((row) => ({
      id: row.id,
      first_name: row.first_name,
      last_name: row.last_name,
      full_address: onOneLine(row),
    })),
  }
}

/**
 * Deletes an address of the signed-in user. Paid sales keep their copy, and so do those at the payment, which the buyer has seen it
 * for; in an earlier step the buyer chooses again.
 */
export async function deleteAddress(
  { address_id }: BodyOf<'delete_address'>,
  { deps, session }: RequestContext,
): Promise<{ success: true } | Fail<'not_signed_in' | 'unknown_address'>> {
  if (session.userId === null) return fail('not_signed_in')
  const { userId } = session
  const { numDeletedRows } = await inTx(deps.db, async (tx) => {
    await tx
      .deleteFrom('sale_addresses')
      .where('user_address_id', 'in', (from) =>
        from.selectFrom('user_addresses').select('id').where('id', '=', address_id).where('user_id', '=', userId),
      )
      .where('sale_id', 'in', (from) =>
        from
          .selectFrom('sales')
          .select('id')
          .where('paid_at', 'is', null)
          .where('state', 'not in', ['payment', 'awaiting_truelayer']),
      )
      .execute()
    return tx
      .deleteFrom('user_addresses')
      .where('id', '=', address_id)
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
  })
  return numDeletedRows > 0n ? { success: true } : fail('unknown_address')
}
