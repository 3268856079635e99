import { z } from 'zod'
import { call, Done, flag, Nothing, T, text } from '../call.ts'
import { SavedPaymentMethod } from '../shapes.ts'
import { addressBody, SavedBillingAddress } from './account.ts'

export const paymentCalls = {
  set_billing_address: call({
    says: "Keeps the card holder's address and the contact number before a card payment.",
    body: z.object({ address: addressBody.partial().default({}), contact_number: text(T.phone) }),
    reply: z.object({ address: SavedBillingAddress.nullable() }),
    fails: ['postcode_missing', 'bad_address', 'bad_phone', 'hold_expired', 'wrong_step', 'already_paid'],
  }),
  get_payment_error: call({
    says: 'Why the last try to pay did not work; empty when there is nothing to say. Reading it clears it.',
    body: Nothing,
    reply: z.object({ payment_error: z.string() }),
    fails: [],
  }),
  get_token: call({
    says: "What the card provider's browser script needs to take this payment.",
    body: Nothing,
    reply: z.object({ public_key: z.string(), client_secret: z.string() }),
    fails: [
      'hold_expired',
      'wrong_step',
      'step_incomplete',
      'bad_phone',
      'already_paid',
      'payment_running',
      'method_not_available',
      'provider_missing',
      'payment_provider_down',
    ],
  }),
  get_square_credentials: call({
    says: "What Square's browser script needs.",
    body: Nothing,
    reply: z.object({ app_id: z.string(), location_id: z.string(), checkout_js: z.string() }),
    fails: ['method_not_available'],
  }),
  pay_with_square: call({
    says: 'Takes the payment with a card token of Square.',
    body: z.object({
      billing_address_data: addressBody.partial().extend({ contact_number: text(T.phone), token: text(500) }),
    }),
    reply: z.object({
      addressError: z.string().optional(),
      payment: z.object({ status: z.string(), message: z.string() }).optional(),
    }),
    fails: [
      'hold_expired',
      'wrong_step',
      'step_incomplete',
      'bad_phone',
      'already_paid',
      'payment_running',
      'method_not_available',
      'provider_missing',
      'payment_provider_down',
    ],
  }),
  create_truelayer_payment: call({
    says: 'Prepares a bank transfer for this sale; where it fails the method is not offered.',
    body: Nothing,
    reply: Done,
    fails: [
      'hold_expired',
      'wrong_step',
      'step_incomplete',
      'bad_phone',
      'already_paid',
      'payment_running',
      'method_not_available',
      'provider_missing',
      'payment_provider_down',
    ],
  }),
  pay_with_truelayer: call({
    says: "Where the buyer's browser goes to pay by bank transfer.",
    body: z.object({ contact_number: text(T.phone) }),
    reply: z.object({ auth_url: z.string() }),
    fails: [
      'hold_expired',
      'wrong_step',
      'step_incomplete',
      'bad_phone',
      'already_paid',
      'payment_running',
      'method_not_available',
      'provider_missing',
      'payment_provider_down',
    ],
  }),
  get_truelayer_status: call({
    says: 'How the bank transfer stands, as the bank says it.',
    body: Nothing,
    reply: z.object({
      truelayer_status: z.object({
        checkout_expires_in: z.number(),
        payment_completed: z.boolean(),
        reference: z.string(),
        total: z.number(),
        truelayer_status_error: z.string().nullable(),
        status: z.string(),
      }),
    }),
    fails: ['wrong_step', 'payment_provider_down'],
  }),
  get_opoa_users: call({
    says: "The signed-in buyer's saved cards.",
    body: Nothing,
    reply: z.object({ opoa_users: z.array(SavedPaymentMethod), full_name: z.string() }),
    fails: [],
  }),
  pay_with_instalment: call({
    says: 'Agrees to a payment plan and takes its first payment.',
    body: z.object({
      instalment_option: text(40),
      contact_number: text(T.phone),
      selected_payment_method_id: text(200),
      new_payment_method: z
        .object({
          id: text(200),
          brand: text(40),
          last4: text(4),
          month: text(2),
          year: text(4),
          funding: text(20),
          make_default_payment_method: flag,
        })
        .optional(),
    }),
    reply: z.object({
      status: z.enum(['success', 'redirect_to_url', 'unsuccessful']),
      url: z.string().optional(),
      payment_plan_remaining: z.number().optional(),
    }),
    fails: [
      'bad_plan',
      'bad_phone',
      'not_signed_in',
      'hold_expired',
      'wrong_step',
      'step_incomplete',
      'already_paid',
      'payment_running',
      'method_not_available',
      'provider_missing',
      'payment_provider_down',
    ],
  }),
  claim_free_tickets: call({
    says: 'Completes an order with nothing to pay.',
    body: z.object({ email: text(T.email) }),
    reply: Done,
    fails: [
      'not_free',
      'hold_expired',
      'wrong_step',
      'step_incomplete',
      'email_not_proved',
      'bad_phone',
      'payment_running',
    ],
  }),
}
