/** The languages of the shop; the first is the default. The office is in English. */
export const LANGUAGES = ['en', 'fr'] as const
export type Language = (typeof LANGUAGES)[number]

export const isLanguage = (text: unknown): text is Language => LANGUAGES.some((code) => code === text)

let reader: () => Language = () => 'en'

/**
 * Returns the reader's language. In a browser's script, the build replaces the call by a constant; on the server it is the
 * language of the request or of the email.
 */
export const language = (): Language => reader()

/** Sets where `language` gets the reader's language from; the server calls it at start-up. */
export function languageFrom(from: () => Language): void {
  reader = from
}
