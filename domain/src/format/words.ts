/** The ending a word takes after a count: none for 1, otherwise `ending`. 0 events, 1 event, 2 events. */
export const pluralEnding = (count: number, ending = 's'): string => (count === 1 ? '' : ending)

/** A word after a count: plural('ticket', 2) is 'tickets'. */
export const plural = (word: string, count: number): string => word + pluralEnding(count)

/** Capitalises the first letter of each word and leaves the rest alone: 'the big McNight' is 'The Big McNight'. */
export const titleCase = (text: string): string =>
  text.replace(/(^|\s)(\S)/gu, (_, before: string, letter: string) => before + letter.toLocaleUpperCase('en-GB'))

/** Capitalises the first letter of a sentence. */
export const sentenceCase = (text: string): string => text.charAt(0).toLocaleUpperCase('en-GB') + text.slice(1)

/** Words as in a sentence: '3', '3 and 4', '3, 4 and 6'. */
export const wordList = (words: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(words)

/** Words to choose from: '3', '3 or 4', '3, 4 or 6'. */
export const choiceOf = (words: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words)
