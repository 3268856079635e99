import { fullName } from '@foyer/domain/people/full-name.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/types.generated.ts'
import type { Session } from '../../http/session.ts'
import type { SaleRow } from '../sale.ts'

type CustomerColumns = Pick<SaleRow, 'user_id' | 'guest_email' | 'guest_name' | 'customer_session'>

/**
 * Who a sale belongs to: an account or a guest. `typedIn` is the session of the browser that typed a guest's address without
 * proof.
 */
export type Customer = {
  email: string
  full_name: string
  is_guest: boolean
  userId: number | null
  typedIn: number | null
}

const ERASED = '@erased.invalid'

/** The address of an erased account, whose row stays because orders refer to it. */
export const erasedEmail = (userId: number): string => `erased-${userId}${ERASED}`

/** The customer of a sale; null before there is one, and after they were erased, so that nothing is mailed to them. */
export async function customerOf(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  sale: CustomerColumns,
): Promise<Customer | null> {
  if (sale.user_id !== null) {
    const user = await db
      .selectFrom('users')
      .select(['id', 'email', 'first_name', 'last_name'])
      .where('id', '=', sale.user_id)
      .executeTakeFirst()
    return user && !user.email.endsWith(ERASED)
      ? {
          email: user.email,
          full_name: fullName(user.first_name, user.last_name),
          is_guest: false,
          userId: user.id,
          typedIn: null,
        }
      : null
  }
  if (sale.guest_email === null || sale.guest_name === null) return null
  const { guest_email: email, guest_name: full_name, customer_session: typedIn } = sale
  return { email, full_name, is_guest: true, userId: null, typedIn }
}

/** The part of a session that decides access, as a batch carries it. */
export type Visitor = Pick<Session, 'userId' | 'provedEmail' | 'number'>

/**
 * Whether this session has proved that it is the customer: signed in to the account, or proved the guest's address with a
 * code.
 */
export const hasProved = (visitor: Visitor, customer: Pick<Customer, 'userId' | 'email'>): boolean =>
  customer.userId !== null ? visitor.userId === customer.userId : visitor.provedEmail === customer.email

/**
 * Whether this session acts for the customer: it has proved who they are, or it is the browser that typed an address which
 * needed no proof. Having the link, or having the sale open now, is not enough.
 */
export const canAccess = (visitor: Visitor, customer: Pick<Customer, 'userId' | 'email' | 'typedIn'>): boolean =>
  hasProved(visitor, customer) || (customer.typedIn !== null && customer.typedIn === visitor.number)

/** The columns of a sale that decide who may change it. */
export const CUSTOMER_COLUMNS = ['user_id', 'guest_email', 'customer_session', 'paid_at'] as const

/**
 * Whether this session may change the sale. Its link may open the sale in two browsers; once it has a customer, only the
 * customer's sessions may change it. Nobody may change an order whose customer has been erased.
 */
export const canChange = (visitor: Visitor, sale: Pick<SaleRow, (typeof CUSTOMER_COLUMNS)[number]>): boolean =>
  sale.user_id === null && sale.guest_email === null
    ? sale.paid_at === null
    : canAccess(visitor, { userId: sale.user_id, email: sale.guest_email ?? '', typedIn: sale.customer_session })
