import { z } from 'zod'
import { call, count, Done, flag, id, Nothing, personName, T, text } from '../call.ts'
import { PaymentPlan, SavedPaymentMethod } from '../shapes/account.ts'
import { addressBody, SavedBillingAddress } from './account.ts'

/** Why a payment cannot begin, by any method. */
const CANNOT_PAY = [
  'hold_expired',
  'wrong_step',
  'step_incomplete',
  'bad_phone',
  'already_paid',
  'payment_running',
  'method_not_available',
  'provider_missing',
  'voucher_ended',
  'over_limit',
  'payment_provider_down',
] as const

/** Why the difference for a change of a ticket cannot be paid by its link. */
const CANNOT_PAY_CHANGE = [
  'change_ended',
  'already_paid',
  'payment_running',
  'method_not_available',
  'payment_provider_down',
  'cards_paused',
] as const

/** The connected account to create the card provider's client with; absent for the installation's own account. */
const StripeAccount = z.string().optional()

export const paymentCalls = {
  refund_moved: call({
    summary:
      'Refunds the tickets of an order whose date was moved, while the organiser offers it. `amount` is refunded, and `less_to_pay` is what is no longer to be paid of a running payment plan.',
    body: z.object({ reference: text(T.code) }),
    reply: z.object({ amount: z.string(), less_to_pay: z.string() }),
    fails: ['unknown_sale', 'no_moved_tickets', 'companion_left', 'order_plan_paying'],
  }),
  return_tickets: call({
    summary:
      'Refunds tickets that their buyer returns, by the policy of the organiser and for the amounts that were shown: money, and what goes back to gift vouchers. While a payment plan runs, `places` are tickets that it has not issued yet: how many were left of the type when the form was shown, how many of them are returned, and their seats; `less_to_pay` is what is no longer to be paid.',
    body: z.object({
      reference: text(T.code),
      ticket_ids: z.array(id).max(1000).default([]),
      amount: text(T.code),
      voucher: text(T.code).default(''),
      places: z
        .array(
          z.object({
            ticket_type_id: id,
            left: z.coerce.number().int(),
            qty: z.coerce.number().int().min(1),
            seat_ids: z.array(id).max(1000).default([]),
          }),
        )
        .max(100)
        .default([]),
      less_to_pay: text(T.code).default(''),
    }),
    reply: z.object({ success: z.literal(true), amount: z.string() }),
    fails: [
      'unknown_sale',
      'proof_too_old',
      'not_returnable',
      'return_needed',
      'companion_left',
      'return_changed',
      'order_plan_paying',
    ],
  }),
  change_own_ticket: call({
    summary:
      "Changes the type, date or seat of a buyer's ticket for the difference that was shown. A dearer one changes when it is paid, on the page of the reply.",
    body: z.object({
      reference: text(T.code),
      ticket_id: id,
      ticket_type_id: id,
      seat_id: id.optional(),
      difference: z.coerce.number().int(),
    }),
    reply: z.object({ success: z.literal(true), next: z.string() }),
    fails: [
      'unknown_sale',
      'proof_too_old',
      'not_changeable',
      'changed_often',
      'change_unpaid',
      'return_needed',
      'return_changed',
      'sold_out',
      'seat_taken',
      'seat_of_kind',
      'companion_left',
      'queue_first',
    ],
  }),
  rename_ticket: call({
    summary: "Changes the name on a buyer's ticket, which gets a new code.",
    body: z.object({ reference: text(T.code), ticket_id: id, name: personName }),
    reply: z.object({ success: z.literal(true) }),
    fails: ['unknown_sale', 'proof_too_old', 'holder_missing', 'not_renamable', 'changed_often'],
  }),
  name_plan_ticket: call({
    summary:
      "Names a ticket of a running payment plan, which is issued with the name after the last payment. `place` is the ticket's, as the page shows it.",
    body: z.object({
      reference: text(T.code),
      ticket_type_id: id,
      place: z.coerce.number().int().min(0),
      name: personName,
    }),
    reply: z.object({ success: z.literal(true) }),
    fails: ['unknown_sale', 'proof_too_old', 'holder_missing', 'not_renamable'],
  }),
  set_billing_address: call({
    summary: 'Saves the billing address and contact number before a card payment.',
    body: z.object({ address: addressBody.partial().default({}), contact_number: text(T.phone) }),
    reply: z.object({ address: SavedBillingAddress.nullable() }),
    fails: ['postcode_missing', 'bad_address', 'bad_phone', 'hold_expired', 'wrong_step', 'already_paid'],
  }),
  get_payment_error: call({
    summary: 'Returns why the last payment attempt failed, or an empty string. Reading it clears it.',
    body: Nothing,
    reply: z.object({ payment_error: z.string() }),
    fails: [],
  }),
  get_token: call({
    summary: "Returns what the card provider's browser script needs for this payment.",
    body: Nothing,
    reply: z.object({ public_key: z.string(), client_secret: z.string(), stripe_account: StripeAccount }),
    fails: [...CANNOT_PAY, 'cards_paused'],
  }),
  get_change_token: call({
    summary: "Returns what the card provider's browser script needs to pay for a change of a ticket, by its link.",
    body: z.object({ token: text(T.code) }),
    reply: z.object({ public_key: z.string(), client_secret: z.string(), stripe_account: StripeAccount }),
    fails: CANNOT_PAY_CHANGE,
  }),
  get_change_square: call({
    summary: "Returns what Square's browser script needs to pay for a change of a ticket, by its link.",
    body: z.object({ token: text(T.code) }),
    reply: z.object({
      app_id: z.string(),
      location_id: z.string(),
      checkout_js: z.string(),
      amount: z.string(),
      currency: z.string(),
    }),
    fails: ['change_ended', 'method_not_available'],
  }),
  pay_change_with_square: call({
    summary: 'Charges a card by its Square token for a change of a ticket, by its link.',
    body: z.object({ token: text(T.code), source: text(500) }),
    reply: z.object({ status: z.string(), message: z.string() }),
    fails: CANNOT_PAY_CHANGE,
  }),
  get_square_credentials: call({
    summary: "Returns what Square's browser script needs.",
    body: Nothing,
    reply: z.object({ app_id: z.string(), location_id: z.string(), checkout_js: z.string() }),
    fails: ['method_not_available'],
  }),
  pay_with_square: call({
    summary: 'Charges a card by its Square token.',
    body: z.object({
      billing_address_data: addressBody.partial().extend({ contact_number: text(T.phone), token: text(500) }),
    }),
    reply: z.object({
      addressError: z.string().optional(),
      payment: z.object({ status: z.string(), message: z.string() }).optional(),
    }),
    fails: [...CANNOT_PAY, 'cards_paused'],
  }),
  create_truelayer_payment: call({
    summary: 'Prepares a bank transfer for this sale. If it fails, the method is not offered.',
    body: Nothing,
    reply: Done,
    fails: CANNOT_PAY,
  }),
  pay_with_truelayer: call({
    summary: 'Returns the address to redirect the customer to for a bank transfer.',
    body: z.object({ contact_number: text(T.phone) }),
    reply: z.object({ auth_url: z.string() }),
    fails: CANNOT_PAY,
  }),
  get_truelayer_status: call({
    summary: 'Returns the status of the bank transfer.',
    body: Nothing,
    reply: z.object({
      truelayer_status: z.object({
        checkout_expires_in: z.number(),
        payment_completed: z.boolean(),
        reference: z.string(),
        total: z.number(),
        truelayer_status_error: z.string().nullable(),
        /** `approved`: the bank has approved the payment, and the money is on its way. */
        status: z.string(),
      }),
    }),
    fails: ['wrong_step', 'payment_provider_down'],
  }),
  get_opoa_users: call({
    summary: "Returns the customer's saved cards and the key the card provider's script needs for a new one.",
    body: Nothing,
    reply: z.object({
      opoa_users: z.array(SavedPaymentMethod),
      full_name: z.string(),
      public_key: z.string(),
      stripe_account: StripeAccount,
    }),
    fails: [],
  }),
  pay_with_instalment: call({
    summary: 'Starts a payment plan and charges its first payment.',
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
    fails: ['bad_plan', 'not_signed_in', 'proof_too_old', 'unknown_card', 'cards_paused', ...CANNOT_PAY],
  }),
  claim_free_tickets: call({
    summary: 'Completes an order with nothing to pay. Includes the contact number if one is required.',
    body: z.object({ email: text(T.email), contact_number: text(T.phone) }),
    reply: Done,
    fails: [
      'not_free',
      'voucher_ended',
      'over_limit',
      'hold_expired',
      'wrong_step',
      'step_incomplete',
      'email_not_proved',
      'bad_phone',
      'payment_running',
      'address_mailed_often',
    ],
  }),

  // Account settings: the buyer's saved cards and payment plans.
  get_payment_settings: call({
    summary: "Returns the customer's saved cards and payment plans.",
    body: Nothing,
    reply: z.object({ cards: z.array(SavedPaymentMethod), plans: z.array(PaymentPlan) }),
    fails: ['not_signed_in'],
  }),
  start_saving_card: call({
    summary:
      "Returns what the card provider's browser script needs to save a card without a payment: for any plan of the shop's own account, or for the plan of `sale_reference`, which may be collected at an organiser's account.",
    body: z.object({ sale_reference: text(100) }),
    reply: z.object({
      public_key: z.string(),
      client_secret: z.string(),
      card_script_url: z.string(),
      stripe_account: StripeAccount,
    }),
    fails: ['not_signed_in', 'unknown_plan', 'cards_paused', 'method_not_available', 'payment_provider_down'],
  }),
  save_card: call({
    summary: "Saves the card of a confirmed set-up. The provider supplies the card's details.",
    body: z.object({ setup_intent: text(200), make_default_payment_method: flag, sale_reference: text(100) }),
    reply: z.object({ cards: z.array(SavedPaymentMethod) }),
    fails: ['not_signed_in', 'unknown_plan', 'unknown_card', 'method_not_available', 'payment_provider_down'],
  }),
  remove_card: call({
    summary: 'Removes a saved card. A card that pays for an active plan cannot be removed.',
    body: z.object({ payment_method_id: text(200) }),
    reply: z.object({ cards: z.array(SavedPaymentMethod) }),
    fails: ['not_signed_in', 'unknown_card', 'card_in_use', 'method_not_available', 'payment_provider_down'],
  }),
  set_plan_card: call({
    summary: 'Sets the saved card that pays for a plan, and retries a failed payment with it.',
    body: z.object({ sale_reference: text(100), payment_method_id: text(200) }),
    reply: z.object({ plans: z.array(PaymentPlan) }),
    fails: ['not_signed_in', 'proof_too_old', 'unknown_plan', 'unknown_card'],
  }),
  pay_instalment: call({
    summary: 'Pays one payment of a plan now, while the customer can authenticate it.',
    body: z.object({ sale_reference: text(100), seq: count, payment_method_id: text(200) }),
    reply: z.object({ status: z.enum(['success', 'redirect_to_url', 'unsuccessful']), url: z.string().optional() }),
    fails: [
      'not_signed_in',
      'proof_too_old',
      'unknown_plan',
      'unknown_card',
      'already_paid',
      'cards_paused',
      'payment_running',
      'method_not_available',
      'payment_provider_down',
    ],
  }),
}
