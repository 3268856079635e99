import type { z } from 'zod'
import type { Problem } from './problems.ts'

type Issue = z.core.$ZodIssue

const KINDS: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list [...]',
  object: 'an object {...}',
  null: 'null',
}
const kindText = (value: unknown): string =>
  value === null ? 'null' : (KINDS[Array.isArray(value) ? 'array' : typeof value] ?? typeof value)

/** Describes each pattern in words, so that nobody has to read a regular expression. */
const EXPECTED: Record<string, string> = {
  slug: 'small letters, digits and single hyphens, like "autumn-gala"',
  organiser: 'the slug of an organiser, like "old-mill-arts"',
  venue: 'the slug of a venue',
  event: 'the slug of an event',
  charity: 'the slug of a charity',
  country_code: 'a country code of two capital letters, like "GB"',
  codes: 'capital letters, digits and hyphens, at least four, like "FRIENDS-2027"',
  code: 'capital letters, digits and hyphens, like "SPRING-10"',
  ...Object.fromEntries(
    ['starts', 'ends', 'doors', 'on_sale_from', 'sale_from', 'sale_until', 'until', 'valid_from', 'valid_until'].map(
      (field) => [field, 'a time like "2027-03-05T19:30" or a date like "2027-03-05"'],
    ),
  ),
  ...Object.fromEntries(
    ['full_url', 'livestream_url', 'online_url', 'source_url', 'logo'].map((field) => [
      field,
      'an address that begins with https:// or http://, or a path that begins with /',
    ]),
  ),
  accent: 'a colour like "#6d1b52"',
  contact_email: 'an email address',
  expires_on: 'a day like "2027-03-05"',
  ...Object.fromEntries(
    [
      'price',
      'min_price',
      'booking_fee',
      'delivery_cost',
      'value',
      'values',
      'balance',
      'amount',
      'base_fee',
      'booking_fee_cap',
      'donation_options',
      'buyers_refund_keep',
    ].map((field) => [field, 'an amount like 12.50, without a currency sign']),
  ),
}

/** What a person reads of an issue that the schema found, without words of the library that checks it. */
export function problemsOf(issue: Issue): Problem[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...issue.path, key], why: `there is no field "${key}" here` }))
  return [{ path: issue.path, why: issueText(issue) }]
}

const DIFFERENT = 'written differently'

function expectedOf(field: string): string | undefined {
  if (field.endsWith('percent')) return 'a percentage like 2.5, without a percent sign'
  return Object.hasOwn(EXPECTED, field) ? EXPECTED[field] : undefined
}

function issueText(issue: Issue): string {
  const field = issue.path.findLast((key) => typeof key === 'string')
  const expected = typeof field === 'string' ? expectedOf(field) : undefined
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `"${String(issue.path.at(-1))}" is missing`
        : `should be ${expected ?? KINDS[issue.expected] ?? DIFFERENT}, but is ${typeof issue.input === 'string' ? displayText(issue.input) : kindText(issue.input)}`
    case 'invalid_value':
      return `should be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}, but is ${displayText(issue.input)}`
    case 'invalid_format':
      return `should be ${expected ?? DIFFERENT}, but is ${displayText(issue.input)}`
    case 'invalid_union': {
      if (issue.input === undefined) return `"${String(issue.path.at(-1))}" is missing`
      // The branch that got furthest describes the mistake best.
      const custom = issue.errors.flat().find(({ code }) => code === 'custom')
      return custom
        ? `${displayText(issue.input)} ${custom.message}`
        : `should be ${expected ?? DIFFERENT}, but is ${displayText(issue.input)}`
    }
    case 'too_small':
      return issue.origin === 'string'
        ? 'must not be empty'
        : `should be at least ${issue.minimum}${unitText(issue.origin)}`
    case 'too_big':
      return `should be at most ${issue.maximum}${unitText(issue.origin)}`
    case 'custom':
      return typeof issue.input === 'object' ? issue.message : `${displayText(issue.input)} ${issue.message}`
    default:
      return issue.message
  }
}

const unitText = (origin: string) => ({ string: ' characters', array: ' entries' })[origin] ?? ''

function displayText(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}
