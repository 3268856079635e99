import { useSyncExternalStore } from 'react'
import { announcements, type Urgency } from './announce.ts'

const URGENCIES: Urgency[] = ['polite', 'assertive']

/**
 * The two regions that `announce` speaks through; always in the page, because a region that arrives with its
 * words stays silent. A modal carries its own pair: all around it is inert, and what is inert is not spoken.
 */
export function LiveRegions() {
  const said = useSyncExternalStore(announcements.subscribe, announcements.now, announcements.atServer)
  return URGENCIES.map((urgency) => (
    <div key={urgency} className="visually-hidden" aria-live={urgency} data-live={urgency}>
      {said.map((line) => line.urgency === urgency && <p key={line.id}>{line.text}</p>)}
    </div>
  ))
}
