import { door } from '@foyer/contract/messages.ts'
import { isForCompanions, type SeatKind } from '@foyer/domain/seats/kinds.ts'

/**
 * What the door is told about the seat of a ticket: who is expected there, and what a companion will show. `takes`: the kinds of seats
 * of its ticket type.
 */
export function accessWords({ kind, takes }: { kind: SeatKind | null; takes: readonly string[] | null }): string {
  if (isForCompanions(takes)) return door['door.companionShown']
  if (kind === 'wheelchair') return door['door.wheelchair']
  return kind === 'companion' ? door['door.companion'] : ''
}
