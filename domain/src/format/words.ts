import { language } from './language.ts'

const locale = () => (language() === 'fr' ? 'fr' : 'en-GB')
/** The order in which a sentence gives the forms of a word; French has the third: '1 000 000 de billets'. */
const FORMS = ['one', 'other', 'many']

// Creating these is slow, and one page counts many things.
const pluralRules = new Map<string, Intl.PluralRules>()

function pluralRulesOf(name: string): Intl.PluralRules {
  const rules = pluralRules.get(name) ?? new Intl.PluralRules(name)
  pluralRules.set(name, rules)
  return rules
}

/** The form of a word after a count, by the rules of the language: wordFor(2, ['ticket', 'tickets']) is 'tickets'. */
export const wordFor = (count: number, forms: readonly string[]): string =>
  forms[count < 0 ? 1 : FORMS.indexOf(pluralRulesOf(locale()).select(count))] ?? forms[1] ?? ''

/** Capitalises the first letter of each word and leaves the rest alone: 'the big McNight' is 'The Big McNight'. */
export const titleCase = (text: string): string =>
  text.replace(/(^|\s)(\S)/gu, (_, before: string, letter: string) => before + letter.toLocaleUpperCase('en-GB'))

/** Capitalises the first letter of a sentence. */
export const sentenceCase = (text: string): string => text.charAt(0).toLocaleUpperCase('en-GB') + text.slice(1)

/** Words as in a sentence: '3', '3 and 4', '3, 4 and 6'. */
export const wordList = (words: readonly string[]): string =>
  new Intl.ListFormat(locale(), { type: 'conjunction' }).format(words)

/** Words to choose from: '3', '3 or 4', '3, 4 or 6'. */
export const choiceOf = (words: readonly string[]): string =>
  new Intl.ListFormat(locale(), { type: 'disjunction' }).format(words)
