import { announce } from './announce.ts'

export type NotificationType = 'success' | 'error' | 'info'
export type Notification = { id: number; type: NotificationType; text: string }

const NONE: readonly Notification[] = []
let current = NONE
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly Notification[]) {
  current = next
  for (const listener of listeners) listener()
}

/** The same words again take the place of the first: they do not pile up. */
function add(type: NotificationType, text: string) {
  lastId += 1
  set([...current.filter((shown) => shown.text !== text || shown.type !== type), { id: lastId, type, text }])
  announce(text, type === 'error' ? 'assertive' : 'polite')
}

/** Tells the buyer something in the corner of the page, from anywhere in the browser's code. */
export const notify = {
  success: (text: string): void => add('success', text),
  error: (text: string): void => add('error', text),
  info: (text: string): void => add('info', text),
  /** Takes an error back, once what had failed has worked. */
  withdraw: (text: string): void => set(current.filter((shown) => shown.type !== 'error' || shown.text !== text)),
}

export const notifications = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  now: () => current,
  atServer: () => NONE,
  remove: (id: number): void => set(current.filter((each) => each.id !== id)),
}
