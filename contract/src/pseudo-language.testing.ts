type Catalogue = Record<string, unknown>

/**
 * The catalogue in a language nobody speaks: every sentence in brackets, its letters marked and its length 1.4 times that
 * of the English. What a page still says without brackets did not come through the catalogue.
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

/** The words of a text that stand outside all brackets; `data` is what did not have to be translated. */
export function untranslated(text: string, data: readonly string[] = []): string[] {
  let rest = text
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = rest.replaceAll(/⟦[^⟦⟧]*⟧/g, ' ')
  }
  for (const known of [...data].sort((a, b) => b.length - a.length)) if (known) rest = rest.replaceAll(known, ' ')
  return rest.match(/\p{L}{2,}/gu) ?? []
}

/** Every text within something that was sent as JSON. */
export const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []
