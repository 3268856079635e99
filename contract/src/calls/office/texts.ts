import { LANGUAGES } from '@foyer/domain/format/language.ts'
import { TEXT_KINDS } from '@foyer/domain/people/texts.ts'
import { z } from 'zod'
import { count, id, text } from '../../call.ts'
import { NextPage } from './form-values.ts'
import { officeCall } from './spec.ts'

/** Of a text, in characters of HTML; the built-in terms have some 13,000. */
const LONGEST = 60_000

const InLanguage = { language: z.enum(LANGUAGES).default('en') }
const Kind = { kind: z.enum(TEXT_KINDS).default('terms') }
/** `version`: an earlier one to show. 0 is the form. */
const Shown = { ...InLanguage, version: count.default(0) }
/** `base`: the newest version when the form was opened. An empty text ends the own one. */
const Written = { ...InLanguage, base: count.default(0), html: text(LONGEST) }

const TextPage = z.object({
  kind: z.enum(TEXT_KINDS),
  language: z.enum(LANGUAGES),
  /** The kinds that this owner may have. */
  kinds: z.array(z.enum(TEXT_KINDS)),
  may_change: z.boolean(),
  /** What the form begins with: the newest version, or the template while there is none. */
  html: z.string(),
  is_template: z.boolean(),
  /** The newest version; 0 while there is none. */
  version: z.number(),
  /** The newest first. */
  versions: z.array(z.object({ version: z.number(), nice_from: z.string(), is_empty: z.boolean() })),
  /** An earlier version, if one was asked for. */
  shown: z.object({ version: z.number(), nice_from: z.string(), html: z.string() }).nullable(),
})
const FAILS = ['text_place_empty', 'text_changed_meanwhile'] as const

export const officeTextCalls = {
  office_texts: officeCall({
    summary: 'Returns the own terms of an organiser in a language, with all versions.',
    action: 'see_organiser',
    body: z.object({ organiser_id: id, ...Shown }),
    reply: TextPage,
    fails: ['not_found'],
  }),
  save_text: officeCall({
    summary: 'Saves a new version of the own terms of an organiser. Orders keep the version they were reserved under.',
    action: 'change_organiser',
    body: z.object({ organiser_id: id, ...Written }),
    reply: NextPage,
    fails: FAILS,
  }),
  office_shop_texts: officeCall({
    summary: 'Returns the own terms, refund policy or privacy text of the shop in a language, with all versions.',
    action: 'see_shop',
    body: z.object({ ...Kind, ...Shown }),
    reply: TextPage,
    fails: ['not_found'],
  }),
  save_shop_text: officeCall({
    summary: 'Saves a new version of a text of the shop. Orders keep the version they were reserved under.',
    action: 'change_shop',
    body: z.object({ ...Kind, ...Written }),
    reply: NextPage,
    fails: FAILS,
  }),
}
