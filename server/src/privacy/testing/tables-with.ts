import { sql } from 'kysely'
import type { Db } from '../../db/transaction/tx.ts'

/** Every table that has one of these words in any column, by name. */
export async function tablesWith(db: Db, words: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  const found: string[] = []
  for (const { name } of rows) {
    const text = await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(name)} t`.execute(db)
    if (text.rows.some(({ row }) => words.some((word) => row.includes(word)))) found.push(name)
  }
  return found
}
