import { LIMITS } from '@foyer/domain/limits.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import { type Network, requestHostile } from '../http/hostile-address.ts'

export type FetchProblem = 'picture_address' | 'picture_not_fetched' | 'picture_too_large'
export type Fetched = { ok: true; bytes: Buffer } | Fail<FetchProblem>

const REQUEST = {
  method: 'GET' as const,
  headers: { accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif', 'user-agent': 'Foyer import' },
  maxBytes: LIMITS.pictureBytes,
  deadlineMs: 15_000,
  redirects: 3,
}

/** Fetches a picture once, from a public web address only. */
export async function fetchPicture(address: string, network?: Network): Promise<Fetched> {
  const response = await requestHostile(address, REQUEST, network)
  if (response.status === null) return fail(response.why === 'refused' ? 'picture_address' : 'picture_not_fetched')
  if (response.status !== 200) return fail('picture_not_fetched')
  if (response.bytes.length > LIMITS.pictureBytes) return fail('picture_too_large')
  return response.isWhole ? { ok: true, bytes: response.bytes } : fail('picture_not_fetched')
}
