/**
 * Every expected failure of a call: its HTTP status (OPEN-04) and the sentence the buyer reads (OPEN-01 puts it into the
 * answer's field `error`). `{…}` is filled from the failure's facts.
 */
export const ERRORS = {
  // what was sent
  bad_request: [400, 'Something in this request is not right. Please check it and try again.'],
  unknown_state: [400, 'That is not a step of the checkout.'],
  bad_quantity: [400, 'Choose a quantity of at least 1.'],
  quantity_above_max: [400, 'You can only reserve {n} tickets of this type'],
  quantity_below_min: [400, 'You must purchase a minimum of {n} tickets of this type'],
  bad_voucher_value: [400, 'Choose one of the values this gift voucher comes in.'],
  basket_full: [400, 'Your basket is full. Please buy what is in it first.'],
  bad_email: [400, 'Please type a valid email address'],
  bad_full_name: [400, 'Please type both your first and last name(s)'],
  bad_phone: [400, 'Type a valid phone number'],
  bad_address: [400, 'Please complete your address'],
  bad_delivery_address: [400, 'Please complete the delivery address.'],
  postcode_missing: [400, 'Type your postcode or zip code'],
  voucher_from_missing: [400, 'Who is the gift voucher from?'],
  voucher_to_missing: [400, 'Who is the gift voucher for?'],
  donation_too_small: [400, 'Choose an amount or click Skip donation'],
  donation_too_big: [400, 'This is more than we can take online. Thank you: please contact the charity directly.'],
  gift_aid_confirmations_missing: [400, 'Please confirm all three statements to add Gift Aid.'],
  gift_aid_address_missing: [400, 'Please enter your home address to add Gift Aid.'],
  message_missing: [400, 'Please write a message.'],
  bad_transfer: [400, 'Please check the names, emails and quantities of your transfer.'],
  bad_answers: [400, 'Please enter your answer'],
  signature_missing: [400, 'Please sign before you send.'],
  bad_plan: [400, 'Please choose one of the payment plans offered.'],
  // who asks
  not_signed_in: [401, 'Please sign in first.'],
  email_not_proved: [401, 'Please confirm your email address with the code we send you.'],
  other_site: [403, 'This request came from another site and was refused.'],
  // what it is about
  unknown_ticket: [404, 'We could not find that ticket.'],
  unknown_voucher: [404, 'We could not find that gift voucher.'],
  unknown_seat: [404, 'We could not find that seat.'],
  unknown_event: [404, 'We could not find that event.'],
  unknown_address: [404, 'We could not find that address.'],
  unknown_charity: [404, 'We could not find that charity.'],
  unknown_waiver: [404, 'We could not find these terms. Please ask for the link again.'],
  unknown_sale: [404, 'We could not find that basket.'],
  // when it comes
  not_on_sale: [409, 'These tickets are not on sale.'],
  sold_out: [409, 'Sorry, these tickets are sold out.'],
  seat_taken: [409, 'Sorry, that seat has just been taken. Please choose another.'],
  other_currency: [
    409,
    'Unfortunately, some tickets had to be removed because they are being sold using a different currency from tickets already in the basket. Please purchase them separately',
  ],
  quantity_fixed: [409, 'The quantity of these tickets cannot be changed.'],
  basket_empty: [409, 'Your basket is empty.'],
  basket_is_held: [409, 'Your tickets are reserved. Use Edit basket to change them.'],
  hold_expired: [
    409,
    'Your checkout time expired. If the tickets are still available, you can try to reserve them again.',
  ],
  hold_not_extendable: [409, 'Your reservation cannot be made longer.'],
  wrong_step: [409, 'Your checkout has moved on. We have brought you to the right step.'],
  step_incomplete: [409, 'Please complete this step first.'],
  already_paid: [409, 'This order has already been paid for.'],
  not_paid: [409, 'This order has not been paid for.'],
  payment_running: [409, 'A payment for this order is already being made. Please wait a moment.'],
  method_not_available: [409, 'This way to pay is not available for this basket.'],
  not_free: [409, 'This order is not free.'],
  provider_missing: [
    409,
    'We currently are unable to take payments for this basket as the payment integration has not yet been configured by {organiser}',
  ],
  transfer_not_allowed: [409, 'These tickets cannot be transferred.'],
  // how often
  too_many_codes: [429, 'We have sent you several codes already. Please wait a while before asking for another.'],
  code_just_sent: [429, 'We have just sent you a code. Please wait {seconds} seconds before asking for another.'],
  too_many_requests: [429, 'That was a lot of tries. Please wait a moment and try again.'],
  body_too_large: [413, 'That is more than we can take in one request.'],
  not_found: [404, 'There is nothing here.'],
  // ours
  payment_provider_down: [503, 'The payment provider did not answer. You have not been charged; please try again.'],
  busy: [503, 'We are very busy right now. Please try again in a moment.'],
  internal: [500, 'Something went wrong on our side. Please try again.'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof ERRORS
