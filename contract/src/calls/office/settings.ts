import { z } from 'zod'
import { flag, id, mapOf, T, text } from '../../call.ts'
import { FORM_FAILS, Parts, Typed } from './form-sections.ts'
import { NextPage } from './form-values.ts'
import { officeCall } from './spec.ts'

export const officeSettingsCalls = {
  office_settings: officeCall({
    summary: 'Returns one section of the organiser form: texts, refund policy, donations, gift vouchers, offers.',
    action: 'see_organiser',
    body: z.object({
      organiser_id: id,
      section: text(T.code).pipe(z.string().transform((name) => name || 'organiser')),
    }),
    reply: z.object({
      section: z.string(),
      label: z.string(),
      lead: z.string(),
      base: z.string(),
      parts: Parts,
      may_change: z.boolean(),
    }),
    fails: ['not_found'],
  }),
  office_payments: officeCall({
    summary: 'Returns the payment accounts that an organiser is paid into: their own, or the installation’s.',
    action: 'see_organiser',
    body: z.object({ organiser_id: id }),
    reply: z.object({
      is_saas: z.boolean(),
      /** A self-service organiser without an account for cards, who can't take payments. */
      is_missing: z.boolean(),
      may_change: z.boolean(),
      accounts: z.array(
        z.object({
          account_id: z.number(),
          provider: z.string(),
          name: z.string(),
          external_id: z.string(),
          fee_percent: z.number(),
          nice_tested: z.string(),
          webhook_url: z.string(),
        }),
      ),
      /** Where an owner may connect an account, or another one in place of their own. */
      offers: z.array(z.object({ provider: z.string(), is_replacing: z.boolean() })),
    }),
    fails: [],
  }),
  office_payment_account: officeCall({
    summary: 'Returns what an organiser enters or does to connect an account of their own at a payment provider.',
    action: 'see_keys',
    body: z.object({ organiser_id: id, provider: text(T.code) }),
    reply: z.object({
      form_key: z.string(),
      provider: z.string(),
      /** The organiser’s account of the same kind, which this one takes the place of; empty without one. */
      replaces: z.string(),
      /** Made and finished at the provider; otherwise its fields are typed here. */
      is_made_there: z.boolean(),
      fields: z.array(z.object({ name: z.string(), is_secret: z.boolean() })),
      /** Where the provider has to send its webhooks, with the name of the field in place of its value; empty where nothing is to be done. */
      webhook_url: z.string(),
      /** Whether the account needs a key that the shop makes, and its public part once that is made. */
      needs_key: z.boolean(),
      public_key: z.string(),
      /** Of an account that is made at the provider. */
      state: z.enum(['none', 'unfinished', 'checking', 'ready', 'restricted', 'unknown']),
      external_id: z.string(),
    }),
    fails: ['not_found'],
  }),
  make_payment_key: officeCall({
    summary: 'Makes the key that signs requests to a payment provider, in place of one that was made and not used.',
    action: 'change_keys',
    body: z.object({ organiser_id: id, provider: text(T.code), form_key: text(T.code) }),
    reply: NextPage,
    fails: ['account_unavailable', 'account_secret_missing'],
  }),
  begin_payment_account: officeCall({
    summary: 'Makes an account at a payment provider, once, and returns an address where its owner finishes it.',
    action: 'change_keys',
    body: z.object({ organiser_id: id, provider: text(T.code) }),
    /** `secret`: opens once, within minutes, so it is neither stored nor logged. */
    reply: NextPage.extend({ secret: z.string() }),
    fails: ['account_unavailable', 'account_unreachable'],
  }),
  connect_payment_account: officeCall({
    summary: 'Has an organiser paid into this account from now on, once the provider has accepted it.',
    action: 'change_keys',
    body: z.object({
      organiser_id: id,
      provider: text(T.code),
      f: mapOf(z.string().max(40), text(2000), 20).default({}),
    }),
    reply: NextPage,
    fails: [
      'account_unavailable',
      'account_incomplete',
      'account_malformed',
      'account_secret_missing',
      'account_key_missing',
      'account_not_begun',
      'account_other_mode',
      'account_not_ready',
      'account_refused',
      'account_unreachable',
    ],
  }),
  disconnect_payment_account: officeCall({
    summary: 'Has nothing more paid into an organiser’s account. Its credentials stay for refunds.',
    action: 'change_keys',
    body: z.object({ organiser_id: id, account_id: id }),
    reply: NextPage,
    fails: ['not_found', 'account_in_use'],
  }),
  test_payment_account: officeCall({
    summary: 'Checks with the provider whether an organiser’s account still works.',
    action: 'change_keys',
    body: z.object({ organiser_id: id, account_id: id }),
    reply: NextPage,
    fails: ['not_found', 'account_unavailable', 'account_not_ready', 'account_refused', 'account_unreachable'],
  }),
  save_settings: officeCall({
    summary: 'Saves one section of the organiser form, completely or not at all.',
    action: 'change_organiser',
    body: z.object({ organiser_id: id, section: text(T.code), base: text(200_000), f: Typed, end: flag }),
    reply: NextPage,
    fails: FORM_FAILS,
  }),
}
