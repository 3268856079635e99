import { LANGUAGES } from '@foyer/domain/format/language.ts'
import { NOTIFICATIONS } from '@foyer/domain/office/notifications.ts'
import { ROLES } from '@foyer/domain/office/rights.ts'
import { z } from 'zod'
import { CodeSent, Done, flag, id, Nothing, T, text } from '../../call.ts'
import { NextPage } from './form-values.ts'
import { officeCall } from './spec.ts'

const Options = z.object({ options: z.record(z.string(), z.unknown()) })

export const officeAccountCalls = {
  make_organiser: officeCall({
    summary: 'Creates an organiser and makes the operator of the installation its owner.',
    action: 'own_account',
    body: z.object({ name: text(200) }),
    reply: NextPage,
    fails: ['operators_only', 'organiser_name_missing'],
  }),
  office_account: officeCall({
    summary: 'Returns the person who is signed in, with their roles, sessions and passkeys.',
    action: 'own_account',
    body: Nothing,
    reply: z.object({
      name: z.string(),
      email: z.string(),
      is_operator: z.boolean(),
      is_dark_mode: z.boolean(),
      /** Null for people who get no such emails, because none of their roles may see orders. */
      emails: z.object({ notifications: z.enum(NOTIFICATIONS), language: z.enum(LANGUAGES) }).nullable(),
      roles: z.array(z.object({ organiser: z.string(), role: z.enum(ROLES), events: z.number().nullable() })),
      sessions: z.array(
        z.object({ number: z.number(), device: z.string(), nice_last_seen: z.string(), is_this: z.boolean() }),
      ),
      passkeys: z.array(z.object({ id: z.number(), name: z.string(), nice_added: z.string(), nice_used: z.string() })),
    }),
    fails: [],
  }),
  office_send_proof: officeCall({
    summary: 'Emails a code to the person who is signed in, to confirm their identity.',
    action: 'own_account',
    body: Nothing,
    reply: CodeSent,
    fails: ['too_many_codes', 'code_just_sent'],
  }),
  office_prove: officeCall({
    summary: 'Confirms the identity of the person who is signed in by a code. Valid for ten minutes.',
    action: 'own_account',
    body: z.object({ code: text(T.code) }),
    reply: Done,
    fails: ['wrong_code', 'code_ended'],
  }),
  prove_with_passkey: officeCall({
    summary: 'Confirms the identity of the person who is signed in by a passkey. Valid for ten minutes.',
    action: 'own_account',
    body: z.object({ response: text(20_000) }),
    reply: Done,
    fails: ['passkey_refused'],
  }),
  set_office_dark_mode: officeCall({
    summary: 'Turns the dark theme of the office on or off.',
    action: 'own_account',
    body: z.object({ is_dark_mode: flag }),
    reply: Done,
    fails: [],
  }),
  set_notifications: officeCall({
    summary: 'Chooses which emails about sales and problems you get, and their language.',
    action: 'own_account',
    body: z.object({ notifications: z.enum(NOTIFICATIONS), language: z.enum(LANGUAGES) }),
    reply: Done,
    fails: [],
  }),
  end_office_session: officeCall({
    summary: 'Signs out one of your own sessions.',
    action: 'own_account',
    body: z.object({ number: id }),
    reply: Done,
    fails: ['not_found'],
  }),
  end_other_office_sessions: officeCall({
    summary: 'Signs out all of your other sessions. Safe to repeat.',
    action: 'own_account',
    body: Nothing,
    reply: Done,
    fails: [],
  }),
  begin_passkey: officeCall({
    summary: 'Returns the challenge for a new passkey.',
    action: 'own_keys',
    body: Nothing,
    reply: Options,
    fails: [],
  }),
  save_passkey: officeCall({
    summary: 'Adds a passkey to sign in with.',
    action: 'own_keys',
    body: z.object({ name: text(T.name), response: text(20_000) }),
    reply: Done,
    fails: ['passkey_refused'],
  }),
  end_passkey: officeCall({
    summary: 'Removes one of your own passkeys.',
    action: 'own_keys',
    body: z.object({ passkey_id: id }),
    reply: Done,
    fails: ['not_found'],
  }),
}
