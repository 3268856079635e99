import type { ReplyOf } from '@foyer/contract/calls.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import type { Failed } from '../../../../api/client.ts'
import { loadScript } from '../../../../card/load-script.ts'
import { squareLooks } from '../../../../card/looks.ts'
import type { CheckoutStore } from '../../../state/store.ts'

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
  /** A token for one payment, or why there is none; it asks the bank's questions itself. `amount` is '12.34'. */
  tokenize(details: {
    amount: string
    currencyCode: string
    billingContact: BillingContact
  }): Promise<{ token: string | null; message?: string }>
  /** Its own field then asks for no postcode that the buyer has typed for the address. */
  setPostalCode(postalCode: string): Promise<unknown>
  destroy(): unknown
}
type OwnScript = {
  mount(options: {
    appId: string
    locationId: string
    element: HTMLElement
    style?: Record<string, Record<string, string>>
    postalCode?: string
  }): Promise<SquareForm>
}
const scripts = () => window as { Square?: unknown; FoyerSquare?: OwnScript }

type Credentials = ReplyOf<'get_square_credentials'>
const credentials = new WeakMap<CheckoutStore, Credentials>()

/** Fetched first, and only when this page has none yet. */
async function credentialsOf(store: CheckoutStore): Promise<Credentials | Failed> {
  const cached = credentials.get(store)
  if (cached) return cached
  const answer = await store.call('get_square_credentials')
  if (!answer.ok) return answer
  credentials.set(store, answer.reply)
  return answer.reply
}

const load = (url: string, isThere: () => boolean) =>
  loadScript(url, { isThere, pollMs: LIMITS.squareScriptPollMs, giveUpMs: LIMITS.scriptGiveUpMs })

/** The card field of Square in this element; null when a script does not come, or the field does not. */
export async function mountSquare(
  store: CheckoutStore,
  element: HTMLElement,
  postalCode: string,
): Promise<SquareForm | Failed | null> {
  const found = await credentialsOf(store)
  if ('ok' in found) return found
  const loaded = await Promise.all([
    load(found.checkout_js, () => scripts().Square !== undefined),
    load(OWN_SCRIPT, () => scripts().FoyerSquare !== undefined),
  ])
  if (loaded.includes(false)) return null
  try {
    return await scripts().FoyerSquare!.mount({
      appId: found.app_id,
      locationId: found.location_id,
      element,
      style: squareLooks(),
      postalCode,
    })
  } catch {
    return null
  }
}
