import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'

describeOnBoth('a sale’s row', (kind) => {
  const opened = useTestDatabase(kind)

  it('has no index on a column that steps change, so that updates stay heap-only', async () => {
    const { rows } = await sql<{ column: string }>`
      select distinct attname as column from pg_index
      left join pg_depend on objid = indexrelid and refobjid = indrelid -- what an index is restricted by
      join pg_attribute on attrelid = indrelid and (attnum = any(indkey) or attnum = refobjsubid)
      where indrelid = 'sales'::regclass and attnum > 0 order by 1`.execute(opened().db)
    expect(rows.map(({ column }) => column)).toEqual(['guest_email', 'id', 'reference', 'user_id'])
  })
})
