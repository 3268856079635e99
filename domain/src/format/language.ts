/** The languages the shop can be read in, the first where nothing says otherwise. The office is English. */
export const LANGUAGES = ['en', 'fr'] as const
export type Language = (typeof LANGUAGES)[number]

export const isLanguage = (text: unknown): text is Language => LANGUAGES.some((known) => known === text)

let reader: () => Language = () => 'en'

/**
 * The language of the person who reads what is written now. In a browser's script it is a constant, which the build puts in place; on
 * the server it is that of the request or of the email.
 */
export const language = (): Language => reader()

/** The server says where the language comes from. */
export function languageFrom(from: () => Language): void {
  reader = from
}
