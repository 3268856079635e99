import { sql } from 'kysely'

/**
 * Stands at the end of the `from` of an insert that is part of a statement and reads only what another part of it returned. It
 * adds no row, but with a table in its `from` the insert runs on the shop's node of Citus. Without one, Citus copies those rows to
 * every node and commits on all of them, so that no shop sells while any node is down. Ids come from an earlier part, by `nextval`:
 * an insert that takes one by default has the same effect (docs/decisions/055).
 */
export const ON_ITS_NODE = sql`left join (select true as is_here from shop) as node on false`
