import { LIMITS } from '@foyer/domain/limits.ts'
import { z } from 'zod'
import { call, Done, flag, flagMap, mapOf, Nothing, personName, T, text } from '../call.ts'
import { Address } from '../shapes/account.ts'

export const addressBody = z.object({
  selected_user_address_id: text(20),
  first_name: personName,
  last_name: personName,
  address_1: text(T.address),
  address_2: text(T.address),
  town: text(T.address),
  postcode: text(20),
  country: text(10),
  state: text(10),
})

export const accountCalls = {
  save_guest_to_sale: call({
    summary: 'Assigns the sale to a guest. The email address must have been verified in this session.',
    body: z.object({ email: text(T.email), fullname: personName }),
    reply: Done,
    fails: ['bad_email', 'bad_full_name', 'email_not_proved', 'required_missing', 'hold_expired', 'already_paid'],
  }),
  logout_of_sale: call({
    summary: 'Signs the customer out of the checkout. The basket and its hold remain.',
    body: Nothing,
    reply: Done,
    fails: [],
  }),
  set_account_details: call({
    summary: "Saves the customer's details and marketing choices in an express checkout.",
    body: z.object({
      fullname: personName,
      email: text(T.email),
      address: addressBody.partial().optional(),
      contact_number: text(T.phone),
      organiser_subscribed_marketing: flagMap,
      ct_subscribed: flag,
    }),
    reply: Done,
    fails: [
      'bad_email',
      'bad_full_name',
      'bad_phone',
      'required_missing',
      'hold_expired',
      'wrong_step',
      'already_paid',
    ],
  }),
  set_marketing_preferences: call({
    summary: "Saves the customer's marketing consent.",
    returnsCheckout: true,
    /** A choice that is absent stays as it is. */
    body: z.object({
      ct_subscribed: flag.optional(),
      event_subscribed: flag.optional(),
      organiser_subscribed_marketing: flagMap,
    }),
    reply: Done,
    fails: ['not_signed_in', 'hold_expired', 'already_paid'],
  }),
}

export const donationCalls = {
  save_donation: call({
    summary: 'Adds or changes the donation of the sale. An amount of 0 removes it.',
    returnsCheckout: true,
    body: z.object({
      amount_before_booking_fee: z
        .union([z.string().regex(/^\d{1,9}(\.\d{1,2})?$/), z.number().nonnegative()])
        .transform(Number),
      charity_id: z.coerce.number().int().positive(),
    }),
    reply: Done,
    fails: ['donation_too_small', 'donation_too_big', 'unknown_charity', 'hold_expired', 'already_paid'],
  }),
  update_donation: call({
    summary: 'Saves the Gift Aid declaration of the donation, or that the customer declined it.',
    returnsCheckout: true,
    body: z.object({
      is_gift_aid: flag,
      subscribe: flag,
      uk_based: flag,
      address1: text(T.address),
      postcode: text(20),
      /** The three statements of the declaration. Absent, they count as not made: nothing is claimed until the donor has made them. */
      uk_taxpayer: flag.optional(),
      own_money: flag.optional(),
      not_gambling: flag.optional(),
    }),
    reply: Done,
    fails: [
      'gift_aid_confirmations_missing',
      'gift_aid_address_missing',
      'bad_uk_postcode',
      'unknown_charity',
      'hold_expired',
      'already_paid',
    ],
  }),
}

export const deliveryCalls = {
  get_address_all_countries_states: call({
    summary: 'Lists countries and US states by id.',
    body: Nothing,
    reply: z.object({ countries: z.record(z.string(), z.string()), states: z.record(z.string(), z.string()) }),
    fails: [],
  }),
  set_delivery_address: call({
    summary: 'Saves the delivery address, and the sender and recipient of gift vouchers.',
    returnsCheckout: true,
    body: z.object({ address: addressBody, gift_voucher_from: personName, gift_voucher_to: personName }),
    reply: Done,
    fails: [
      'bad_delivery_address',
      'bad_uk_postcode',
      'unknown_address',
      'voucher_from_missing',
      'voucher_to_missing',
      'hold_expired',
      'already_paid',
    ],
  }),
}

export const questionCalls = {
  save_question_answers: call({
    summary: 'Saves the answers to the questions asked before or after payment.',
    returnsCheckout: true,
    body: z.object({
      answers: mapOf(z.string().max(60), text(T.answer), LIMITS.maxAnswers).default({}),
      before_or_after: z.enum(['before', 'after']),
    }),
    reply: z.object({ questions_set: z.boolean() }),
    fails: ['bad_answers', 'hold_expired', 'not_paid', 'already_paid'],
  }),
}

export const SavedBillingAddress = Address.omit({ selected_user_address_id: true, country: true }).extend({
  country_code: z.string(),
  id: z.number(),
})
