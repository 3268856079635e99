type Names<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
export type Facts<T extends string> = Record<Names<T>, string | number>

/** Fills the `{…}` placeholders of a sentence; a missing value does not compile. */
export const fill = <const T extends string>(text: T, facts: Facts<T>): string =>
  text.replace(/\{([^}]+)\}/g, (_, name: keyof Facts<T>) => String(facts[name]))
