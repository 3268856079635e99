import { Client } from 'pg'

type Run = (statement: string) => Promise<Record<string, string>[]>

/** Runs statements that cannot be run in a pool's transaction (create and drop database), on one connection. */
export async function asAdmin<T>(url: string, work: (run: Run) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  // A statement that was under way says it too.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(async (statement) => (await client.query<Record<string, string>>(statement)).rows)
  } finally {
    await client.end()
  }
}

/** The address of another database of the same server. */
export function databaseNamed(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
