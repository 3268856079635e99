import { LIMITS } from '@foyer/domain/limits.ts'
import { z } from 'zod'
import { flag, id, text } from '../../call.ts'
import { EventHead } from './events.ts'
import { Parts, Typed } from './form-sections.ts'
import { NextPage } from './form-values.ts'
import { officeCall } from './spec.ts'

/** An uploaded picture in base64. A form that is submitted as a page sends it as a file. */
const Upload = z
  .string()
  .max(Math.ceil(LIMITS.pictureBytes / 3) * 4 + 4)
  .regex(/^[A-Za-z0-9+/]*={0,2}$/)
  .default('')
const PICTURE_FAILS = [
  'picture_missing',
  'picture_kind',
  'picture_unreadable',
  'picture_too_large',
  'picture_too_small',
] as const

const Shown = z.object({ src: z.string(), alt: z.string() }).nullable()
/** A colour in a theme: as chosen, or the nearest readable one. */
const Shade = z.object({
  accent: z.string(),
  ink: z.string(),
  ground: z.string(),
  contrast: z.number(),
  chosen_contrast: z.number(),
})
const Colour = z.object({
  /** Empty if none is chosen. */
  chosen: z.string(),
  shades: z.object({ light: Shade, dark: Shade }).nullable(),
})

export const officePictureCalls = {
  office_event_picture: officeCall({
    summary: 'Returns the picture of an event.',
    action: 'change_events',
    body: z.object({ organiser_id: id, event_id: id }),
    reply: z.object({
      ...EventHead,
      picture: Shown,
    }),
    fails: ['not_found'],
  }),
  save_event_picture: officeCall({
    summary: 'Sets the picture of an event, changes its description, or removes it.',
    action: 'change_events',
    body: z.object({ organiser_id: id, event_id: id, upload: Upload, alt: text(LIMITS.text.title), remove: flag }),
    reply: NextPage,
    fails: ['not_found', 'picture_alt_missing', ...PICTURE_FAILS],
  }),
  office_brand: officeCall({
    summary: 'Returns the logo, cover picture and colour of an organiser.',
    action: 'see_organiser',
    body: z.object({ organiser_id: id }),
    reply: z.object({ logo: Shown, cover: Shown, colour: Colour, may_change: z.boolean() }),
    fails: [],
  }),
  save_brand: officeCall({
    summary: 'Changes or removes the logo, the cover picture or the colour of an organiser.',
    action: 'change_organiser',
    body: z.object({
      organiser_id: id,
      what: z.enum(['logo', 'cover', 'accent']),
      upload: Upload,
      alt: text(LIMITS.text.title),
      accent: text(LIMITS.text.accent),
      remove: flag,
    }),
    reply: NextPage,
    fails: ['picture_alt_missing', 'not_a_colour', ...PICTURE_FAILS],
  }),
  office_shop: officeCall({
    summary: 'Returns the name, contact, legal details, logo and colour of the shop.',
    action: 'see_shop',
    body: z.object({}),
    reply: z.object({
      name: z.string(),
      email: z.string(),
      legal: Parts,
      logo: Shown,
      colour: Colour,
    }),
    fails: [],
  }),
  send_test_mail: officeCall({
    summary: 'Emails a test to the operator who asks, and returns what the mail server said.',
    action: 'send_test_mail',
    body: z.object({}),
    reply: NextPage,
    fails: ['too_many_requests', 'test_mail_refused', 'test_mail_failed'],
  }),
  save_shop: officeCall({
    summary: 'Changes name and contact, the legal details, the logo or the colour of the shop.',
    action: 'change_shop',
    body: z.object({
      what: z.enum(['names', 'legal', 'logo', 'accent']),
      name: text(LIMITS.text.shopName),
      email: text(200),
      f: Typed,
      upload: Upload,
      accent: text(LIMITS.text.accent),
      remove: flag,
    }),
    reply: NextPage,
    fails: ['not_a_colour', 'shop_name_missing', 'shop_email_wrong', 'event_refused', ...PICTURE_FAILS],
  }),
}
