import { type Node, property, shortened } from './values.ts'
import { type AttendanceMode, attendanceModeOf, eventStatusOf, stateInName } from './vocabulary.ts'

/** What a listing says of an event as a whole. */
export type State = {
  isCancelled: boolean
  /** Sold again once it has another time. */
  isPostponed: boolean
  isMovedOnline: boolean
  /** Listed, but not sold. */
  isHeldBack: boolean
  mode: ReadonlySet<AttendanceMode>
}

/**
 * Reads the status and the attendance mode of an event. Of several the one that sells least counts. An event whose status is
 * not understood is not sold; what its name says is no status, which could not be undone.
 */
export function stateOf(node: Node, name: string, notes: string[]): State {
  const status = eventStatusOf(property(node, 'eventStatus'))
  const mode = attendanceModeOf(property(node, 'eventAttendanceMode'))
  const inName = stateInName(name)
  const isCancelled = status.values.has('cancelled')
  const isPostponed = !isCancelled && status.values.has('postponed')
  const isNamed = !isCancelled && !isPostponed && inName !== null
  if (isCancelled) notes.push('it is cancelled, and will say so')
  if (isPostponed) notes.push('it is postponed without a new date, and will say so: not on sale until it has one')
  if (isNamed) notes.push(`its name says "${inName!.word}": listed, not on sale`)
  if (status.unknown.length > 0)
    notes.push(
      `its eventStatus "${shortened(status.unknown.join(', '), 60)}" is not one of schema.org: listed, not on sale`,
    )
  if (mode.unknown.length > 0)
    notes.push(
      `its eventAttendanceMode "${shortened(mode.unknown.join(', '), 60)}" is not one of schema.org and was left out`,
    )
  return {
    isCancelled,
    isMovedOnline: status.values.has('online') && !mode.values.has('mixed'),
    isPostponed,
    isHeldBack: isNamed || status.unknown.length > 0,
    mode: mode.values,
  }
}
