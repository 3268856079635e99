/** A difference within our own books, in minor units. */
export type LedgerDifference = { sale_id: number; what: string; minor: number }
