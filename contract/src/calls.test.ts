import { missingVoucherNames } from '@foyer/domain/delivery/address.ts'
import { donationProblem } from '@foyer/domain/donation/amount.ts'
import { accountProblems } from '@foyer/domain/people/account-details.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { CallSpec } from './call.ts'
import { CALLS } from './calls.ts'
import { ERRORS, type ErrorCode } from './errors.ts'
import { OFFICE_CALLS } from './office/calls.ts'
import { type CallName, PATHS } from './paths.ts'

type JsonSchema = { type?: string; properties?: Record<string, JsonSchema>; items?: JsonSchema }

const names = Object.keys(PATHS) as CallName[]
const specOf = (name: CallName): CallSpec => CALLS[name]
const bodyOf = (name: CallName) => z.toJSONSchema(specOf(name).body, { io: 'input' }) as JsonSchema
const replyOf = (name: CallName) => z.toJSONSchema(specOf(name).reply, { io: 'output' }) as JsonSchema
const fieldsOf = (schema: JsonSchema | undefined) => Object.keys(schema?.properties ?? {})

/** The calls of both documents (A7, B7): method, path, payload and the fields read from the reply. */
const DOCUMENTED: [method: 'GET' | 'POST', path: string, payload: string, reply: string][] = [
  ['GET', '/ajax/user/user/get_user/', '', 'user'],
  ['POST', '/ajax/checkout/checkout/update_ticket_quantity/', 'ticket_id quantity', ''],
  ['POST', '/ajax/checkout/checkout/update_gift_voucher_quantity/', 'gift_voucher_id qty value', ''],
  ['POST', '/ajax/checkout/checkout/update_refund_protection/', 'refund_protection', ''],
  ['POST', '/ajax/checkout/checkout/set_code/', 'code', 'code_applied'],
  ['POST', '/ajax/checkout/checkout/remove_from_basket/', 'ticket_id', ''],
  ['POST', '/ajax/checkout/checkout/remove_gift_voucher_from_basket/', 'gift_voucher_id value', ''],
  [
    'POST',
    '/ajax/checkout/checkout/reserve_tickets/',
    'h-captcha-response',
    'reserved sale_reference fresh_reservation checkout_time captcha captcha_sitekey redirect error',
  ],
  ['POST', '/ajax/checkout/checkout/save_guest_to_sale/', 'email fullname', ''],
  ['POST', '/ajax/user/user/send_one_time_code/', 'email', ''],
  ['POST', '/ajax/user/user/check_one_time_code/', 'email code', 'has_account'],
  ['POST', '/ajax/checkout/checkout/logout_of_sale/', '', ''],
  [
    'POST',
    '/ajax/checkout/checkout/set_marketing_preferences/',
    'ct_subscribed event_subscribed organiser_subscribed_marketing',
    '',
  ],
  ['POST', '/ajax/checkout/checkout/save_donation/', 'amount_before_booking_fee charity_id', ''],
  ['POST', '/ajax/checkout/checkout/update_donation/', 'is_gift_aid subscribe uk_based address1 postcode', ''],
  ['POST', '/ajax/checkout/checkout/get_address_all_countries_states/', '', 'countries states'],
  ['POST', '/ajax/user/user/get_user_addresses/', '', 'existing_addresses'],
  ['POST', '/ajax/user/user/lookup_address/', 'address', 'possible_addresses'],
  ['POST', '/ajax/user/user/delete_address/', 'address_id', ''],
  ['POST', '/ajax/checkout/checkout/set_delivery_address/', 'address gift_voucher_from gift_voucher_to', ''],
  ['GET', '/ajax/checkout/checkout/get/', '', 'sale_reference state seconds_remaining tickets basket_total'],
  ['POST', '/ajax/checkout/checkout/update_basket_state/', 'state', 'seconds_remaining'],
  ['POST', '/ajax/checkout/checkout/destroy_sale/', '', ''],
  ['POST', '/ajax/checkout/checkout/get_square_credentials/', '', 'app_id location_id checkout_js'],
  ['POST', '/ajax/checkout/checkout/pay_with_truelayer/', 'contact_number', 'auth_url'],
  ['POST', '/ajax/checkout/checkout/create_truelayer_payment/', '', ''],
  ['POST', '/ajax/checkout/checkout/get_truelayer_status/', '', 'truelayer_status'],
  ['POST', '/ajax/checkout/checkout/get_payment_error/', '', 'payment_error'],
  ['POST', '/ajax/checkout/stripe/get_token/', '', 'public_key client_secret'],
  ['POST', '/ajax/checkout/checkout/set_billing_address/', 'address contact_number', 'address'],
  [
    'POST',
    '/ajax/checkout/checkout/set_account_details/',
    'fullname email address contact_number organiser_subscribed_marketing ct_subscribed',
    '',
  ],
  ['POST', '/ajax/checkout/checkout/pay-with-square/', 'billing_address_data', 'addressError payment'],
  ['POST', '/ajax/checkout/checkout/get_opoa_users/', '', 'opoa_users full_name'],
  [
    'POST',
    '/ajax/checkout/checkout/pay_with_instalment/',
    'instalment_option contact_number selected_payment_method_id new_payment_method',
    'status url',
  ],
  ['POST', '/ajax/checkout/checkout/claim_free_tickets/', 'email', ''],
  ['POST', '/ajax/checkout/checkout/deliver_to_bitticket/', '', 'delivery_completed'],
  ['POST', '/ajax/checkout/checkout/deliver_to_wallet/', '', 'delivery_completed'],
  ['POST', '/ajax/checkout/checkout/save_question_answers/', 'answers before_or_after', 'questions_set'],
  ['POST', '/ajax/checkout/checkout/set_transfers/', 'transfers', ''],
  ['GET', '/ajax/checkout/checkout/get_simple_info/', '', 'sale_email sale_reference'],
  ['GET', '/ajax/checkout/checkout/get_reward_referrer_link/', '', 'link'],
  ['POST', '/ajax/checkout/checkout/send_customer_feedback/', 'message', ''],
  ['POST', '/ajax/checkout/checkout/subscribe_to_events/', '', ''],
]
const words = (list: string) => list.split(' ').filter(Boolean)

describe('specified calls', () => {
  it.each(DOCUMENTED)('%s %s takes (%s) and returns (%s)', (method, path, payload, reply) => {
    const name = names.find((n) => PATHS[n][1] === path)
    expect(name).toBeDefined()
    expect(PATHS[name!][0]).toBe(method)
    expect(fieldsOf(bodyOf(name!))).toEqual(expect.arrayContaining(words(payload)))
    expect(fieldsOf(replyOf(name!))).toEqual(expect.arrayContaining(words(reply)))
  })

  it.each(DOCUMENTED.filter(([, , payload]) => payload === ''))('%s %s takes no input', (_, path) => {
    const name = names.find((n) => PATHS[n][1] === path)!
    expect(specOf(name).body.safeParse({}).success).toBe(true)
  })

  it.each<[CallName, string, 'body' | 'reply', string]>([
    [
      'get_truelayer_status',
      'truelayer_status',
      'reply',
      'checkout_expires_in payment_completed reference total truelayer_status_error status',
    ],
    [
      'pay_with_instalment',
      'new_payment_method',
      'body',
      'id brand last4 month year funding make_default_payment_method',
    ],
    [
      'set_transfers',
      'transfers',
      'body',
      'ticket_id name email qty is_gift send_gift delivery_date delivery_time message',
    ],
    [
      'set_delivery_address',
      'address',
      'body',
      'selected_user_address_id first_name last_name address_1 address_2 town postcode country state',
    ],
  ])('%s: %s of the %s contains %s', (name, field, where, fields) => {
    const schema = (where === 'body' ? bodyOf(name) : replyOf(name)).properties![field]!
    expect(fieldsOf(schema.items ?? schema).sort()).toEqual(words(fields).sort())
  })

  it.each<[CallName, string]>([
    ['set_billing_address', 'first_name last_name town address_1 address_2 postcode state country_code id'],
  ])('%s returns the saved address with %s', (name, fields) => {
    const reply = specOf(name).reply as z.ZodObject<{ address: z.ZodNullable<z.ZodObject> }>
    expect(Object.keys(reply.shape.address.unwrap().shape).sort()).toEqual(words(fields).sort())
  })
})

describe('every call', () => {
  it('has a unique path', () => {
    expect(Object.keys(CALLS).sort()).toEqual([...names].sort())
    expect(new Set(names.map((name) => PATHS[name].join(' '))).size).toBe(names.length)
    for (const name of names) expect(PATHS[name][1]).toMatch(/^\/ajax\/([a-z_:-]+\/)+$/)
  })

  it.each(names)('%s has a description and a schema', (name) => {
    expect(specOf(name).summary).toMatch(/^[A-Z].*\.$/)
    expect(bodyOf(name).type).toBe('object')
    expect(replyOf(name).type).toBe('object')
  })

  it.each(names)('%s lists existing failures, without duplicates', (name) => {
    const fails: readonly string[] = specOf(name).fails
    for (const code of fails) expect(Object.hasOwn(ERRORS, code), code).toBe(true)
    expect(new Set(fails).size).toBe(fails.length)
  })

  it('covers what the domain’s rules may return', () => {
    const ofFields = (fails: readonly string[], codes: (ErrorCode | null | undefined)[]) => {
      for (const code of codes) expect(fails).toContain(code)
    }
    const details = accountProblems({ fullName: '', email: '', contactNumber: '' }, { phoneRequired: true })
    ofFields(CALLS.set_account_details.fails, [details.fullName, details.email, details.contactNumber])
    ofFields(CALLS.save_donation.fails, [donationProblem(0, 'GBP'), donationProblem(1e9, 'GBP')])
    ofFields(CALLS.set_delivery_address.fails, missingVoucherNames({ vouchers: [{}], voucherFrom: '', voucherTo: '' }))
  })
})

describe('every failure', () => {
  it.each(Object.entries(ERRORS))('%s has an error status and a sentence', (_, [status, sentence]) => {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThanOrEqual(599)
    expect(sentence).toMatch(/^[A-Z].{8,}$/)
  })

  it('is listed by a call, or possible for all calls', () => {
    const ANY_CALL: ErrorCode[] = [
      'bad_request',
      'bad_name',
      'bad_day',
      'trial_pages_local',
      'not_found',
      'not_reserved',
      'may_not',
      'bad_api_key',
      'key_may_not',
      'method_not_allowed',
      'other_site',
      'unknown_sale',
      'too_many_requests',
      'body_too_large',
      'busy',
      'internal',
    ]
    const office = Object.values(OFFICE_CALLS).flatMap(({ fails }): string[] => [...fails])
    const named = new Set<string>([...ANY_CALL, ...office, ...names.flatMap((name) => [...specOf(name).fails])])
    expect(Object.keys(ERRORS).filter((code) => !named.has(code))).toEqual([])
  })
})
