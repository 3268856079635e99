/** What a count adds to a word (DSP-06): nothing for 1, else `ending`; 0 events, 1 event, 2 events, 2 address(es). */
export const pluralEnding = (count: number, ending = 's'): string => (count === 1 ? '' : ending)

/** The word for so many of it (DSP-06): plural('ticket', 2) is 'tickets'. */
export const plural = (word: string, count: number): string => word + pluralEnding(count)

/** Capitalises the first letter of each word and leaves the rest alone (DSP-12): 'the big McNight' is 'The Big McNight'. */
export const pascalCase = (text: string): string =>
  text.replace(/(^|\s)(\S)/gu, (_, before: string, letter: string) => before + letter.toLocaleUpperCase('en-GB'))
