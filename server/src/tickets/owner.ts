import { normalEmail } from '@foyer/domain/people/email.ts'
import type { Tx } from '../db/transaction/tx.ts'
import { isCounterSale } from '../sale/counter-sale.ts'
import { accountOf } from '../sale/customer/account.ts'
import { customerOf } from '../sale/customer/customer.ts'
import type { SaleRow } from '../sale/sale.ts'

export type Owner = { userId: number; name: string; email: string }

/**
 * Returns the owner of a completed sale's tickets. Creates an account for a guest's address, so that a code can open the
 * wallet later. An existing account keeps its own name; the tickets carry the guest's. The sale stays the guest's: nobody is
 * signed in, and the session that proved the address still acts for it. Safe to repeat.
 */
export async function ownerOf(tx: Tx, sale: SaleRow, now: Date): Promise<Owner> {
  const holder = await customerOf(tx, sale)
  if (holder === null) throw new Error(`sale ${sale.id} is paid and nobody's`)
  const email = normalEmail(holder.email)
  const name = holder.full_name.trim()
  if (holder.userId !== null) return { userId: holder.userId, name, email }
  return { userId: await accountOf(tx, { email, name }, now), name, email }
}

/** A buyer at the counter who gave no name. */
export type WalkIn = { userId: null; name: ''; email: '' }

/** The same for a sale that may have no customer, as at the counter. */
export async function ticketOwnerOf(tx: Tx, sale: SaleRow, now: Date): Promise<Owner | WalkIn> {
  const isNobodys = (await customerOf(tx, sale)) === null
  return isNobodys && (await isCounterSale(tx, sale.id))
    ? { userId: null, name: '', email: '' }
    : ownerOf(tx, sale, now)
}
