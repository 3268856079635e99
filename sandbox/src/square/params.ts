import { invalidRequest, missingParameter } from './errors.ts'

export type Checked = Record<string, unknown>

interface Rule {
  type: 'text' | 'flag' | 'money' | 'object'
  required?: true
  max?: number
}

/** The fields of each body with their documented limits. */
export const BODIES = {
  payment: {
    source_id: { type: 'text', required: true },
    idempotency_key: { type: 'text', required: true, max: 45 },
    amount_money: { type: 'money', required: true },
    tip_money: { type: 'money' },
    app_fee_money: { type: 'money' },
    delay_duration: { type: 'text' },
    delay_action: { type: 'text' },
    autocomplete: { type: 'flag' },
    order_id: { type: 'text' },
    customer_id: { type: 'text' },
    location_id: { type: 'text' },
    team_member_id: { type: 'text' },
    reference_id: { type: 'text', max: 40 },
    verification_token: { type: 'text' },
    accept_partial_authorization: { type: 'flag' },
    buyer_email_address: { type: 'text', max: 255 },
    buyer_phone_number: { type: 'text' },
    billing_address: { type: 'object' },
    shipping_address: { type: 'object' },
    note: { type: 'text', max: 500 },
    statement_description_identifier: { type: 'text', max: 20 },
    customer_details: { type: 'object' },
  },
  refund: {
    idempotency_key: { type: 'text', required: true, max: 45 },
    amount_money: { type: 'money', required: true },
    app_fee_money: { type: 'money' },
    payment_id: { type: 'text', required: true },
    location_id: { type: 'text' },
    reason: { type: 'text', max: 192 },
    payment_version_token: { type: 'text' },
    team_member_id: { type: 'text' },
  },
  cancelByKey: { idempotency_key: { type: 'text', required: true, max: 45 } },
  none: { version_token: { type: 'text' } },
} satisfies Record<string, Record<string, Rule>>

const isObject = (value: unknown): value is Checked =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function check(kind: keyof typeof BODIES, text: string, currency: string): Checked {
  const body = parse(text)
  const rules: Record<string, Rule> = BODIES[kind]
  const unknown = Object.keys(body).find((name) => !(name in rules))
  if (unknown) throw invalidRequest('UNKNOWN_BODY_PARAMETER', `Unknown body parameter: ${unknown}`, unknown)
  for (const [name, rule] of Object.entries(rules)) {
    if (body[name] === undefined) {
      if (rule.required) throw missingParameter(name)
      continue
    }
    CHECKS[rule.type](name, body[name], rule, currency)
  }
  return body
}

const CHECKS: Record<Rule['type'], (name: string, value: unknown, rule: Rule, currency: string) => void> = {
  text: (name, value, rule) => {
    if (typeof value !== 'string') throw invalidRequest('EXPECTED_STRING', 'Expected a string value.', name)
    if (rule.required && value === '') throw invalidRequest('VALUE_TOO_SHORT', 'Field must not be blank', name)
    if (rule.max && value.length > rule.max)
      throw invalidRequest('VALUE_TOO_LONG', `Field must not be greater than ${rule.max} length`, name)
  },
  flag: (name, value) => {
    if (typeof value !== 'boolean') throw invalidRequest('EXPECTED_BOOLEAN', 'Expected a boolean value.', name)
  },
  object: (name, value) => {
    if (!isObject(value)) throw invalidRequest('EXPECTED_OBJECT', 'Expected an object.', name)
  },
  money: (name, value, _rule, currency) => {
    if (!isObject(value)) throw invalidRequest('EXPECTED_OBJECT', 'Expected an object.', name)
    if (!Number.isInteger(value.amount))
      throw invalidRequest('EXPECTED_INTEGER', 'Expected an integer value.', `${name}.amount`)
    if ((value.amount as number) < 1)
      throw invalidRequest('VALUE_TOO_LOW', 'The amount must be at least 1.', `${name}.amount`)
    if (value.currency !== currency)
      throw invalidRequest(
        'CURRENCY_MISMATCH',
        `The currency passed does not match the currency associated with this location: ${currency}.`,
        `${name}.currency`,
      )
  },
}

function parse(text: string): Checked {
  if (text === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch {
    // Throws the same error as other values below.
  }
  throw invalidRequest('EXPECTED_JSON_BODY', 'Expected a JSON body.')
}
