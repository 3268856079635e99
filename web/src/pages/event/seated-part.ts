import type { TicketTypeData } from '@foyer/contract/types.ts'

type Part = typeof import('./seated.tsx')

/** The key of the seating plan's script in the manifest of the browser build. */
export const SEATED_SOURCE = 'src/pages/event/seated.tsx'

let part: Part | undefined

/** Loads the seating plan. In the browser, only the page of an event with numbered seats does, before it is hydrated. */
export async function loadSeatedPart(): Promise<void> {
  part = await import('./seated.tsx')
}

/** The seating plan, once it is loaded. */
export const seatedPart = () => part?.Seated

/** Whether some of these tickets have numbered seats. */
export const isSeated = (tickets: readonly Pick<TicketTypeData, 'seats'>[]): boolean =>
  tickets.some(({ seats }) => seats)
