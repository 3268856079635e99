const wordsOf = (name: string) => name.split(/\s/).filter(Boolean)

/** At least two words. */
export const isFullName = (name: string): boolean => wordsOf(name).length >= 2

/** 'Ada  King Lovelace' is first name 'Ada', last name 'King Lovelace'; a single word has no last name. */
export function splitFullName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = wordsOf(name)
  return { firstName, lastName: rest.join(' ') }
}

export const fullName = (firstName: string, lastName: string): string => `${firstName} ${lastName}`.trim()
