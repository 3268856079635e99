import { formatNumber } from '@foyer/domain/format/number.ts'

type Names<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
export type Facts<T extends string> = Record<Names<T>, string | number>

const formatted = (fact: string | number) => (Number.isInteger(fact) ? formatNumber(Number(fact)) : String(fact))

/** Fills the `{…}` placeholders of a sentence; a missing value does not compile. Whole numbers get thousands separators. */
export const fill = <const T extends string>(text: T, facts: Facts<T>): string =>
  text.replace(/\{([^}]+)\}/g, (_, name: keyof Facts<T>) => formatted(facts[name]))
