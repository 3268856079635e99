import { ROLES } from '@foyer/domain/office/rights.ts'
import { z } from 'zod'
import { Done, Nothing, T, text } from '../../call.ts'
import { officeCall } from './spec.ts'

/** A public key credential, as JSON. */
const credential = text(20_000)
const Options = z.object({ options: z.record(z.string(), z.unknown()) })

/** How an invitation or the first link introduces itself. */
const Join = z.object({ organiser: z.string(), role: z.enum(ROLES), email_hint: z.string() })

export const officeSignInCalls = {
  office_entrance: officeCall({
    summary: 'Says how far this browser is with signing in, and what a link from an email is for.',
    action: 'sign_in',
    body: z.object({ token: text(T.code) }),
    reply: z.object({
      /** The address a code was sent to that still works. */
      sent_to: z.string().nullable(),
      proved: z.string().nullable(),
      is_staff: z.boolean(),
      invitation: Join.nullable(),
      /** The link that the first start prints; `organisers`: who the first owner will own, none: to be named. */
      first: z.object({ organisers: z.array(z.string()) }).nullable(),
    }),
    fails: [],
  }),
  office_send_code: officeCall({
    summary: 'Mails a code that proves an address to the office.',
    action: 'sign_in',
    body: z.object({ email: text(T.email) }),
    reply: Done,
    fails: ['bad_email', 'too_many_codes', 'code_just_sent'],
  }),
  office_check_code: officeCall({
    summary: 'Checks the code. Signs in if the address belongs to staff; otherwise it only counts as proved.',
    action: 'sign_in',
    body: z.object({ email: text(T.email), code: text(T.code) }),
    reply: z.object({ is_staff: z.boolean() }),
    fails: ['bad_email', 'wrong_code', 'code_ended'],
  }),
  office_sign_out: officeCall({
    summary: 'Ends this session of the office; safe to repeat.',
    action: 'sign_in',
    body: Nothing,
    reply: Done,
    fails: [],
  }),
  join_first: officeCall({
    summary:
      'Makes the first person the operator, and the owner of every organiser. For who has the link that the first start prints.',
    action: 'join',
    body: z.object({ token: text(T.code), name: text(T.name), organiser_name: text(T.name) }),
    reply: Done,
    fails: ['first_link_ended', 'organiser_name_missing'],
  }),
  accept_invitation: officeCall({
    summary: 'Takes an invitation that was sent to the address proved in this session; safe to repeat.',
    action: 'join',
    body: z.object({ token: text(T.code), name: text(T.name) }),
    reply: Done,
    fails: ['invitation_ended', 'other_address'],
  }),
  get_passkey_options: officeCall({
    summary: 'The challenge for a sign-in or a proof by passkey.',
    action: 'sign_in',
    body: Nothing,
    reply: Options,
    fails: [],
  }),
  sign_in_with_passkey: officeCall({
    summary: 'Signs in by passkey.',
    action: 'sign_in',
    body: z.object({ response: credential }),
    reply: Done,
    fails: ['passkey_refused'],
  }),
}
