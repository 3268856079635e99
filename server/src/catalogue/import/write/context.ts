import type { Tx } from '../../../db/transaction/tx.ts'
import { sanitiseHtml } from '../../../html/sanitise.ts'
import type { Item, Plan } from '../plan.ts'
import type { Note, Taken } from '../report.ts'

export type Written = { taken: Taken[]; refused: Note[]; notes: Note[] }

/** What the parts of a writing share. */
export type Context = {
  tx: Tx
  plan: Plan
  out: Written
  organisers: Map<string, number>
  venues: Map<string, number>
  /** Events written by this plan. */
  events: Map<string, number>
}

export const refuse = (
  out: Written,
  item: Item<unknown>,
  what: string,
  why: string,
  path: readonly PropertyKey[] = [],
) => out.refused.push({ line: item.line(path), what, why })

export const sanitised = (html: string | null): string | null => (html === null ? null : sanitiseHtml(html))

/** Within what a foreign listing says about an organiser or a venue, what the shop knows already counts more. */
export const mayUpdate = (plan: Plan): boolean => plan.format === 'foyer'
