import { type Minor, sum } from './money.ts'

/**
 * Spreads `total` over parts in proportion to their weights so that no penny is lost: every part gets its share rounded
 * down, and the pennies left over go one each to the parts with the largest remainders, first come first.
 * Parts of weight 0 get nothing; with no weight at all nobody does. Total and weights are whole numbers, none negative.
 */
export function prorate(total: Minor, weights: readonly number[]): Minor[] {
  const whole = sum(weights)
  if (whole <= 0) return weights.map(() => 0)
  // remainders stay whole numbers: as fractions, 4/3 and 7/3 would not leave the same third
  const rests = weights.map((w) => (total * w) % whole)
  const parts = weights.map((w, i) => (total * w - rests[i]!) / whole)
  const left = total - sum(parts)
  const byRemainder = rests.map((rest, i) => ({ i, rest })).sort((a, b) => b.rest - a.rest || a.i - b.i)
  for (let k = 0; k < left; k++) parts[byRemainder[k]!.i]! += 1
  return parts
}
