/** Converts simple HTML back to plain text with blank lines between paragraphs. Anything richer stays HTML. */
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
  // Text that would be parsed as HTML on the next save stays HTML.
  return /<\/?[a-z]/i.test(text) ? html : text
}
