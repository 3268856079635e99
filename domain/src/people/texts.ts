/** The texts that a shop can have of its own, in place of the built-in ones. An organiser has terms only. */
export const TEXT_KINDS = ['terms', 'refunds', 'privacy'] as const
export type TextKind = (typeof TEXT_KINDS)[number]

/** What stands in brackets until it is filled in, from the legal details or by hand. */
export const TEXT_PLACES = [
  'legal name',
  'address',
  'country',
  'register',
  'number',
  'vat number',
  'phone',
  'email',
  'law',
  'court',
] as const
export type TextPlace = (typeof TEXT_PLACES)[number]

const PLACE = new RegExp(`\\[\\s*(${TEXT_PLACES.join('|')})\\s*\\]`, 'gi')

/** Puts the values into their places, as they are. A place whose value is empty stays. */
export const fillPlaces = (text: string, values: Partial<Record<TextPlace, string>>): string =>
  text.replace(PLACE, (place: string, name: string) => values[name.toLowerCase() as TextPlace] || place)

/** The places that are still empty, each once, in the order of the text. */
export const emptyPlaces = (text: string): TextPlace[] => [
  ...new Set([...text.matchAll(PLACE)].map(([, name]) => name!.toLowerCase() as TextPlace)),
]

/** The clause of the terms that the basket cites (A§2: section 4.10). */
export const CITED_CLAUSE = '4.10'

/** A paragraph, list item or heading that begins with a number such as 4.10. */
const CLAUSE = /<(p|li|h3|h4)>((?:<(?:strong|b|em|i|u)>)*\s*(\d{1,2}\.\d{1,2})(?!\.?\d))/g

/** Gives numbered clauses of sanitised HTML the ids of those in the built-in texts: 4.10 is at #s4.10. */
export function withAnchors(html: string): string {
  const known = new Set<string>()
  return html.replace(CLAUSE, (whole: string, tag: string, rest: string, number: string) => {
    if (known.has(number)) return whole
    known.add(number)
    return `<${tag} id="s${number}">${rest}`
  })
}

/** Whether a text with anchors has the clause that the basket cites. */
export const hasCitedClause = (html: string): boolean => html.includes(` id="s${CITED_CLAUSE}"`)
