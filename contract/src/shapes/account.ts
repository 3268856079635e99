import { z } from 'zod'
import { amount, Currency } from './common.ts'

// The signed-in user: addresses, saved cards and payment plans.

export const SavedPaymentMethod = z.object({
  payment_method_id: z.string(),
  card_type: z.string(),
  last4digits: z.string(),
  /** MM/YY */
  expiry: z.string(),
  is_default: z.boolean(),
})

/** A payment plan as its buyer sees it in the account settings. */
export const PaymentPlan = z.object({
  sale_reference: z.string(),
  order_number: z.string().nullable().optional(),
  /** The titles of its events. */
  title: z.string(),
  status: z.enum(['active', 'overdue', 'completed', 'cancelled']),
  /** For an overdue plan: the last day to pay, ready to show. */
  nice_ends: z.string().nullable(),
  currency: Currency,
  remaining: amount,
  card: SavedPaymentMethod.nullable(),
  /** The saved cards that can pay for it: those of the account that it is collected at. */
  cards: z.array(SavedPaymentMethod).optional(),
  /** It is collected at an organiser's own account, where cards are saved for it. */
  own_account: z.literal(true).optional(),
  payments: z.array(
    z.object({
      seq: z.number(),
      nice_due: z.string(),
      value: amount,
      status: z.enum(['due', 'paying', 'needs_authentication', 'paid', 'failed', 'cancelled']),
      /** Whether the buyer may pay it now. */
      can_pay: z.boolean(),
    }),
  ),
})

/** For a saved address only its id counts. */
export const Address = z.object({
  selected_user_address_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  address_1: z.string(),
  address_2: z.string(),
  town: z.string(),
  postcode: z.string(),
  country: z.string(),
  state: z.string(),
})

export const SavedAddress = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  full_address: z.string(),
})

export const PossibleAddress = z.object({
  formatted_address: z.string(),
  address_line_2: z.string(),
  town: z.string(),
  post_code: z.string(),
})

export const User = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  email: z.string(),
  is_dark_mode: z.boolean(),
  subscribed: z.boolean(),
  is_event_subscribed: z.boolean(),
})
