/**
 * What must not leave with an error report: the parts of our addresses that grant access, orders' references, email
 * addresses, and vendors' secrets.
 */
const RULES: readonly [RegExp, string][] = [
  [/\/(claim|orders|activity-terms-and-conditions)\/[^/?#\s"']+/g, '/$1/…'],
  [
    /([?&](?:session|ref|next|payment_intent|payment_intent_client_secret|payment_id|resource_token)=)[^&#\s"']+/g,
    '$1…',
  ],
  [/\b(pi|seti|cs)_\w+_secret_\w+/g, '$1_…'],
  [/[^\s@"'<>:/?&=]+@[^\s@"'<>:/?&=]+\.[^\s@"'<>:/?&=]+/g, '…@…'],
  [/\b\d{6}\b/g, '……'],
  // An order's reference.
  [/(?<![\w-])[\w-]{27}(?![\w-])/g, '…'],
]

const KEYS = /^(sale_)?reference$|client_secret|resource_token|h-captcha-response|^(code|email|name|full_?name)$/i

/** The text without personal data and secrets. */
export const scrubText = (text: string): string =>
  RULES.reduce((scrubbed, [what, by]) => scrubbed.replace(what, by), text)

/** The same for every string in a report. Returns a copy. */
export function scrub<T>(value: T, depth = 0): T {
  if (typeof value === 'string') return scrubText(value) as T
  if (typeof value !== 'object' || value === null || depth > 12) return value
  if (Array.isArray(value)) return value.map((each) => scrub(each, depth + 1)) as T
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, scrub(each, depth + 1)])) as T
}

/** The details of a call or a log line, where a field's name shows what it contains. */
export const scrubFields = <T extends Record<string, unknown>>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, KEYS.test(key) ? '…' : scrub(value)])) as T
