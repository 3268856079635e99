/** Simple HTML as the text it was typed as: paragraphs apart by an empty line. Anything richer stays HTML. */
export function plainOf(html: string): string {
  if (!/^(?:\s*<p>(?:(?!<(?!br\s*\/?>))[\s\S])*?<\/p>\s*)*$/i.test(html)) return html
  const text = html
    .replace(/\s*<\/p>\s*<p>\s*/gi, '\n\n')
    .replace(/<br\s*\/?>\s*/gi, '\n')
    .replace(/<\/?p>/gi, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .trim()
  // What would be read as HTML again is shown as it is kept.
  return /<\/?[a-z]/i.test(text) ? html : text
}
