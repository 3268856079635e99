import { ROLES } from '@foyer/domain/office/rights.ts'
import { z } from 'zod'
import { CodeSent, Done, Nothing, personName, T, text } from '../../call.ts'
import { officeCall } from './spec.ts'

/** A public key credential, as JSON. */
const credential = text(20_000)
const Options = z.object({ options: z.record(z.string(), z.unknown()) })

/** What an invitation or the first link is for. */
const Join = z.object({ organiser: z.string(), role: z.enum(ROLES), email_hint: z.string() })

export const officeSignInCalls = {
  office_entrance: officeCall({
    summary: 'Returns the state of this browser’s sign-in, and what a link from an email is for.',
    action: 'sign_in',
    body: z.object({ token: text(T.code) }),
    reply: z.object({
      /** The address to which a code that still works was sent. */
      sent_to: z.string().nullable(),
      proved: z.string().nullable(),
      is_staff: z.boolean(),
      invitation: Join.nullable(),
      /** The link that the first start prints. `organisers`: those that the first owner will own; if empty, one has to be named. */
      first: z.object({ organisers: z.array(z.string()) }).nullable(),
    }),
    fails: [],
  }),
  office_send_code: officeCall({
    summary: 'Emails a code that confirms an address to the office.',
    action: 'sign_in',
    body: z.object({ email: text(T.email) }),
    reply: CodeSent,
    fails: ['bad_email', 'too_many_codes', 'code_just_sent'],
  }),
  office_check_code: officeCall({
    summary: 'Checks the code. Signs in if the address belongs to staff; otherwise the address is only confirmed.',
    action: 'sign_in',
    body: z.object({ email: text(T.email), code: text(T.code) }),
    reply: z.object({ is_staff: z.boolean() }),
    fails: ['bad_email', 'wrong_code', 'code_ended'],
  }),
  office_sign_out: officeCall({
    summary: 'Ends this session of the office. Safe to repeat.',
    action: 'sign_in',
    body: Nothing,
    reply: Done,
    fails: [],
  }),
  join_first: officeCall({
    summary:
      'Makes the first person operator and owner of every organiser. Requires the link that the first start prints.',
    action: 'join',
    body: z.object({ token: text(T.code), name: personName, organiser_name: text(T.name) }),
    reply: Done,
    fails: ['first_link_ended', 'organiser_name_missing'],
  }),
  accept_invitation: officeCall({
    summary: 'Accepts an invitation that was sent to the address confirmed in this session. Safe to repeat.',
    action: 'join',
    body: z.object({ token: text(T.code), name: personName }),
    reply: Done,
    fails: ['invitation_ended', 'other_address'],
  }),
  get_passkey_options: officeCall({
    summary: 'Returns the challenge for a sign-in or confirmation by passkey.',
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
