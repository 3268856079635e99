import { sql } from 'kysely'
import { inTx } from '../../transaction/tx.ts'
import { openDatabase } from '../open.ts'

/** Prints each number only after its row is committed, and continues until it is killed. */
const { db } = await openDatabase({ dataDir: process.argv[2]! })
await sql`create table if not exists acknowledged (n int primary key)`.execute(db)
const { rows } = await sql<{ last: number }>`select coalesce(max(n), 0) as last from acknowledged`.execute(db)
for (let n = rows[0]!.last + 1; ; n++) {
  await inTx(db, (tx) => sql`insert into acknowledged values (${n})`.execute(tx))
  console.log(n)
}
