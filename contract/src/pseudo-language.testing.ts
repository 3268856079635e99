type Catalogue = Record<string, unknown>

/**
 * The catalogue in a pseudo-language: every sentence is in brackets, has accented letters and is 1.4 times as long as in
 * English. Text without brackets on a page does not come from the catalogue.
 */
export const pseudo = <C extends Catalogue>(catalogue: C): C =>
  Object.fromEntries(
    Object.entries(catalogue).map(([group, sentences]) => [
      group,
      Object.fromEntries(
        Object.entries(sentences as Record<string, string>).map(([key, text]) => [key, `⟦${longer(text)}⟧`]),
      ),
    ]),
  ) as C

const longer = (text: string) => text + '·'.repeat(Math.ceil(text.replaceAll(/\{[^}]*\}/g, '').length * 0.4))

/** The words outside all brackets; `data` is text that does not need translation. */
export function untranslated(text: string, data: readonly string[] = []): string[] {
  let rest = text
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = rest.replaceAll(/⟦[^⟦⟧]*⟧/g, ' ')
  }
  for (const value of [...data].sort((a, b) => b.length - a.length)) if (value) rest = rest.replaceAll(value, ' ')
  return rest.match(/\p{L}{2,}/gu) ?? []
}

/** Every string inside a JSON value. */
export const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []
