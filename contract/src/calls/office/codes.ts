import { z } from 'zod'
import { id, T, text } from '../../call.ts'
import { EventHead } from './events.ts'
import { NextPage } from './form-values.ts'
import { officeCall } from './spec.ts'

export const CODE_KINDS = ['discount', 'access'] as const
export const MAX_CODES = 500

const Kind = z.enum(CODE_KINDS)

const Code = z.object({
  code_id: z.number(),
  kind: Kind,
  code: z.string(),
  /** Its effect: 10% off, or the ticket types that it unlocks. */
  terms: z.string(),
  /** Orders with a discount code; tickets sold and reserved with an access code. */
  uses: z.number(),
  max_uses: z.number().nullable(),
  is_ended: z.boolean(),
  nice_until: z.string(),
})

export const officeCodeCalls = {
  office_codes: officeCall({
    summary: 'Lists the discount and access codes of an event, with how much they were used.',
    action: 'change_events',
    body: z.object({
      organiser_id: id,
      event_id: id,
      q: text(T.name),
      page: z.coerce.number().int().min(1).max(10_000).default(1),
    }),
    reply: z.object({
      ...EventHead,
      symbol: z.string(),
      q: z.string(),
      page: z.number(),
      has_more: z.boolean(),
      codes: z.array(Code),
      batches: z.array(z.object({ kind: Kind, prefix: z.string(), codes: z.number(), uses: z.number() })),
      /** Ticket types that need an access code. */
      by_code: z.array(z.string()),
    }),
    fails: ['not_found'],
  }),
  office_code: officeCall({
    summary: 'Returns one code of an event, with the orders that used it.',
    action: 'see_orders',
    body: z.object({ organiser_id: id, event_id: id, code_id: id, kind: Kind }),
    reply: z.object({
      ...EventHead,
      code: Code,
      /** The total discount. Empty for an access code. */
      given: z.string(),
      uses: z.array(
        z.object({
          order_id: z.number(),
          number: z.string(),
          name: z.string(),
          nice_paid: z.string(),
          tickets: z.number(),
          given: z.string(),
        }),
      ),
    }),
    fails: ['not_found'],
  }),
  make_codes: officeCall({
    summary: 'Creates a batch of discount or access codes with the same prefix and terms.',
    action: 'change_events',
    body: z.object({
      organiser_id: id,
      event_id: id,
      kind: Kind,
      count: text(T.code),
      prefix: text(T.code),
      percent: text(T.code),
      amount: text(T.code),
      max_uses: text(T.code),
      valid_until: text(T.code),
      tickets: z
        .preprocess((sent) => (sent === undefined ? [] : [sent].flat()), z.array(text(200)).max(200))
        .transform((names) => names.filter((name) => name !== '')),
    }),
    reply: NextPage,
    fails: ['not_found', 'event_refused', 'bad_batch'],
  }),
  stop_code: officeCall({
    summary: 'Ends a code at once. Reserved baskets keep the discount that they were shown.',
    action: 'change_events',
    body: z.object({ organiser_id: id, event_id: id, code_id: id, kind: Kind }),
    reply: NextPage,
    fails: ['not_found'],
  }),
  export_codes: officeCall({
    summary: 'Returns the codes of an event, or of one batch, as CSV.',
    action: 'change_events',
    body: z.object({ organiser_id: id, event_id: id, kind: Kind, prefix: text(T.code) }),
    reply: z.object({ filename: z.string(), content_type: z.string(), text: z.string() }),
    fails: ['not_found'],
  }),
}
