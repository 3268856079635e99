import { PICTURE_FILES, PICTURE_WIDTHS, type PictureWidth, SMALL_PICTURES } from '@foyer/contract/pages.ts'
import { sql } from 'kysely'
import type { PictureFilesTable } from '../db/schema/types.generated.ts'
import { onePerDb } from '../db/transaction/combine.ts'
import type { Db } from '../db/transaction/tx.ts'
import { inWidth } from './scale.ts'
import { type Stored, smallPicture } from './small.ts'

export type File = { type: string; bytes: Buffer }

type FileType = PictureFilesTable['type']
type Reader = Pick<Db, 'selectFrom'>
const MAX_WIDTH = PICTURE_WIDTHS[PICTURE_WIDTHS.length - 1]

/** The size of a process's cache of recently requested pictures, so that a busy page doesn't read them from the database each time. */
const MAX_BYTES = 48 * 1024 * 1024

/** Reads files through the cache. A file never changes under its name. Concurrent requests share one read. */
export const pictureFiles = onePerDb((db) => {
  const cache = new Map<string, Promise<File | null>>()
  let size = 0
  const forget = (key: string, { bytes }: File) => {
    if (cache.delete(key)) size -= bytes.length
  }
  return async (sha256: string, name: string): Promise<File | null> => {
    const key = `${sha256}-${name}`
    const cached = cache.get(key)
    if (cached) {
      // Moves it to the end, so that the first of the map is the one requested longest ago.
      cache.delete(key)
      cache.set(key, cached)
      return cached
    }
    const read = readFile(db, sha256, name)
    cache.set(key, read)
    const file = await read.catch((error: unknown) => {
      cache.delete(key)
      throw error
    })
    if (file === null) cache.delete(key)
    else size += file.bytes.length
    for (const [oldest, old] of cache) {
      if (size <= MAX_BYTES) break
      const oldFile = await old.catch(() => null)
      if (oldFile) forget(oldest, oldFile)
    }
    return file
  }
})

/** The size of a picture, and the type of its file for emails. A hash never changes what it names, so this is kept. */
const sizes = new Map<string, Stored>()
const MAX_SIZES = 5000

export async function storedPicture(db: Reader, sha256: string): Promise<Stored | null> {
  const cached = sizes.get(sha256)
  if (cached) return cached
  const row = await db
    .selectFrom('pictures')
    .innerJoin('picture_files as file', 'file.sha256', 'pictures.sha256')
    .select(['width', 'height', 'type'])
    .where('pictures.sha256', '=', sha256)
    .where('file.name', '=', 'mail')
    .executeTakeFirst()
  if (!row) return null
  if (sizes.size >= MAX_SIZES) sizes.clear()
  sizes.set(sha256, row)
  return row
}

async function readFile(db: Db, sha256: string, name: string): Promise<File | null> {
  const file = await storedFile(db, sha256, name)
  return file ?? makeFile(db, sha256, name)
}

async function storedFile(db: Db, sha256: string, name: string): Promise<File | null> {
  const file = await db
    .selectFrom('picture_files')
    .select(['type', 'bytes'])
    .where('sha256', '=', sha256)
    .where('name', '=', name)
    .executeTakeFirst()
  return file ? { type: file.type, bytes: Buffer.from(file.bytes) } : null
}

/**
 * Makes a file once, from the largest one, and stores it with the others: a small one, or a width that was added after the
 * picture was stored.
 */
async function makeFile(db: Db, sha256: string, name: string): Promise<File | null> {
  const small = SMALL_PICTURES.find((picture) => picture === name)
  const width = PICTURE_FILES.find((file): file is PictureWidth => typeof file === 'number' && String(file) === name)
  if (!small && !width) return null
  const [stored, largest] = [await storedPicture(db, sha256), await storedFile(db, sha256, String(MAX_WIDTH))]
  if (stored === null || largest === null) return null
  const { type, bytes } = small
    ? await smallPicture(small, largest.bytes, stored)
    : { type: 'image/webp', bytes: await inWidth(largest.bytes, width!) }
  await db
    .insertInto('picture_files')
    .columns(['sha256', 'name', 'type', 'bytes'])
    // Nothing is stored of a picture that was removed meanwhile.
    .expression((eb) =>
      eb
        .selectFrom('pictures')
        .select([
          'sha256',
          sql<string>`${name}`.as('name'),
          sql<FileType>`${type}`.as('type'),
          sql<Uint8Array>`${bytes}::bytea`.as('bytes'),
        ])
        .where('sha256', '=', sha256),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { type, bytes }
}
