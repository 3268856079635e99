import { PAGES } from '@foyer/contract/pages.ts'
import { PATHS } from '@foyer/contract/paths.ts'

/**
 * What may leave with an error report. Our addresses may contain what opens an order, a ticket or a basket, so only the parts
 * that are the same for everyone stay. Other sites' addresses (a livestream, a map) keep only the site.
 */
const isParameter = (segment: string) => segment.startsWith(':')
const SEGMENTS: ReadonlySet<string> = new Set(
  [...Object.values(PAGES), ...Object.values(PATHS).map(([, path]) => path)]
    .flatMap((path) => path.split('/'))
    .filter((segment) => !isParameter(segment)),
)
/** What follows one of these is public: the name of an event or organiser, or a file that every visitor gets. */
const PUBLIC = /^\/(ajax\/catalogue\/events|events|organisers|assets|posters|pictures)\/[^/]*/

function scrubPath(path: string): string {
  const [open = ''] = PUBLIC.exec(path) ?? []
  return open + path.slice(open.length).replace(/[^/]+/g, (segment) => (SEGMENTS.has(segment) ? segment : '…'))
}

/** `from` is the address up to its path, if it was written out. */
function scrubAddress(address: string, from = ''): string {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(address.slice(from.length)) ?? []
  if (from !== '' && from !== location.origin) return `${from}/…`
  return from + scrubPath(path) + query.replace(/=[^&]+/g, '=…') + (hash && '#…')
}

const RULES: readonly [RegExp, string | ((...found: string[]) => string)][] = [
  // Names of XML's own formats are no addresses.
  [/((?:https?:)?\/\/(?!www\.w3\.org\/)[^/?#\s"'<>()]+)[^\s"'<>()]*/g, (all, from) => scrubAddress(all!, from)],
  [/(?<![\w/.…:<*-])\/[\w%~?#-][^\s"'<>()]*/g, (all) => scrubAddress(all!)],
  [/\b(pi|seti|cs)_\w+_secret_\w+/g, '$1_…'],
  [/[^\s@"'<>:/?&={}();,]+(@|%40)[^\s@"'<>:/?&={}();,]+\.[^\s@"'<>:/?&={}();,]+/g, '…@…'],
  // A sign-in code, which isn't a colour, a decimal number or a column in a script.
  [/(?<![#\w]|\d[.:])\d{6}\b/g, '……'],
  // An order's reference.
  [/(?:(?<![\w-])|(?<=%[\dA-F]{2}))[\w-]{27}(?![\w-])/g, '…'],
]

/** Fields whose name shows what they contain; `name` is one only in the details of a call or a log line. */
const SECRET = /^(sale_)?reference$|client_secret|resource_token|h-captcha-response|^(token|code|email|full_?name)$/i
const PERSONAL = /^name$/i

/** The text without personal data and secrets. */
export const scrubText = (text: string): string =>
  RULES.reduce((scrubbed, [what, by]) => scrubbed.replace(what, by as string), text)

/** The same for every string in a report. Returns a copy. */
export function scrub<T>(value: T, hidden: RegExp = SECRET): T {
  if (typeof value === 'string') return scrubText(value) as T
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => scrub(each)) as T
  const isBreadcrumb = 'category' in value
  const fields = Object.entries(value).map(([key, each]) => {
    if (SECRET.test(key) || hidden.test(key)) return [key, typeof each === 'object' ? scrub(each) : '…']
    return [key, scrub(each, isBreadcrumb && key === 'data' ? PERSONAL : SECRET)]
  })
  return Object.fromEntries(fields) as T
}
