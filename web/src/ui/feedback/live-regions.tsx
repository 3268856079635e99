import { useSyncExternalStore } from 'react'
import { announcements, type Urgency } from './announce.ts'

const URGENCIES: Urgency[] = ['polite', 'assertive']

/**
 * The two regions that `announce` writes to. They are always in the page, because screen readers ignore a region that is added
 * together with its text. A modal has its own pair, because everything outside it is inert and not announced.
 */
export function LiveRegions() {
  const current = useSyncExternalStore(announcements.subscribe, announcements.now, announcements.onServer)
  return URGENCIES.map((urgency) => (
    <div key={urgency} className="visually-hidden" aria-live={urgency} data-live={urgency}>
      {current.map(
        (announcement) => announcement.urgency === urgency && <p key={announcement.id}>{announcement.text}</p>,
      )}
    </div>
  ))
}
