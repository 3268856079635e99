import { decodeHTMLStrict } from 'entities'
import sanitize from 'sanitize-html'

const OPTIONS: sanitize.IOptions = {
  allowedTags: [
    'p',
    'br',
    'strong',
    'b',
    'em',
    'i',
    'u',
    'ul',
    'ol',
    'li',
    'a',
    'h3',
    'h4',
    'blockquote',
    'hr',
    'table',
    'caption',
    'thead',
    'tbody',
    'tfoot',
    'tr',
    'th',
    'td',
  ],
  // No style, class, id or handler: organisers' text must not look or behave like the shop around it. No images, because an
  // image from another site would reveal to its owner who views which event, and when.
  allowedAttributes: { a: ['href', 'rel'], th: ['scope', 'colspan', 'rowspan'], td: ['colspan', 'rowspan'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'iframe',
    'object',
    'embed',
    'template',
    'svg',
    'math',
    'title',
    'xmp',
    'plaintext',
    'noembed',
    'noframes',
  ],
  // Deeper nesting is never real text; it only serves to exhaust parsers.
  nestingLimit: 30,
  transformTags: {
    // The page owns the top headings; an organiser's headings start below them.
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

/** Only http, https and mailto with an explicit scheme: a relative address would point into the shop. */
const isWholeAddress = (href: string): boolean => /^\s*(https?:\/\/[^\s/]|mailto:[^\s@]+@)/i.test(href)

/** A cell that spans ten thousand columns hangs a browser. */
function boundSpans(tagName: string, attribs: sanitize.Attributes): sanitize.Tag {
  const allowed = Object.entries(attribs).filter(([name, value]) => name === 'scope' || /^[1-9]\d?$/.test(value))
  return { tagName, attribs: Object.fromEntries(allowed) }
}

/**
 * Sanitises untrusted HTML (an organiser's, an imported page's) to plain structure and links. All such text passes through
 * here before it is stored; repeating it is safe. Pages, mails and PDFs show the result as is.
 */
export const sanitiseHtml = (html: string): string => sanitize(html, OPTIONS).trim()

/** Matches HTML, but not plain text that happens to contain a `<`. */
export const hasTags = (text: string): boolean => /<\/?[a-z][a-z0-9]*(\s[^<>]*)?\/?>/i.test(text)

/**
 * Converts a text of unknown kind to safe HTML: sanitises HTML, and turns plain text's paragraphs and line breaks into
 * markup.
 */
export function htmlOfText(text: string): string {
  if (hasTags(text)) return sanitiseHtml(text)
  return text
    .split(/\r?\n\s*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${escapeHtml(decodeEntities(paragraph)).replace(/\r?\n/g, '<br />')}</p>`)
    .join('')
}

/** Returns the words of some HTML on one line, without tags or entities, for summaries and structured data. */
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

/** Decodes entities that exports leave in plain text. Once only: `&amp;lt;` means the text `&lt;`. */
export const decodeEntities = (text: string): string => decodeHTMLStrict(text).replace(CONTROLS, '')

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g
