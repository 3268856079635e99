import { z } from 'zod'
import { CodeSent, call, Done, flag, id, Nothing, T, text } from '../call.ts'
import { PossibleAddress, SavedAddress, User } from '../shapes/account.ts'

export const userCalls = {
  get_user: call({
    summary: 'Returns the signed-in user, or null.',
    body: Nothing,
    reply: z.object({ user: User.nullable() }),
    fails: [],
  }),
  send_one_time_code: call({
    summary:
      'Emails a 6-digit code, or one of 12 digits after many codes for the address. The reply does not reveal whether the address has an account.',
    body: z.object({ email: text(T.email) }),
    reply: CodeSent,
    fails: ['bad_email', 'too_many_codes', 'code_just_sent'],
  }),
  check_one_time_code: call({
    summary:
      'Verifies the email address for this session and signs in if it has an account. A wrong code returns 400 with a type and message.',
    /** `context`: 'checkout' from the account step, which tells the buyer about tickets that are no longer reserved. */
    body: z.object({ email: text(T.email), code: text(T.code), context: text(20) }),
    reply: z.object({ has_account: z.boolean() }),
    fails: ['bad_email', 'hold_expired'],
  }),
  get_user_addresses: call({
    summary: "Returns the user's saved addresses, or an empty list for a visitor.",
    body: Nothing,
    reply: z.object({ existing_addresses: z.array(SavedAddress) }),
    fails: [],
  }),
  lookup_address: call({
    summary: 'Suggests addresses for a search text of 3 or more characters.',
    body: z.object({ address: text(T.address) }),
    reply: z.object({ possible_addresses: z.array(PossibleAddress) }),
    fails: [],
  }),
  delete_address: call({
    summary: "Removes one of the user's saved addresses.",
    body: z.object({ address_id: id }),
    reply: Done,
    fails: ['not_signed_in', 'unknown_address'],
  }),
  sign_out: call({ summary: 'Signs the user out.', body: Nothing, reply: Done, fails: [] }),
  sign_out_elsewhere: call({
    summary: 'Signs the user out in every other browser.',
    body: Nothing,
    reply: Done,
    fails: ['not_signed_in'],
  }),
  set_dark_mode: call({
    summary: "Saves the user's theme preference.",
    body: z.object({ is_dark_mode: flag }),
    reply: z.object({ user: User }),
    fails: ['not_signed_in'],
  }),
  erase_account: call({
    summary: "Erases the user's account and personal data. The email address is entered again as confirmation.",
    body: z.object({ email: text(T.email) }),
    reply: Done,
    fails: [
      'not_signed_in',
      'proof_too_old',
      'other_email',
      'erase_tickets_ahead',
      'erase_plan_running',
      'payment_running',
    ],
  }),
  join_mailing_list: call({
    summary: 'Adds an email address to the mailing list after confirmation by a link in an email.',
    body: z.object({ email: text(T.email) }),
    reply: Done,
    fails: ['bad_email', 'address_mailed_often'],
  }),
}
