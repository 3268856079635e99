import { formatNumber } from '@foyer/domain/format/number.ts'
import { wordFor } from '@foyer/domain/format/words.ts'

type NameIn<Place extends string> = Place extends `${infer Name}|${string}` ? Name : Place
type Names<T extends string> = T extends `${string}{${infer Place}}${infer Rest}` ? NameIn<Place> | Names<Rest> : never
export type Values<T extends string> = Record<Names<T>, string | number>

const formatted = (fact: string | number) => (Number.isInteger(fact) ? formatNumber(Number(fact)) : String(fact))

/**
 * Fills the `{…}` placeholders of a sentence; a missing value does not compile. Whole numbers get thousands separators, and
 * `{n|ticket|tickets}` is the word that follows the count n in the language.
 */
export const fill = <const T extends string>(text: T, values: Values<T>): string =>
  text.replace(/\{([^}|]+)(?:\|([^}]*))?\}/g, (_, name: keyof Values<T>, forms?: string) =>
    forms === undefined ? formatted(values[name]) : wordFor(Number(values[name]), forms.split('|')),
  )
