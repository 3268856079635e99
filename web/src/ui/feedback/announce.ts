/** How urgently something is spoken: after the current sentence, or at once. */
export type Urgency = 'polite' | 'assertive'
export type Announcement = { id: number; text: string; urgency: Urgency }

/** Long enough for every screen reader to pick it up, short enough not to be found later when browsing the page. */
const SPOKEN_FOR_MS = 7000

const NOTHING: readonly Announcement[] = []
let current = NOTHING
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly Announcement[]) {
  current = next
  for (const listener of listeners) listener()
}

/**
 * Announces a text to screen reader users through the page's live regions, for news without a focus move: basket edits, code
 * results and poll messages (polite), or expiry and payment failure (assertive).
 */
export function announce(text: string, urgency: Urgency = 'polite'): void {
  lastId += 1
  const id = lastId
  set([...current, { id, text, urgency }])
  setTimeout(() => set(current.filter((announcement) => announcement.id !== id)), SPOKEN_FOR_MS)
}

export const announcements = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  now: () => current,
  onServer: () => NOTHING,
}
