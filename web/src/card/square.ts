import { LIMITS } from '@foyer/domain/limits.ts'
import { loadScript } from './load-script.ts'
import { squareLooks } from './looks.ts'

/** The shop's own part of the form, beside Square's script. */
const OWN_SCRIPT = '/ajax/checkout/checkout/javascript-square/'

type BillingContact = {
  givenName?: string
  familyName?: string
  email?: string
  phone?: string
  addressLines?: string[]
  city?: string
  state?: string
  postalCode?: string
  countryCode?: string
}
export type SquareForm = {
  /** Returns a token for one payment, or why there is none; includes the bank's 3-D Secure challenge. `amount` is '12.34'. */
  tokenize(details: {
    amount: string
    currencyCode: string
    billingContact: BillingContact
  }): Promise<{ token: string | null; message?: string }>
  /** Sets the postcode of the billing address, so that Square's own field doesn't ask for it again. */
  setPostalCode(postalCode: string): Promise<unknown>
  /** Shows in the field what is missing in it; nothing is paid with it. */
  showProblems(): Promise<void>
  destroy(): unknown
}
type OwnScript = {
  mount(options: {
    appId: string
    locationId: string
    element: HTMLElement
    style?: Record<string, Record<string, string>>
    postalCode?: string
    onPostalCode?: (typed: string) => void
  }): Promise<SquareForm>
}
const scripts = () => window as { Square?: unknown; FoyerSquare?: OwnScript }

const load = (url: string, isThere: () => boolean) =>
  loadScript(url, { isThere, pollMs: LIMITS.squareScriptPollMs, giveUpMs: LIMITS.scriptGiveUpMs })

/** What Square's script needs, from the server. */
export type SquareKeys = { app_id: string; location_id: string; checkout_js: string }

/** The postcode of the billing address, and who hears of one that is typed into Square's field. */
export type BillingPostcode = { postalCode: string; onPostalCode: (typed: string) => void }

/** Square's card field in this element; null if its script or the field could not be loaded. */
export async function mountSquareCard(
  keys: SquareKeys,
  element: HTMLElement,
  postcode?: BillingPostcode,
): Promise<SquareForm | null> {
  const loaded = await Promise.all([
    load(keys.checkout_js, () => scripts().Square !== undefined),
    load(OWN_SCRIPT, () => scripts().FoyerSquare !== undefined),
  ])
  if (loaded.includes(false)) return null
  try {
    return await scripts().FoyerSquare!.mount({
      appId: keys.app_id,
      locationId: keys.location_id,
      element,
      style: squareLooks(),
      ...postcode,
    })
  } catch {
    return null
  }
}
