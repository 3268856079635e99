import { Client } from 'pg'
import { withSchema } from '../../db/connection/shop-schema.ts'
import { newShop, ON_CITUS } from '../../db/shop/shops.ts'
import { migrationsKey } from './template.ts'

/**
 * Shops on Citus for tests. Making one takes a minute on a busy machine, because each of its tables becomes one of the cluster,
 * so tests borrow one that an earlier test, or an earlier run, has left, and empty it first. A borrowed shop is locked by a
 * session of its own, which ends with its process.
 */

type Borrowed = { databaseUrl: string; drop(): Promise<void> }

/** Read when this process reads its migrations, which may change while it runs. */
const PREFIX = process.env.TEST_CITUS_URL ? `test_${migrationsKey()}_` : ''

/** Returns an empty shop in the database of a Citus coordinator. `drop` gives it back. */
export async function borrowShop(coordinatorUrl: string): Promise<Borrowed> {
  const client = new Client({ connectionString: coordinatorUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    const name = (await lockUnused(client)) ?? (await makeLocked(client, coordinatorUrl))
    await empty(client, name)
    return { databaseUrl: withSchema(coordinatorUrl, name, ON_CITUS), drop: () => client.end() }
  } catch (error) {
    await client.end()
    throw error
  }
}

async function lock(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock(hashtext($1)) as locked', [
    name,
  ])
  return rows[0]!.locked
}

/** Shops of other migrations can't be used any more. */
async function lockUnused(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    "select nspname as name from pg_namespace where nspname ~ '^test_[0-9a-f]+_[0-9]+$' order by 1",
  )
  let unused: string | undefined
  for (const { name } of rows) {
    if (unused !== undefined && name.startsWith(PREFIX)) continue
    if (!(await lock(client, name))) continue
    if (name.startsWith(PREFIX)) unused = name
    else await client.query(`drop schema ${name} cascade`)
  }
  return unused
}

async function makeLocked(client: Client, coordinatorUrl: string): Promise<string> {
  for (let number = 1; ; number++) {
    const name = `${PREFIX}${number}`
    if (!(await lock(client, name))) continue
    await newShop(coordinatorUrl, name)
    return name
  }
}

/** Empties the shop's tables with one statement on their node. Through the coordinator, each table would need its own. */
async function empty(client: Client, name: string): Promise<void> {
  const { rows: shards } = await client.query<{ shard: string; host: string; port: number }>(
    `select shard_name as shard, nodename as host, nodeport as port from citus_shards
     join pg_class on pg_class.oid = citus_shards.table_name
     where relnamespace = $1::regnamespace and relname not like 'kysely%'`,
    [name],
  )
  const { host, port } = shards[0]!
  const node = new Client({
    ...addressOnNode(client),
    host,
    port,
    // Without the triggers that refuse to empty a log.
    options: '-c citus.enable_manual_changes_to_shards=on -c session_replication_role=replica',
  })
  await node.connect()
  try {
    await node.query(`truncate ${shards.map(({ shard }) => shard).join(', ')}`)
  } finally {
    await node.end()
  }
}

const addressOnNode = ({ user, password, database }: Client) => ({
  ...(user === undefined ? {} : { user }),
  ...(typeof password === 'string' ? { password } : {}),
  ...(database === undefined ? {} : { database }),
})
