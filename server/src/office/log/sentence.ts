import { fill } from '@foyer/contract/fill.ts'
import { acts } from '@foyer/contract/office/log/acts.en.ts'
import { done, gone } from '@foyer/contract/office/log/done.en.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import { type Entry, type Fact, factOf, type Ref, sentenceName } from './facts.ts'
import { type Names, namesOf, pathOf } from './names.ts'

/** A piece of a sentence; with a path, it is a link. */
export type Part = { text: string; path?: string }

export const actLabel = (action: string): string => (acts as Record<string, string>)[action] ?? action
export const textOfParts = (parts: readonly Part[]): string => parts.map(({ text }) => text).join('')

/** The pieces of a template: texts, and placeholders such as `{order}` or `{n|order|orders}`. */
const piecesOf = (template: string): string[] => template.split(/(\{[^}]+\})/).filter((piece) => piece !== '')
const nameIn = (piece: string): string | undefined => /^\{([^}|]+)/.exec(piece)?.[1]

type Draft = { template: string; facts: Map<string, Fact> }

/** The sentence of an entry with its values; null if the entry lacks one, as old entries may. */
function draftOf(entry: Entry): Draft | null {
  const template = (done as Record<string, string>)[sentenceName(entry)]
  if (template === undefined) return null
  const facts = new Map<string, Fact>()
  for (const name of piecesOf(template).flatMap((piece) => nameIn(piece) ?? [])) {
    const fact = factOf(entry, name)
    if (fact === undefined) return null
    facts.set(name, fact)
  }
  return { template, facts }
}

function refsIn({ facts }: Draft): Ref[] {
  return [...facts.values()].flatMap((fact) => {
    if (typeof fact !== 'object') return []
    if ('kind' in fact) return [fact]
    return 'at' in fact ? [fact.zoneOf] : (fact.currencyOf ?? [])
  })
}

function partOf(fact: Exclude<Fact, number>, names: Names, organiserId: number | null): Part {
  if (typeof fact === 'string') return { text: fact }
  if ('at' in fact) return { text: niceDate(fact.at, names.of(fact.zoneOf)?.timezone) }
  if ('minor' in fact) {
    const currency = fact.currency ?? (fact.currencyOf && names.of(fact.currencyOf)?.currency)
    return { text: formatMinor(fact.minor, currencyCode(currency ?? null)) }
  }
  const named = names.of(fact)
  const path = named && pathOf(fact, organiserId)
  return { text: named?.name || gone, ...(path && { path }) }
}

function write({ template, facts }: Draft, names: Names, organiserId: number | null): Part[] {
  const counts = Object.fromEntries([...facts].filter(([, fact]) => typeof fact === 'number')) as Record<string, number>
  const parts: Part[] = []
  for (const piece of piecesOf(template)) {
    const fact = facts.get(nameIn(piece) ?? '')
    const part =
      fact === undefined || typeof fact === 'number' ? { text: fill(piece, counts) } : partOf(fact, names, organiserId)
    const last = parts.at(-1)
    // Texts beside each other are one piece.
    if (last && part.path === undefined && last.path === undefined) last.text += part.text
    else parts.push(part)
  }
  return parts
}

/** What each entry says was done. Links lead to pages of the organiser. */
export async function sentencesOf(
  db: Db | Tx,
  organiserId: number | null,
  entries: readonly Entry[],
): Promise<Part[][]> {
  const drafts = entries.map(draftOf)
  const names = await namesOf(
    db,
    drafts.flatMap((draft) => (draft === null ? [] : refsIn(draft))),
  )
  return drafts.map((draft, i) =>
    draft === null ? [{ text: `${actLabel(entries[i]!.action)}.` }] : write(draft, names, organiserId),
  )
}
