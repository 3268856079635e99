import { z } from 'zod'
import { call, Done, flag, id, Nothing, T, text } from '../call.ts'
import { PossibleAddress, SavedAddress, User } from '../shapes.ts'

export const userCalls = {
  get_user: call({
    says: 'Who is signed in; null for a visitor.',
    body: Nothing,
    reply: z.object({ user: User.nullable() }),
    fails: [],
  }),
  send_one_time_code: call({
    says: 'Mails a 6-digit code. The answer is the same whether or not the address has an account.',
    body: z.object({ email: text(T.email) }),
    reply: Done,
    fails: ['bad_email', 'too_many_codes', 'code_just_sent'],
  }),
  check_one_time_code: call({
    says: 'Proves the address for this session and signs in when it has an account. A wrong code answers 400 with type and message.',
    /** `context`: 'checkout' from the account step, where the buyer is told of tickets that are no longer reserved. */
    body: z.object({ email: text(T.email), code: text(T.code), context: text(20) }),
    reply: z.object({ has_account: z.boolean() }),
    fails: ['bad_email', 'hold_expired'],
  }),
  get_user_addresses: call({
    says: "The signed-in user's saved addresses; an empty list for a visitor.",
    body: Nothing,
    reply: z.object({ existing_addresses: z.array(SavedAddress) }),
    fails: [],
  }),
  lookup_address: call({
    says: 'Possible addresses for what was typed (3 characters or more).',
    body: z.object({ address: text(T.address) }),
    reply: z.object({ possible_addresses: z.array(PossibleAddress) }),
    fails: [],
  }),
  delete_address: call({
    says: "Removes one of the signed-in user's saved addresses.",
    body: z.object({ address_id: id }),
    reply: Done,
    fails: ['not_signed_in', 'unknown_address'],
  }),
  sign_out: call({ says: "Ends the session's sign-in outside the checkout.", body: Nothing, reply: Done, fails: [] }),
  sign_out_elsewhere: call({
    says: "Ends the user's sign-in in every other browser.",
    body: Nothing,
    reply: Done,
    fails: ['not_signed_in'],
  }),
  set_dark_mode: call({
    says: 'Keeps whether the signed-in user likes the page dark.',
    body: z.object({ is_dark_mode: flag }),
    reply: z.object({ user: User }),
    fails: ['not_signed_in'],
  }),
  erase_account: call({
    says: "Erases the signed-in user's account and personal data; their address is typed once more to confirm.",
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
    says: 'Puts an address on the mailing list; the address confirms by a link in a mail.',
    body: z.object({ email: text(T.email) }),
    reply: Done,
    fails: ['bad_email'],
  }),
}
