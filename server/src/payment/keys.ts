import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'

/** A UUID v4 from these 16 bytes. Its 36 characters fit every provider's keys. */
function uuid(bytes: Uint8Array): string {
  const b = Buffer.from(bytes).subarray(0, 16)
  b[6] = (b[6]! & 0x0f) | 0x40
  b[8] = (b[8]! & 0x3f) | 0x80
  const hex = b.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** The same words always give the same key, so that a provider treats repeated calls as one. */
export const keyOf = (...words: (string | number)[]): string =>
  uuid(createHash('sha256').update(words.join(':')).digest())

const keys = new WeakMap<Db, Promise<string>>()

/**
 * The id of this shop's database. It is part of every key and reference sent to a provider, so that two shops on one
 * provider account never share a payment, refund or customer.
 */
export function installationOf(db: Db): Promise<string> {
  const found = keys.get(db) ?? readInstallation(db)
  keys.set(db, found)
  found.catch(() => keys.delete(db))
  return found
}

async function readInstallation(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into installation default values on conflict (one) do update set one = true returning id::text as id`.execute(
    db,
  )
  return rows[0]!.id
}

/** A new, unused key. */
export const newKey = async ({ db, random }: Pick<Deps, 'db' | 'random'>): Promise<string> =>
  keyOf(await installationOf(db), uuid(random.bytes(16)))
