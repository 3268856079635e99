import type { RawBuilder } from 'kysely'

/** A difference within our own books, in minor units. */
export type LedgerDifference = { sale_id: number; what: string; minor: number }

/** The rows of a table that belong to the sales of a slice, for the table's place in a statement. */
export type OfSlice = (table: string, saleId?: 'sale_id' | 'id') => RawBuilder<unknown>
