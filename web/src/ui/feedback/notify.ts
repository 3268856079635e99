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

/** The same text again replaces the first notification, so that they do not pile up. */
function add(type: NotificationType, text: string) {
  lastId += 1
  set([
    ...current.filter((notification) => notification.text !== text || notification.type !== type),
    { id: lastId, type, text },
  ])
  announce(text, type === 'error' ? 'assertive' : 'polite')
}

/** Shows a notification in the corner of the page; callable from any browser code. */
export const notify = {
  success: (text: string): void => add('success', text),
  error: (text: string): void => add('error', text),
  info: (text: string): void => add('info', text),
  /** Removes an error after the failed action has succeeded. */
  withdraw: (text: string): void => {
    const rest = current.filter((notification) => notification.type !== 'error' || notification.text !== text)
    if (rest.length < current.length) set(rest)
  },
}

export const notifications = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  now: () => current,
  onServer: () => NONE,
  remove: (id: number): void => set(current.filter((each) => each.id !== id)),
}
