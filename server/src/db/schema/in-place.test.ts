import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnBoth, useTestDatabase } from '../../testing/databases.ts'

describeOnBoth('a sale’s row', (kind) => {
  const opened = useTestDatabase(kind)

  it('changes with every step and no index with it: none knows a column that a step changes', async () => {
    const { rows } = await sql<{ column: string }>`
      select distinct attname as column from pg_index
      left join pg_depend on objid = indexrelid and refobjid = indrelid -- what an index is restricted by
      join pg_attribute on attrelid = indrelid and (attnum = any(indkey) or attnum = refobjsubid)
      where indrelid = 'sales'::regclass and attnum > 0 order by 1`.execute(opened().db)
    expect(rows.map(({ column }) => column)).toEqual(['guest_email', 'id', 'reference', 'user_id'])
  })
})
