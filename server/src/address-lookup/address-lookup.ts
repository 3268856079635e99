import type { ReplyOf } from '@foyer/contract/calls.ts'

export type PossibleAddress = ReplyOf<'lookup_address'>['possible_addresses'][number]

/** Finds addresses for a text. Returns none on failure: the buyer can always type an address by hand. */
export type AddressLookup = (text: string) => Promise<PossibleAddress[]>
