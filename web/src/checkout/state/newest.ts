import type { CallName } from '@foyer/contract/paths.ts'
import type { Checkout } from '@foyer/contract/types.ts'
import type { Answer, Call } from '../../api/client.ts'

/** Makes calls, and tells which answer about the sale is the newest, so that an older one never replaces it. */
export function createNewest(send: Call) {
  let version = 0
  let sent = 0
  let running = 0
  let last: { answer: Answer<CallName>; checkout: Checkout; version: number } | undefined

  const call: Call = async (name, body, options) => {
    if (name.startsWith('get')) return send(name, body, options)
    const turn = ++sent
    const isFirst = running++ === 0
    const answer = await send(name, body, options)
    running -= 1
    version += 1
    // Of several changes at once, the answer that arrives last may not be of the one made last.
    const isOnly = isFirst && turn === sent
    last = answer.ok && answer.checkout && isOnly ? { answer, checkout: answer.checkout, version } : undefined
    return answer
  }
  return {
    call,
    /** Increases with every change: the response of a `get` that began before is out of date. */
    version: () => version,
    changed() {
      version += 1
    },
    /** The checkout in the answer of a change, unless the sale may have changed since. */
    checkoutIn: (answer: Answer<CallName> | undefined): Checkout | undefined =>
      last?.answer === answer && last?.version === version ? last?.checkout : undefined,
  }
}
