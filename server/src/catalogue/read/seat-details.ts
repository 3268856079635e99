import { shop } from '@foyer/contract/messages.ts'
import type { SeatData } from '@foyer/contract/types.ts'
import { SEAT_SIGNS } from '@foyer/domain/seats/kinds.ts'
import type { Selectable } from 'kysely'
import type { SeatsTable } from '../../db/schema/types.generated.ts'
import { kindWords } from '../seat-name.ts'

/** What a page says about a seat that isn't like the others; nothing for one that is, so that most halls weigh no more. */
export function seatDetails({
  label,
  kind,
  view_note: view,
  aisle,
  step_free,
}: Pick<Selectable<SeatsTable>, 'label' | 'kind' | 'view_note' | 'aisle' | 'step_free'>): Partial<SeatData> {
  const words = [kindWords(kind), aisle && shop['seats.aisle'], step_free && shop['seats.stepFree'], view].filter(
    Boolean,
  )
  return {
    ...(kind !== 'standard' && { kind, sign: SEAT_SIGNS[kind] }),
    ...(view !== '' && { view }),
    ...(words.length > 0 && { name: [label, ...words].join(', ') }),
  }
}
