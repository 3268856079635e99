import { decodeEntities, hasTags, htmlOfText, sanitiseHtml, textOfHtml } from '../../../html/sanitise.ts'

/** Texts as content systems publish them: with entities, sometimes encoded twice, or with markup encoded as text. */

/** Decodes entities until none is left, at most twice: "&amp;#8217;" is an apostrophe. */
export const decoded = (text: string): string => decodeEntities(decodeEntities(text))

/** A name on one line, without tags. */
export const nameOf = (text: string): string => textOfHtml(decoded(text))

/** Marks of page builders, which mean nothing outside their site: [vc_row], [/vc_row], [gallery ids="1,2"]. */
const SHORTCODES =
  /\[\/?[a-z]+(?:[_-][a-z0-9_-]+)?(?:\s+[a-z_-]+=(?:"[^"]*"|'[^']*'))+\s*\/?\]|\[\/?[a-z]+_[a-z0-9_]+\s*\/?\]/gi

/** A description as HTML, and what was taken out of it. */
export function descriptionOf(written: string): { html: string; notes: string[] } {
  // Some systems escape line breaks twice.
  const text = written.replace(/(?:\\r)?\\n|\\r/g, '\n')
  const withMarkup = [text, decodeEntities(text), decoded(text)].find(hasTags)
  const html = (withMarkup ?? text).replace(SHORTCODES, '')
  const notes = html.length === (withMarkup ?? text).length ? [] : ['shortcodes in its description were left out']
  // In HTML an entity encoded twice shows as its code.
  const clean =
    withMarkup === undefined
      ? htmlOfText(decodeEntities(html))
      : sanitiseHtml(html.replace(/&amp;(#\d+|#x[\da-f]+|\w+);/gi, '&$1;'))
  return { html: clean, notes }
}
