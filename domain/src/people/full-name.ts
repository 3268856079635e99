const wordsOf = (name: string) => name.split(/\s/).filter(Boolean)

/** At least two words. */
export const isFullName = (name: string): boolean => wordsOf(name).length >= 2

/** 'Ada  King Lovelace' is first name 'Ada', last name 'King Lovelace'; a single word has no last name. */
export function splitFullName(name: string): { first_name: string; last_name: string } {
  const [first_name = '', ...rest] = wordsOf(name)
  return { first_name, last_name: rest.join(' ') }
}

export const fullName = ({ first_name, last_name }: { first_name: string; last_name: string }): string =>
  `${first_name} ${last_name}`.trim()
