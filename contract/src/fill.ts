type Names<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
export type Facts<T extends string> = Record<Names<T>, string | number>

/** Puts facts into the `{…}` places of a sentence; a fact that is missing does not compile. */
export const fill = <const T extends string>(text: T, facts: Facts<T>): string =>
  text.replace(/\{([^}]+)\}/g, (_, name: keyof Facts<T>) => String(facts[name]))
