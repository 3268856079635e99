import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import type { AddressLookup, PossibleAddress } from './address-lookup.ts'

/** After this time the buyer types the address by hand. */
const TIMEOUT_MS = 3000
const MAX_RESULTS = 20

/** The fields of an Ideal Postcodes address that are used. */
const Address = z.object({
  line_1: z.string(),
  line_2: z.string().default(''),
  line_3: z.string().default(''),
  post_town: z.string(),
  postcode: z.string(),
})
/** The addresses of a postcode come as a list, those of a text search as hits. */
const ApiResponse = z.object({
  result: z.union([z.array(Address), z.object({ hits: z.array(Address) }).transform(({ hits }) => hits)]),
})

const POSTCODE = /^[a-z]{1,2}\d[a-z\d]?\s*\d[a-z]{2}$/i

/** Words that stay in lower case inside the name of a town. */
const LOWERCASE_WORDS = new Set(['on', 'upon', 'in', 'le', 'the', 'of', 'by', 'and', 'under'])
/** The API returns towns in capitals: 'STOKE-ON-TRENT' is 'Stoke-on-Trent' on an envelope. */
const townName = (town: string): string =>
  town
    .toLowerCase()
    .replace(/[a-z']+/g, (word, at: number) =>
      at > 0 && LOWERCASE_WORDS.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
    )

function toPossibleAddress({ line_1, line_2, line_3, post_town, postcode }: z.output<typeof Address>): PossibleAddress {
  const line2 = [line_2, line_3].filter((line) => line !== '').join(', ')
  const town = townName(post_town)
  return {
    formatted_address: [line_1, line2, town, postcode].filter((part) => part !== '').join(', '),
    address_line_2: line2,
    town,
    post_code: postcode,
  }
}

/**
 * A directory with the API of Ideal Postcodes at `url` (https://api.ideal-postcodes.co.uk/v1). A full postcode returns all
 * its addresses, and any other text is searched for. A late, invalid or missing response gives no addresses.
 */
export function httpLookup(
  { url, key }: NonNullable<Config['addressLookup']>,
  log: Pick<Deps['log'], 'warn'>,
): AddressLookup {
  const base = url.replace(/\/$/, '')
  return async (text) => {
    const isPostcode = POSTCODE.test(text)
    const lookupUrl = new URL(
      isPostcode ? `${base}/postcodes/${encodeURIComponent(text.replace(/\s+/g, ''))}` : `${base}/addresses`,
    )
    if (!isPostcode) lookupUrl.search = new URLSearchParams({ query: text, limit: String(MAX_RESULTS) }).toString()
    if (key !== undefined) lookupUrl.searchParams.set('api_key', key)
    try {
      const response = await fetch(lookupUrl, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' })
      // A postcode that does not exist is a valid result.
      if (response.status === 404) return []
      if (!response.ok) throw new Error(`status ${response.status}`)
      return ApiResponse.parse(await response.json()).result.map(toPossibleAddress)
    } catch (error) {
      // Does not log the requested URL, which holds the key and a person's address.
      log.warn(
        { err: error instanceof z.ZodError ? 'unexpected answer' : (error as Error).message },
        'address lookup failed',
      )
      return []
    }
  }
}
