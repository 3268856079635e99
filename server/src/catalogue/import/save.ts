import { sql } from 'kysely'
import type { Tx } from '../../db/transaction/tx.ts'
import type { CatalogueInput } from '../format/format.ts'
import { readFoyer } from './foyer.ts'
import type { StoredParts } from './plan.ts'
import type { Json } from './read-file.ts'
import type { Lacking } from './write/context.ts'
import { writePlan } from './write/plan.ts'
import { SoldMeanwhile } from './write/stock.ts'

/** A problem and its path in the file. */
export type Problem = { path: readonly PropertyKey[]; why: string }
export type SaveResult =
  | { ok: true; notes: string[]; events: number[] }
  | {
      ok: false
      problems: Problem[]
      /** Who lacks legal details, if something can't be put on sale without them. */
      lacking?: Lacking | undefined
    }

/**
 * Writes a catalogue made from a form, in the caller's transaction, with the import's check and write functions. If it is
 * refused, everything it wrote is rolled back. `storedParts` matches the entries of its event to the stored ones.
 */
export async function saveCatalogue(
  tx: Tx,
  file: CatalogueInput,
  now: Date,
  storedParts?: StoredParts,
): Promise<SaveResult> {
  const paths: (readonly PropertyKey[])[] = []
  // The import reports problems by line. Here a line number is an index into `paths`.
  const read = readFoyer(file as unknown as Json, (path) => paths.push(path) - 1)
  const problemsOf = (refused: readonly { line: number; why: string }[]): SaveResult & { ok: false } => ({
    ok: false,
    problems: refused.map(({ line, why }) => ({ path: paths[line] ?? [], why })),
  })
  if (!read.ok) return problemsOf(read.refused)
  const plan = storedParts
    ? { ...read.plan, events: read.plan.events.map((item) => ({ ...item, storedParts })) }
    : read.plan
  await sql`savepoint before_catalogue`.execute(tx)
  try {
    const { refused, notes, lacking } = await writePlan(tx, plan, now)
    if (refused.length > 0) {
      await sql`rollback to savepoint before_catalogue`.execute(tx)
      return { ...problemsOf(refused), lacking }
    }
    const slugs = plan.events.map(({ value }) => value.slug)
    const writtenEvents = await tx
      .selectFrom('events')
      .select('id')
      .where('slug', 'in', ['', ...slugs])
      .execute()
    return { ok: true, notes: notes.map(({ why }) => why), events: writtenEvents.map(({ id }) => id) }
  } catch (error) {
    if (!(error instanceof SoldMeanwhile)) throw error
    await sql`rollback to savepoint before_catalogue`.execute(tx)
    return { ok: false, problems: [{ path: [], why: error.message }] }
  }
}
