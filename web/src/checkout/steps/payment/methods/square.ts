import type { ReplyOf } from '@foyer/contract/calls.ts'
import type { Failed } from '../../../../api/client.ts'
import { type BillingPostcode, mountSquareCard, type SquareForm } from '../../../../card/square.ts'
import type { CheckoutStore } from '../../../state/store.ts'

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

/** Square's card field in this element; null if its script or the field could not be loaded. */
export async function mountSquare(
  store: CheckoutStore,
  element: HTMLElement,
  postcode: BillingPostcode,
): Promise<SquareForm | Failed | null> {
  const found = await credentialsOf(store)
  return 'ok' in found ? found : mountSquareCard(found, element, postcode)
}
