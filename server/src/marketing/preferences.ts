import type { BodyOf } from '@foyer/contract/calls.ts'
import { checkout } from '@foyer/contract/messages.ts'
import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import type { Tx } from '../db/transaction/tx.ts'
import type { RequestContext } from '../http/handle.ts'
import { type Changed, changeStep, successReply } from '../sale/change/step-change.ts'
import { type Newest, recordConsents } from '../sale/customer/consents.ts'
import { customerOf, hasProved } from '../sale/customer/customer.ts'
import { organisersOf, type Snapshot } from '../sale/snapshot/snapshot.ts'

/** The checkboxes of a form, and where it appears. A choice that the form does not offer is left out. */
export type Choices = {
  email: string
  /** Undefined: no choice was made, so nothing changes. */
  newsletter: boolean | undefined
  eventNews?: boolean | undefined
  organisers: Record<string, boolean>
  source: string
  /** Whether the address is typed but not proved. */
  pending?: boolean
}

/**
 * Saves the choices with the wording shown beside them. Refuses consent for an organiser who has nothing in the basket: no
 * form offered it. `read`: the newest consents of the address, if they have been read.
 */
export async function saveChoices(
  tx: Tx,
  snapshot: Snapshot,
  { email, newsletter, eventNews, organisers, source, pending = false }: Choices,
  now: Date,
  read?: readonly Newest[],
): Promise<Ok | Fail<'bad_request'>> {
  if (!areOffered(snapshot, organisers)) return fail('bad_request')
  const offered = organisersOf(snapshot)
  const boxes = [
    { kind: 'newsletter' as const, wanted: newsletter, wording: checkout['keepUpdated.newsletter'] },
    ...(eventNews === undefined
      ? []
      : [{ kind: 'event_news' as const, wanted: eventNews, wording: checkout['keepUpdated.eventNews'] }]),
    ...offered.map((organiser) => ({
      kind: 'organiser' as const,
      organiserId: organiser.organiserId,
      wanted: organisers[organiser.organiserId],
      wording: organiser.marketingSignupMessage,
    })),
  ]
  await recordConsents(tx, { email, source, saleId: snapshot.sale.id, now, pending }, boxes, read)
  return { ok: true }
}

/** Whether only organisers of this sale are ticked. */
export function areOffered(snapshot: Snapshot, organisers: Choices['organisers']): boolean {
  const offeredIds = new Set(organisersOf(snapshot).map((organiser) => String(organiser.organiserId)))
  return Object.entries(organisers).every(([id, wanted]) => !wanted || offeredIds.has(id))
}

/** Saves the buyer's marketing consents for this sale. */
export const setMarketingPreferences = async (body: BodyOf<'set_marketing_preferences'>, ctx: RequestContext) =>
  successReply(
    await changeStep(ctx, async (tx, snapshot): Promise<Changed | Fail<'not_signed_in' | 'bad_request'>> => {
      const customer = await customerOf(tx, snapshot.sale)
      if (customer === null || !hasProved(ctx.session, customer)) return fail('not_signed_in')
      const saved = await saveChoices(
        tx,
        snapshot,
        {
          email: customer.email,
          newsletter: body.ct_subscribed,
          eventNews: body.event_subscribed,
          organisers: body.organiser_subscribed_marketing,
          source: 'checkout: keep updated',
        },
        ctx.now,
      )
      return saved.ok ? { ok: true, sale: { marketing_asked: true } } : saved
    }),
  )
