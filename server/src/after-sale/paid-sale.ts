import type { Asking } from '../http/handle.ts'

/** The session's sale once it is paid; undefined before. */
export const paidSale = ({ deps, session }: Pick<Asking, 'deps' | 'session'>) =>
  session.saleId === null
    ? Promise.resolve(undefined)
    : deps.db
        .selectFrom('sales')
        .selectAll()
        .where('id', '=', session.saleId)
        .where('paid_at', 'is not', null)
        .executeTakeFirst()
