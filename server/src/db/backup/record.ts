import { readdirSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { Db } from '../transaction/tx.ts'

/** How many bytes the files of a folder have. */
export const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0)

/**
 * Notes a backup for the operator’s page in the office: when, how large, and the last part of the folder’s name, because a whole path
 * may tell of other systems. `bytes` is null for one that something else has made.
 */
export async function recordBackup(
  db: Db,
  { folder, bytes, now }: { folder: string; bytes: number | null; now: Date },
): Promise<void> {
  const place = basename(resolve(folder)).slice(0, 200)
  await db.insertInto('backups').values({ made_at: now, place, bytes }).execute()
}
