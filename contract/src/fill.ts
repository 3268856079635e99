import { hasRightToLeft } from '@foyer/domain/format/direction.ts'
import { formatNumber } from '@foyer/domain/format/number.ts'
import { wordFor } from '@foyer/domain/format/words.ts'

type NameIn<Place extends string> = Place extends `${infer Name}|${string}` ? Name : Place
type Names<T extends string> = T extends `${string}{${infer Place}}${infer Rest}` ? NameIn<Place> | Names<Rest> : never
export type Values<T extends string> = Record<Names<T>, string | number>

/** A value with letters from right to left is isolated by U+2068 and U+2069, or it would reorder the words and numbers around it. */
const isolated = (text: string): string => (hasRightToLeft(text) ? `\u2068${text}\u2069` : text)

const formatted = (fact: string | number): string =>
  isolated(Number.isInteger(fact) ? formatNumber(Number(fact)) : String(fact))

/** Those of the texts that are there, one after another, such as a ticket and its seat. Names are isolated as in a sentence. */
export const joined = (texts: readonly (string | false | null | undefined)[], between: string): string =>
  texts.flatMap((text) => (text ? [isolated(text)] : [])).join(between)

/**
 * Fills the `{…}` placeholders of a sentence; a missing value does not compile. Whole numbers get thousands separators, and
 * `{n|ticket|tickets}` is the word that follows the count n in the language.
 */
export const fill = <const T extends string>(text: T, values: Values<T>): string =>
  text.replace(/\{([^}|]+)(?:\|([^}]*))?\}/g, (_, name: keyof Values<T>, forms?: string) =>
    forms === undefined ? formatted(values[name]) : wordFor(Number(values[name]), forms.split('|')),
  )
