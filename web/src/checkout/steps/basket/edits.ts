import { editQuantity, type QuantityRules, storedWarning } from '@foyer/domain/basket/quantity.ts'
import { LIMITS } from '@foyer/domain/limits.ts'

/** One line of the basket whose quantity can be edited. */
export type EditableLine = {
  key: string
  qty: number
  rules: QuantityRules & { max_can_reserve_exceeded: boolean; min_per_customer_exceeded: boolean }
  /** stores a quantity and reloads the sale; false when it could not be stored */
  send: (quantity: number) => Promise<boolean>
}

export type QuantityWarning = { kind: 'max' | 'min'; n: number }
type Edit = {
  /** what the buyer sees while the server has not said otherwise; null: the stored quantity */
  quantity: number | null
  /** undefined: nobody has edited this line, the stored flags count */
  warning: QuantityWarning | null | undefined
  /** it waits for the 2000 ms, or for the server */
  pending: boolean
}

const UNEDITED: Edit = { quantity: null, warning: undefined, pending: false }
export type Edits = ReadonlyMap<string, Edit>

/** What a line shows: the buyer's number before the server's, and the warning under it. */
export function shownLine(edits: Edits, line: Pick<EditableLine, 'key' | 'qty' | 'rules'>) {
  const edit = edits.get(line.key) ?? UNEDITED
  return {
    quantity: edit.quantity ?? line.qty,
    warning: edit.warning === undefined ? storedWarning(line.rules) : edit.warning,
    pending: edit.pending,
  }
}

/**
 * The quantities being edited: each line sends its last number 2000 ms after the last change, cut down to the
 * maximum, and keeps one below the minimum to itself.
 */
export function createEdits() {
  const listeners = new Set<() => void>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  let edits: Edits = new Map()

  const update = (key: string, change: Partial<Edit>) => {
    edits = new Map(edits).set(key, { ...(edits.get(key) ?? UNEDITED), ...change })
    for (const listener of listeners) listener()
  }

  const stop = (key: string) => {
    clearTimeout(timers.get(key))
    timers.delete(key)
  }

  async function store(line: EditableLine, quantity: number) {
    timers.delete(line.key)
    const stored = await line.send(quantity)
    // Typed again while the server was at it: that number has a timer of its own.
    if (timers.has(line.key) || edits.get(line.key)?.quantity !== quantity) return
    update(line.key, stored ? { quantity: null, pending: false } : UNEDITED)
  }

  function edit(line: EditableLine, typed: number) {
    const outcome = editQuantity(typed, line.rules)
    if (outcome.kind === 'invalid') return
    stop(line.key)
    const { quantity } = outcome
    if (outcome.kind === 'below_min')
      return update(line.key, { quantity, warning: { kind: 'min', n: outcome.min }, pending: false })
    const warning = outcome.kind === 'cut' ? ({ kind: 'max', n: outcome.max } as const) : null
    update(line.key, { quantity, warning, pending: true })
    timers.set(
      line.key,
      setTimeout(() => void store(line, quantity), LIMITS.quantityDebounceMs),
    )
  }

  return {
    now: () => edits,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    edit,
    /** The line is leaving the basket: what waits for it is not sent. */
    forget(key: string) {
      stop(key)
      const rest = new Map(edits)
      rest.delete(key)
      edits = rest
      for (const listener of listeners) listener()
    },
    /** The basket is no longer on the page. */
    end() {
      for (const key of timers.keys()) stop(key)
    },
  }
}
