import { type Minor, sum } from './money.ts'

/**
 * Distributes `total` over parts in proportion to their weights without losing a minor unit: every part gets its share rounded
 * down, and the remaining units go one each to the parts with the largest remainders, in order. Parts of weight 0 get nothing.
 * `total` and the weights are whole numbers and not negative.
 */
export function prorate(total: Minor, weights: readonly number[]): Minor[] {
  const whole = sum(weights)
  if (whole <= 0) return weights.map(() => 0)
  // integer remainders: in floating point, 4/3 and 7/3 would not leave the same third
  const rests = weights.map((w) => (total * w) % whole)
  const parts = weights.map((w, i) => (total * w - rests[i]!) / whole)
  const remainder = total - sum(parts)
  const byRemainder = rests.map((rest, i) => ({ i, rest })).sort((a, b) => b.rest - a.rest)
  for (let k = 0; k < remainder; k++) parts[byRemainder[k]!.i]! += 1
  return parts
}

/** Like `prorate`, for a total and weights that may be negative: only their absolute value counts. */
export const prorateSigned = (total: Minor, weights: readonly number[]): Minor[] =>
  prorate(Math.abs(total), weights.map(Math.abs)).map((part) => (total < 0 && part !== 0 ? -part : part))
