import { AsyncLocalStorage } from 'node:async_hooks'
import { type Language, language, languageFrom } from '@foyer/domain/format/language.ts'

const readers = new AsyncLocalStorage<Language>()
let override: Language | undefined
languageFrom(() => override ?? readers.getStore() ?? 'en')

/**
 * Runs `work`, with all that it awaits, in the language of a reader. A process whose readers all read
 * English tracks no context, because that costs time.
 */
export const withLanguage = <T>(reader: Language, work: () => T): T =>
  language() === reader ? work() : readers.run(reader, work)

/** Returns a text in one reader's language, in work that is done for several readers together. */
export function textInLanguage(reader: Language, text: () => string): string {
  const before = override
  override = reader
  try {
    return text()
  } finally {
    override = before
  }
}
