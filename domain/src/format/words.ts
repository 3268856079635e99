/** The ending a word takes after a count: none for 1, otherwise `ending`. 0 events, 1 event, 2 events. */
export const pluralEnding = (count: number, ending = 's'): string => (count === 1 ? '' : ending)

/** A word after a count: plural('ticket', 2) is 'tickets'. */
export const plural = (word: string, count: number): string => word + pluralEnding(count)

/** Capitalises the first letter of each word and leaves the rest alone: 'the big McNight' is 'The Big McNight'. */
export const titleCase = (text: string): string =>
  text.replace(/(^|\s)(\S)/gu, (_, before: string, letter: string) => before + letter.toLocaleUpperCase('en-GB'))
