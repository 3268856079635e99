import { sql } from 'kysely'
import type { Db } from '../transaction/tx.ts'
import { sqlState } from './unavailable.ts'

/** PostgreSQL's codes for no room on the disk, and for a disk that fails. */
const DISK = new Set(['53100', '58030'])
/** The code for a database that only reads, such as a standby before it is promoted. */
const READ_ONLY = '25006'

/**
 * Whether the database can store something new: writes a row that needs a page of the disk, in place of the row that an earlier
 * probe wrote. Returns what prevents it. Rejects for any other error.
 */
export async function probeWrite(db: Db): Promise<'disk' | 'database' | null> {
  try {
    await sql`with earlier as (delete from write_probes)
      insert into write_probes (filler) select string_agg(md5(random()::text), '') from generate_series(1, 240)`.execute(
      db,
    )
    return null
  } catch (error) {
    const state = sqlState(error)
    if (state !== undefined && DISK.has(state)) return 'disk'
    if (state === READ_ONLY) return 'database'
    throw error
  }
}
