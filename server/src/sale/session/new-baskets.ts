import { LIMITS } from '@foyer/domain/limits.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { RequestContext } from '../../http/handle.ts'
import { exceedsNetworkLimit, exceedsNetworkLimitInTx } from '../../http/limits/rate-limit.ts'

/** How many baskets one network may begin, so that nobody fills the database with them. A crowd behind one address begins fewer. */
const NEW_BASKETS = LIMITS.newBasketsPerAddress.map(({ seconds, max }) => ({
  name: `baskets-${seconds}`,
  max,
  windowSeconds: seconds,
}))

/** Counts a basket that begins, with others in one statement. Returns whether its network has begun too many. */
export async function exceedsNewBaskets({ deps, ip }: RequestContext): Promise<boolean> {
  const exceeded = await Promise.all(NEW_BASKETS.map((limit) => exceedsNetworkLimit(deps, limit, ip)))
  return exceeded.includes(true)
}

/** The same as part of a transaction: the basket counts if it commits. */
export async function exceedsNewBasketsInTx(tx: Tx, { ip, now }: RequestContext): Promise<boolean> {
  for (const limit of NEW_BASKETS) if (await exceedsNetworkLimitInTx(tx, limit, ip, now)) return true
  return false
}
