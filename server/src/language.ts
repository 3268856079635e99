import { AsyncLocalStorage } from 'node:async_hooks'
import { type Language, language, languageFrom } from '@foyer/domain/format/language.ts'

const readers = new AsyncLocalStorage<Language>()
let sentence: Language | undefined
languageFrom(() => sentence ?? readers.getStore() ?? 'en')

/**
 * Runs `act`, and all that it awaits, for a reader of that language. A process in which nobody reads another language than
 * English tracks no context, which would cost it time.
 */
export const withLanguage = <T>(reader: Language, act: () => T): T =>
  language() === reader ? act() : readers.run(reader, act)

/** Says something at once in a reader's language, in work that is done for several readers together. */
export function textInLanguage(reader: Language, say: () => string): string {
  const before = sentence
  sentence = reader
  try {
    return say()
  } finally {
    sentence = before
  }
}
