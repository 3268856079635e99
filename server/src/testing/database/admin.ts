import { Client } from 'pg'

type Run = (statement: string) => Promise<Record<string, string>[]>

/** Runs statements that cannot run in a transaction (create and drop database) on one connection. */
export async function asAdmin<T>(url: string, work: (run: Run) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  // A running statement reports the same error.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(async (statement) => (await client.query<Record<string, string>>(statement)).rows)
  } finally {
    await client.end()
  }
}

/** The address of another database on the same server. */
export function databaseNamed(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
