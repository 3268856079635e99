import { DECLARATION_CANCELLATIONS } from '@foyer/domain/donation/gift-aid.ts'
import { z } from 'zod'
import { flag, id, personName, T, text } from '../../call.ts'
import { NextPage } from './form-values.ts'
import { officeCall } from './spec.ts'

const Organiser = z.object({ organiser_id: id })
const DonationTotal = z.object({ n: z.number(), total: z.string() })
const File = z.object({ filename: z.string(), content_type: z.string(), base64: z.string() })

export const officeGiftAidCalls = {
  office_gift_aid: officeCall({
    summary: 'Lists donations with Gift Aid: ready to claim, incomplete, and claimed.',
    action: 'see_gift_aid',
    body: Organiser,
    reply: z.object({
      form_key: z.string(),
      charities: z.array(
        z.object({
          charity_id: z.number(),
          name: z.string(),
          hmrc_reference: z.string(),
          ready: DonationTotal.extend({ worth: z.string(), files: z.number() }),
          incomplete: DonationTotal,
          waiting: DonationTotal,
          /** The tax of refunds after a claim, which the next claim deducts. Empty when there are none. */
          deduct: z.string(),
        }),
      ),
      /** The first of them, as the schedule has them. */
      ready: z.array(
        z.object({
          order_id: z.number(),
          number: z.string(),
          donor: z.string(),
          house: z.string(),
          uk_date: z.string(),
          amount: z.string(),
        }),
      ),
      incomplete: z.array(
        z.object({
          order_id: z.number(),
          number: z.string(),
          donor: z.string(),
          address1: z.string(),
          postcode: z.string(),
          uk_based: z.boolean(),
          uk_date: z.string(),
          amount: z.string(),
          lacks: z.enum(['name', 'letters', 'address', 'postcode', 'statements']),
          nice_asked: z.string(),
        }),
      ),
      /** How many donors with an email address have not been written to. */
      to_ask: z.number(),
      claims: z.array(
        z.object({
          claim_id: z.number(),
          nice_made: z.string(),
          who: z.string(),
          charity: z.string(),
          lines: z.number(),
          total: z.string(),
          tax: z.string(),
          box1: z.string(),
          box2: z.string(),
          refunded_since: z.string(),
        }),
      ),
    }),
    fails: ['may_not'],
  }),
  complete_gift_aid: officeCall({
    summary: 'Adds a donor’s name, home address or statements to a Gift Aid declaration.',
    action: 'change_gift_aid',
    body: Organiser.extend({
      order_id: id,
      donor_name: personName,
      address1: text(T.address),
      postcode: text(T.code),
      uk_based: flag,
      /** The donor has made the three statements, where the declaration lacks them. */
      confirmed: flag.optional(),
    }),
    reply: NextPage,
    fails: ['not_found', 'gift_aid_incomplete', 'gift_aid_confirmations_missing'],
  }),
  cancel_gift_aid: officeCall({
    summary:
      'Cancels a Gift Aid declaration for its donor: from now on, or because it was never true, which the next claim deducts. The gift stays. Safe to repeat.',
    action: 'change_gift_aid',
    body: Organiser.extend({ order_id: id, as: z.enum(DECLARATION_CANCELLATIONS) }),
    reply: NextPage,
    fails: ['not_found'],
  }),
  ask_gift_aid: officeCall({
    summary: 'Emails the donors whose declarations are incomplete, each once.',
    action: 'change_gift_aid',
    body: Organiser,
    reply: NextPage,
    fails: [],
  }),
  claim_gift_aid: officeCall({
    summary: 'Claims all donations of a charity that are ready, each once, and deducts earlier refunds.',
    action: 'claim_gift_aid',
    body: Organiser.extend({ charity_id: id, form_key: text(T.code) }),
    reply: NextPage,
    fails: ['not_found', 'gift_aid_nothing'],
  }),
  gift_aid_schedule: officeCall({
    summary: 'Returns a claim as HMRC’s schedule spreadsheet, in base64.',
    action: 'claim_gift_aid',
    body: Organiser.extend({ claim_id: id }),
    reply: File,
    fails: ['not_found'],
  }),
  gift_aid_evidence: officeCall({
    summary:
      'Returns a claim with its declarations as a ZIP file in base64: who declared what, in which words, and when.',
    action: 'claim_gift_aid',
    body: Organiser.extend({ claim_id: id }),
    reply: File,
    fails: ['not_found'],
  }),
}
