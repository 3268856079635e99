import { editQuantity, type QuantityRules, storedWarning } from '@foyer/domain/basket/quantity.ts'
import { LIMITS } from '@foyer/domain/limits.ts'

/** One line of the basket whose quantity can be edited. */
export type EditableLine = {
  key: string
  line: { qty: number } & QuantityRules
  /** stores a quantity and reloads the sale */
  send: (quantity: number) => Promise<'stored' | 'refused' | 'offline'>
  /** stores a quantity without waiting for an answer, while the page is left */
  sendOnLeaving: (quantity: number) => void
}

export type QuantityWarning = { kind: 'max' | 'min'; n: number }
type Edit = {
  /** what the buyer sees until the server responds; null: the stored quantity */
  quantity: number | null
  /** undefined: the line has not been edited, and the stored flags count */
  warning: QuantityWarning | null | undefined
  /** it waits for the 2000 ms or for the server */
  pending: boolean
}

const UNEDITED: Edit = { quantity: null, warning: undefined, pending: false }
export type Edits = ReadonlyMap<string, Edit>

/** What a line shows: the edited quantity before the stored one, and its warning. */
export function shownLine(edits: Edits, editable: Pick<EditableLine, 'key' | 'line'>) {
  const { key, line } = editable
  const edit = edits.get(key) ?? UNEDITED
  return {
    quantity: edit.quantity ?? line.qty,
    warning: edit.warning === undefined ? storedWarning(line) : edit.warning,
    pending: edit.pending,
  }
}

/**
 * The quantities being edited. Each line sends its last number 2000 ms after the last change, or as the page is left, limited
 * to the maximum. A number below the minimum is not sent. What could not be sent offline waits for the network.
 */
export function createEdits() {
  const listeners = new Set<() => void>()
  type Waiting = { line: EditableLine; quantity: number; timer?: ReturnType<typeof setTimeout> }
  const waiting = new Map<string, Waiting>()
  let edits: Edits = new Map()

  const update = (key: string, change: Partial<Edit>) => {
    edits = new Map(edits).set(key, { ...(edits.get(key) ?? UNEDITED), ...change })
    for (const listener of listeners) listener()
  }

  const stop = (key: string) => {
    clearTimeout(waiting.get(key)?.timer)
    waiting.delete(key)
  }

  async function store(line: EditableLine, quantity: number) {
    waiting.delete(line.key)
    const outcome = await line.send(quantity)
    // A number typed meanwhile has its own timer.
    if (waiting.has(line.key) || edits.get(line.key)?.quantity !== quantity) return
    if (outcome === 'offline') waiting.set(line.key, { line, quantity })
    else update(line.key, outcome === 'stored' ? { quantity: null, pending: false } : UNEDITED)
  }

  function edit(line: EditableLine, typed: number) {
    const outcome = editQuantity(typed, line.line)
    if (outcome.kind === 'invalid') return
    stop(line.key)
    const { quantity } = outcome
    if (outcome.kind === 'below_min')
      return update(line.key, { quantity, warning: { kind: 'min', n: outcome.min }, pending: false })
    const warning = outcome.kind === 'cut' ? ({ kind: 'max', n: outcome.max } as const) : null
    update(line.key, { quantity, warning, pending: true })
    const timer = setTimeout(() => void store(line, quantity), LIMITS.quantityDebounceMs)
    waiting.set(line.key, { line, quantity, timer })
  }

  const sendAll = () => {
    for (const { line, quantity, timer } of waiting.values()) if (timer === undefined) void store(line, quantity)
  }

  const sendOnLeaving = () => {
    for (const { line, quantity } of waiting.values()) line.sendOnLeaving(quantity)
    for (const key of waiting.keys()) stop(key)
    edits = new Map()
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
    /** Nothing is sent for this line: it leaves the basket, or its field holds no quantity. */
    forget(key: string) {
      stop(key)
      const rest = new Map(edits)
      rest.delete(key)
      edits = rest
      for (const listener of listeners) listener()
    },
    /** Called when the basket is on the page; returns a function to call when it leaves. */
    connect() {
      addEventListener('online', sendAll)
      addEventListener('pagehide', sendOnLeaving)
      return () => {
        removeEventListener('online', sendAll)
        removeEventListener('pagehide', sendOnLeaving)
        for (const key of waiting.keys()) stop(key)
      }
    },
  }
}
