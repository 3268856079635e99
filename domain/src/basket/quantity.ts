/** How many of one ticket a basket may hold: fields of a ticket line (ENT-10). */
export type QuantityRules = { max_can_reserve: number | null; min_per_customer: number }

export type QuantityEdit =
  /** Not a number of at least 1 (BSK-35): nothing is sent, and the field returns to its last good value (OPEN-42). */
  | { kind: 'invalid' }
  /** Sent as it is. */
  | { kind: 'ok'; quantity: number }
  /** More than the maximum: cut down to it, warned about, sent (BSK-36..38). */
  | { kind: 'cut'; quantity: number; max: number }
  /** Fewer than the minimum: warned about, not sent, blocks reserving (BSK-39..41). */
  | { kind: 'below_min'; quantity: number; min: number }

/** What comes of a quantity typed by the buyer. */
export function editQuantity(typed: string | number, rules: QuantityRules): QuantityEdit {
  const text = String(typed).trim()
  const wanted = /^\d+$/.test(text) ? Number(text) : 0
  if (wanted < 1 || !Number.isSafeInteger(wanted)) return { kind: 'invalid' }
  const max = rules.max_can_reserve
  const quantity = max === null ? wanted : Math.min(wanted, max)
  if (isBelowMinimum(quantity, rules)) return { kind: 'below_min', quantity, min: rules.min_per_customer }
  return max !== null && wanted > max ? { kind: 'cut', quantity, max } : { kind: 'ok', quantity }
}

/** BSK-39: a minimum of 1 is none. */
export const isBelowMinimum = (
  quantity: number,
  { min_per_customer }: Pick<QuantityRules, 'min_per_customer'>,
): boolean => min_per_customer > 1 && quantity < min_per_customer

type StoredLine = QuantityRules & { max_can_reserve_exceeded: boolean; min_per_customer_exceeded: boolean }

/** The warning a line carries as it is stored (OPEN-41), before anybody edits it. */
export function storedWarning(line: StoredLine): { kind: 'max' | 'min'; n: number } | null {
  if (line.max_can_reserve_exceeded && line.max_can_reserve !== null) return { kind: 'max', n: line.max_can_reserve }
  return line.min_per_customer_exceeded ? { kind: 'min', n: line.min_per_customer } : null
}
