/** A clause is a paragraph, or a paragraph with a list and a second paragraph after it. */
export type Clause = string | { text: string; items: readonly string[]; rest: string }

export type Section = { title: string; clauses: readonly Clause[] }
