import { normalEmail } from '@foyer/domain/people/email.ts'
import { fullName } from '@foyer/domain/people/full-name.ts'
import { sql } from 'kysely'
import { query, runBatch } from '../db/transaction/batch.ts'
import type { Tx } from '../db/transaction/tx.ts'
import { accountQueries } from '../sale/customer/account.ts'
import type { SaleRow } from '../sale/sale.ts'

export type Owner = { userId: number; name: string; email: string }

/** A buyer at the counter who gave no name. */
export type WalkIn = { userId: null; name: ''; email: '' }

/**
 * Returns the owner of a completed sale's tickets. Creates an account for a guest's address, so that a code can open the
 * wallet later. An existing account keeps its own name; the tickets carry the guest's. The sale stays the guest's: nobody is
 * signed in, and the session that proved the address still acts for it. Safe to repeat.
 */
export async function ownerOf(tx: Tx, sale: SaleRow, now: Date): Promise<Owner> {
  const owner = await ticketOwnerOf(tx, sale, now)
  if (owner.userId === null) throw nobodys(sale.id)
  return owner
}

/** The same for a sale that may have no customer, as at the counter. */
export const ticketOwnerOf = async (tx: Tx, sale: SaleRow, now: Date): Promise<Owner | WalkIn> =>
  (await ticketOwnersOf(tx, [sale], now))(sale)

const nobodys = (saleId: number) => new Error(`sale ${saleId} is paid and nobody's`)

type Account = { id: number; email: string; first_name: string; last_name: string }

/** The same for several sales, in one round trip. */
export async function ticketOwnersOf(
  tx: Tx,
  sales: readonly SaleRow[],
  now: Date,
): Promise<(sale: SaleRow) => Owner | WalkIn> {
  const userIds = sales.flatMap(({ user_id }) => user_id ?? [])
  const guests = sales.flatMap((sale) => guestOf(sale) ?? [])
  const ownIds = sales.filter((sale) => sale.user_id === null && guestOf(sale) === null).map(({ id }) => id)
  const [accounts, , idOf, counter] = await runBatch(
    tx,
    query(
      userIds.length === 0
        ? null
        : sql<Account>`
          select id, email, first_name, last_name from users where id = any(${sql.val(userIds)}::bigint[])`,
      (rows) => new Map(rows.map((row) => [row.id, row])),
    ),
    ...accountQueries(guests, now),
    query(
      ownIds.length === 0
        ? null
        : sql<{
            id: number
          }>`select sale_id as id from counter_sales where sale_id = any(${sql.val(ownIds)}::bigint[])`,
      (rows) => new Set(rows.map(({ id }) => id)),
    ),
  )
  return (sale) => {
    const account = sale.user_id === null ? undefined : accounts.get(sale.user_id)
    if (account !== undefined) {
      const name = fullName(account.first_name, account.last_name).trim()
      return { userId: account.id, name, email: normalEmail(account.email) }
    }
    const guest = guestOf(sale)
    if (guest !== null) return { userId: idOf(guest.email), ...guest }
    if (!counter.has(sale.id)) throw nobodys(sale.id)
    return { userId: null, name: '', email: '' }
  }
}

const guestOf = ({ user_id, guest_email, guest_name }: SaleRow): Omit<Owner, 'userId'> | null =>
  user_id !== null || guest_email === null || guest_name === null
    ? null
    : { name: guest_name.trim(), email: normalEmail(guest_email) }
