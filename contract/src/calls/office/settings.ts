import { z } from 'zod'
import { flag, id, T, text } from '../../call.ts'
import { Leads, Parts, Typed } from './drawn-form.ts'
import { officeCall } from './spec.ts'

export const officeSettingsCalls = {
  office_settings: officeCall({
    summary: 'One section of the form of an organiser: words, refund policy, donations, gift vouchers, offers.',
    action: 'see_organiser',
    body: z.object({
      organiser_id: id,
      section: text(T.code).pipe(z.string().transform((name) => name || 'organiser')),
    }),
    reply: z.object({
      section: z.string(),
      label: z.string(),
      lead: z.string(),
      sections: z.array(z.object({ name: z.string(), label: z.string() })),
      base: z.string(),
      parts: Parts,
      may_change: z.boolean(),
    }),
    fails: ['not_found'],
  }),
  save_settings: officeCall({
    summary: 'Saves one section of the form of an organiser, whole or not at all.',
    action: 'change_organiser',
    body: z.object({ organiser_id: id, section: text(T.code), base: text(200_000), f: Typed, end: flag }),
    reply: Leads,
    fails: ['not_found', 'form_too_long', 'settings_changed', 'event_refused'],
  }),
}
