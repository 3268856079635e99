import { type Language, language } from '@foyer/domain/format/language.ts'

type Others<Group> = Record<Exclude<Language, 'en'>, { readonly [Key in keyof Group]: string }>

/** A group of sentences whose values are those of the reader's language. Its type is the English one, so that fill() knows its places. */
export function inLanguage<Group extends object>(en: Group, others: Others<Group>): Group {
  const texts = { en, ...others }
  const spoken = Array.isArray(en) ? [] : {}
  for (const key of Object.keys(en) as (keyof Group & string)[])
    Object.defineProperty(spoken, key, { enumerable: true, get: () => texts[language()][key] })
  return spoken as Group
}
