import sanitize from 'sanitize-html'

const OPTIONS: sanitize.IOptions = {
  allowedTags: [
    ...['p', 'br', 'strong', 'b', 'em', 'i', 'u', 'ul', 'ol', 'li', 'a', 'h3', 'h4', 'blockquote', 'hr'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  // No style, class, id or handler: organisers' text must not be able to look or act like the shop around it. No images:
  // one from elsewhere would tell its owner who looks at which event, and when.
  allowedAttributes: { a: ['href', 'rel'], th: ['scope', 'colspan', 'rowspan'], td: ['colspan', 'rowspan'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [
    ...['script', 'style', 'textarea', 'option', 'noscript', 'iframe', 'object', 'embed', 'template', 'svg', 'math'],
    ...['title', 'xmp', 'plaintext', 'noembed', 'noframes'],
  ],
  // Beyond this nothing is a text any more; deep nesting only serves to exhaust whoever parses it next.
  nestingLimit: 30,
  transformTags: {
    // Headings of the page are the page's: what an organiser writes starts below them.
    h1: 'h3',
    h2: 'h3',
    h5: 'h4',
    h6: 'h4',
    div: 'p',
    a: (tagName, { href }) => ({
      tagName,
      attribs: { ...(href && isWholeAddress(href) ? { href: href.trim() } : {}), rel: 'noopener' },
    }),
    ...Object.fromEntries(['td', 'th'].map((tag) => [tag, boundSpans])),
  },
}

/** Only http, https and mailto, with their scheme written out: a relative address would point into the shop. */
const isWholeAddress = (href: string): boolean => /^\s*(https?:\/\/[^\s/]|mailto:[^\s@]+@)/i.test(href)

/** A cell that spans ten thousand columns hangs a browser. */
function boundSpans(tagName: string, attribs: sanitize.Attributes): sanitize.Tag {
  const kept = Object.entries(attribs).filter(([name, value]) => name === 'scope' || /^[1-9]\d?$/.test(value))
  return { tagName, attribs: Object.fromEntries(kept) }
}

/**
 * What may stay of HTML that somebody outside wrote (an organiser, an imported page): plain structure and links. The one
 * place where that is decided; every such text passes here before it is kept, and may safely pass again. Page, mail and
 * PDF show the result as it is (OPEN-94).
 */
export const sanitiseHtml = (html: string): string => sanitize(html, OPTIONS).trim()

/** Looks like HTML rather than a text that happens to hold a `<`. */
const HAS_TAGS = /<\/?[a-z][a-z0-9]*(\s[^<>]*)?\/?>/i

/** A text of unknown kind as safe HTML: sanitised if it is HTML, else its paragraphs and line breaks. */
export function htmlOfText(text: string): string {
  if (HAS_TAGS.test(text)) return sanitiseHtml(text)
  return text
    .split(/\r?\n\s*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${escapeHtml(decodeEntities(paragraph)).replace(/\r?\n/g, '<br />')}</p>`)
    .join('')
}

/** The words of some HTML on one line, without tags or entities: for summaries and descriptions in structured data. */
export function textOfHtml(html: string): string {
  const bare = sanitize(html.replace(/<(br|\/p|\/li|\/h\d|\/tr|\/td|\/th|\/blockquote|\/div)\b/gi, ' <$1'), {
    allowedTags: [],
    allowedAttributes: {},
    nonTextTags: OPTIONS.nonTextTags,
  })
  return decodeEntities(bare).replace(/\s+/g, ' ').trim()
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const ENTITIES: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '–', mdash: '—', hellip: '…' },
  ...{
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    pound: '£',
    euro: '€',
    eacute: 'é',
    uuml: 'ü',
    ouml: 'ö',
    auml: 'ä',
  },
}

/** Entities that people's exports leave in plain texts. Once only: `&amp;lt;` means the text `&lt;`. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name) return ENTITIES[name.toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    const isText = code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) && !(code >= 127 && code < 160)
    return isText ? String.fromCodePoint(code) : ''
  })
