/** SHA-256 of a text in UTF-8, as 64 lower-case hexadecimal digits. */
export type Sha256 = (text: string) => string

/** A round of the public beacon drand; `randomness` is 64 hexadecimal digits that nobody knew before the round. */
export type Round = { chain: string; number: number; randomness: string }

/**
 * A draw as it is published. `secret`: the house's, 64 hexadecimal digits, whose hash was published before the opening.
 * `round`: null if no beacon was used. `order`: the public ids of all places, number 1 first.
 */
export type Draw = {
  secret: string
  secret_hash: string
  list_hash: string
  round: Round | null
  seed: string
  order: readonly string[]
}

/** What is wrong with a published draw. The later faults follow from the earlier ones, if there are any. */
export type DrawFault = 'twice' | 'secret_hash' | 'list_hash' | 'seed' | 'order'

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** What decides the order: the secret, the list, and the round if there is one. */
export const seedOf = (secret: string, listHash: string, round: Round | null, sha256: Sha256): string =>
  sha256([secret, listHash, round?.randomness ?? 'none'].join('\n'))

/**
 * Draws the order of places from what the house promised (the secret), from who had joined (the list) and, if there is one,
 * from a round that was still unknown when the list closed. The order of `ids` doesn't matter; none may have a line break.
 */
export function drawPlaces(ids: readonly string[], secret: string, round: Round | null, sha256: Sha256): Draw {
  const list_hash = sha256(ids.toSorted(compare).join('\n'))
  const seed = seedOf(secret, list_hash, round, sha256)
  const hashed = ids.map((id) => ({ id, hash: sha256(`${seed}\n${id}`) }))
  const order = hashed.toSorted((a, b) => compare(a.hash, b.hash) || compare(a.id, b.id)).map(({ id }) => id)
  return { secret, secret_hash: sha256(secret), list_hash, round, seed, order }
}

/**
 * Draws again from a published draw, and returns what differs, in the order of the type above. Whether its hashes and its round
 * are those that were published at the time, only somebody who kept them can tell.
 */
export function drawFaults(published: Draw, sha256: Sha256): DrawFault[] {
  const again = drawPlaces(published.order, published.secret, published.round, sha256)
  const checks: [DrawFault, boolean][] = [
    ['twice', new Set(published.order).size < published.order.length],
    ['secret_hash', again.secret_hash !== published.secret_hash],
    ['list_hash', again.list_hash !== published.list_hash],
    ['seed', again.seed !== published.seed],
    ['order', again.order.some((id, at) => id !== published.order[at])],
  ]
  return checks.filter(([, isWrong]) => isWrong).map(([fault]) => fault)
}
