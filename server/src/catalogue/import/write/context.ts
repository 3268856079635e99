import type { Tx } from '../../../db/transaction/tx.ts'
import type { Item, Plan } from '../plan.ts'
import type { Note, Taken } from '../report.ts'

/** What publishing lacks: legal details of the organiser that sells or of the one who runs the shop, or that the organiser is open. */
export type Lacking = 'seller' | 'shop' | 'open'

export type WriteResult = {
  taken: Taken[]
  refused: Note[]
  notes: Note[]
  /** Who lacks the legal details without which something was refused. */
  lacking?: Lacking
}

/** What the writers of one plan share. */
export type Context = {
  tx: Tx
  plan: Plan
  result: WriteResult
  organisers: Map<string, number>
  venues: Map<string, number>
  /** The events written by this plan. */
  events: Map<string, number>
  /** The ticket types deleted because their event no longer names them, for the requirements of other events. */
  deletedTypes: { slug: string; id: number; name: string }[]
}

export const refuse = (
  result: WriteResult,
  item: Item<unknown>,
  what: string,
  why: string,
  path: readonly PropertyKey[] = [],
) => result.refused.push({ line: item.line(path), what, why })

/**
 * Whether the file may update existing organisers and venues. The shop's own data takes precedence over third-party
 * listings.
 */
export const mayUpdate = (plan: Plan): boolean => plan.format === 'foyer'
