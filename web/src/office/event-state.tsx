import { fill } from '@foyer/contract/fill.ts'
import { eventStates, events as t } from '@foyer/contract/office/events/messages.en.ts'
import type { OfficePageData } from '@foyer/contract/office/pages.ts'
import { Tag } from '../ui/display/tag.tsx'

type State = OfficePageData['events']['events'][number]['state']

const STATES: Record<State, [words: string, tone: 'success' | 'error' | 'info']> = {
  draft: [eventStates.draft, 'info'],
  cancelled: [eventStates.cancelled, 'error'],
  postponed: [eventStates.postponed, 'error'],
  over: [eventStates.over, 'info'],
  sold_out: [eventStates.sold_out, 'success'],
  opens: [eventStates.opens, 'info'],
  on_sale: [eventStates.on_sale, 'success'],
  no_tickets: [eventStates.no_tickets, 'error'],
  closed: [eventStates.closed, 'error'],
}

export function StateTag({ state }: { state: State }) {
  const [words, tone] = STATES[state]
  return <Tag tone={tone}>{words}</Tag>
}

/** How many of the tickets are sold, in words and as a bar. */
export function SoldOf({ sold, capacity }: { sold: number; capacity: number }) {
  if (capacity === 0) return fill(t['sold.plain'], { sold })
  return (
    <>
      {fill(t['sold.of'], { sold, capacity })}
      <progress className="office-bar-of" aria-hidden="true" max={capacity} value={Math.min(sold, capacity)} />
    </>
  )
}
