import { z } from 'zod'
import { flag, id, T, text } from '../../call.ts'
import { Parts, Typed } from './form-sections.ts'
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
        }),
      ),
    }),
    fails: [],
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
    fails: ['not_found', 'form_too_long', 'changed_meanwhile', 'event_refused', 'seller_unknown', 'shop_unknown'],
  }),
}
