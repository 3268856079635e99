import { type Language, language } from '@foyer/domain/format/language.ts'

type Others<Group> = Record<Exclude<Language, 'en'>, { readonly [Key in keyof Group]: string }>

/** A group of sentences in the reader's language. Its type is that of the English ones, so that fill() knows their placeholders. */
export function inLanguage<Group extends object>(en: Group, others: Others<Group>): Group {
  const texts = { en, ...others }
  const spoken = Array.isArray(en) ? [] : {}
  for (const key of Object.keys(en) as (keyof Group & string)[])
    Object.defineProperty(spoken, key, { enumerable: true, get: () => texts[language()][key] })
  return spoken as Group
}
