import { editQuantity, type QuantityRules, storedWarning } from '@foyer/domain/basket/quantity.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { readDraft, writeDraft } from '../../../drafts/draft-storage.ts'

/** One line of the basket whose quantity can be edited. */
export type EditableLine = {
  key: string
  line: { qty: number } & QuantityRules
  /** stores a quantity and reloads the sale */
  send: (quantity: number) => Promise<Outcome>
  /** stores a quantity without waiting for an answer, while the page is left */
  sendOnLeaving: (quantity: number) => void
}

/** What became of a quantity that was sent; `reason` is the server's, empty if it had none. */
export type Outcome = { kind: 'stored' } | { kind: 'offline' } | { kind: 'refused'; reason: string }

export type QuantityWarning = { kind: 'max' | 'min'; n: number } | { kind: 'refused'; text: string }
type Edit = {
  /** what the buyer sees until the server responds; null: the stored quantity */
  quantity: number | null
  /** undefined: the line has not been edited, and the stored flags count */
  warning: QuantityWarning | null | undefined
  /** it waits for the 2000 ms or for the server */
  pending: boolean
}

/** A quantity that was typed but not stored yet, and the stored one that it replaces. */
type Unsent = { from: number; to: number }

/** The form's name among the drafts of this tab. */
const DRAFT = 'quantities'
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
 * The quantities of a sale being edited. Each line sends its last number 2000 ms after the last change, or as the page is left,
 * limited to the maximum. A number below the minimum is not sent. What could not be sent offline waits for the network. The
 * document that replaces a page is rendered before that page sends what it has left, so a number is also kept in this tab until
 * it is stored.
 */
export function createEdits(sale: string) {
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

  const unsent = () => readDraft<Record<string, Unsent>>(sale, DRAFT)
  const keep = (key: string, change: Unsent | undefined) => writeDraft(sale, DRAFT, { ...unsent(), [key]: change })

  async function store(line: EditableLine, quantity: number) {
    waiting.delete(line.key)
    const outcome = await line.send(quantity)
    // A number typed meanwhile has its own timer.
    const newer = waiting.get(line.key)
    if (newer && outcome.kind === 'stored') keep(line.key, { from: quantity, to: newer.quantity })
    if (newer || edits.get(line.key)?.quantity !== quantity) return
    if (outcome.kind === 'offline') return void waiting.set(line.key, { line, quantity })
    keep(line.key, undefined)
    if (outcome.kind === 'stored') update(line.key, { quantity: null, pending: false })
    else
      update(line.key, {
        ...UNEDITED,
        ...(outcome.reason !== '' && { warning: { kind: 'refused', text: outcome.reason } }),
      })
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
    keep(line.key, { from: line.line.qty, to: quantity })
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
    /** Stores what was typed on a page that was left before it was stored, unless the line has changed since. */
    resume(line: EditableLine) {
      const { from, to } = unsent()[line.key] ?? {}
      if (to === undefined) return
      if (from !== line.line.qty) return keep(line.key, undefined)
      update(line.key, { quantity: to, warning: null, pending: true })
      void store(line, to)
    },
    /** Nothing is sent for this line: it leaves the basket, or its field holds no quantity. */
    forget(key: string) {
      stop(key)
      keep(key, undefined)
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
