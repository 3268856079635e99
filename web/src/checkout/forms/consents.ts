import type { Checkout } from '@foyer/contract/types.ts'

type Preferences = Checkout['marketing_preferences']
export type ConsentChoices = { ct_subscribed: boolean; event_subscribed: boolean; organisers: Record<string, boolean> }

/** The consents that are asked for: those not given yet, and those given in this sale, which can still be withdrawn. */
export function consentsOf(preferences: Preferences) {
  const inSale = preferences?.revocable
  const asksNewsletter = !preferences?.ct_subscribed || inSale?.ct_subscribed === true
  const asksEventNews = !preferences?.event_subscribed || inSale?.event_subscribed === true
  const asksFor = (organiser: { id: number; organiser_subscribed: boolean }) =>
    !organiser.organiser_subscribed || inSale?.organisers.includes(organiser.id) === true
  const all = preferences?.basket_organisers ?? []
  const choices: ConsentChoices = {
    ct_subscribed: inSale?.ct_subscribed ?? false,
    event_subscribed: inSale?.event_subscribed ?? false,
    organisers: Object.fromEntries(inSale?.organisers.map((id) => [id, true]) ?? []),
  }
  return {
    asksNewsletter,
    asksEventNews,
    organisers: all.filter(asksFor),
    /** what is ticked at first */
    given: choices,
    /** The body of the calls. A consent that is not asked for stays given. */
    bodyOf: (chosen: ConsentChoices) => ({
      ct_subscribed: !asksNewsletter || chosen.ct_subscribed,
      event_subscribed: !asksEventNews || chosen.event_subscribed,
      organiser_subscribed_marketing: Object.fromEntries(
        all.map((organiser) => [organiser.id, !asksFor(organiser) || chosen.organisers[organiser.id] === true]),
      ),
    }),
  }
}
