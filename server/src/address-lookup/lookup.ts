import type { BodyOf, ReplyOf } from '@foyer/contract/calls.ts'
import { isLookupText } from '@foyer/domain/delivery/address.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import type { RequestContext } from '../http/handle.ts'
import { exceedsNetworkLimit, hit } from '../http/limits/rate-limit.ts'
import type { AddressLookup } from './address-lookup.ts'
import { httpLookup } from './http.ts'
import { sampleLookup } from './sample.ts'

/** Directories may charge per request, and their data must not be harvested through the shop. */
const LOOKUPS = { name: 'lookup', max: 200, windowSeconds: 60, ofSession: 60 }
const MAX_SHOWN = 20

/** Returns addresses that match a text, at most `MAX_SHOWN`. Rate limited per session and IP address. */
export async function lookupAddress(
  { address }: BodyOf<'lookup_address'>,
  { deps, session, ip }: RequestContext,
): Promise<ReplyOf<'lookup_address'> | Fail<'too_many_requests'>> {
  if (!isLookupText(address)) return { possible_addresses: [] }
  if (await exceedsNetworkLimit(deps, LOOKUPS, ip)) return fail('too_many_requests')
  if (session.id !== null && (await hit(deps, `lookup:session:${session.id}`, 60)) > LOOKUPS.ofSession)
    return fail('too_many_requests')
  const { addressLookup } = deps.config
  const lookup: AddressLookup = addressLookup ? httpLookup(addressLookup, deps.log) : sampleLookup
  return { possible_addresses: (await lookup(address)).slice(0, MAX_SHOWN) }
}
