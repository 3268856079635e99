import type { CatalogueAccessCodes, CatalogueEvent } from '../format/format.ts'
import { parseWallClock } from '../wall-clock.ts'
import { notADate, type Problem, repeated } from './problems.ts'

type Written = string | null

/** Finds problems of a validity period. `words` is the text for a period that ends before it begins. */
export function problemsOfWindow(
  { timezone }: Pick<CatalogueEvent, 'timezone'>,
  [fromField, from]: [string, Written],
  [untilField, until]: [string, Written],
  words: string,
): Problem[] {
  const begins = from === null ? null : parseWallClock(from, timezone)
  const ends = until === null ? null : parseWallClock(until, timezone, 'end')
  return [
    ...(from !== null && begins === null ? [{ path: [fromField], why: notADate(from) }] : []),
    ...(until !== null && ends === null ? [{ path: [untilField], why: notADate(until) }] : []),
    ...(begins && ends && ends.at <= begins.at ? [{ path: [untilField], why: words }] : []),
  ]
}

/** Finds problems of an event's access codes. */
export const problemsOfAccessCodes = (event: CatalogueEvent): Problem[] => [
  ...event.access_codes.flatMap((batch, i) =>
    problemsOfBatch(event, batch).map(({ path, why }) => ({ path: ['access_codes', i, ...path], why })),
  ),
  ...repeated(
    event.access_codes.flatMap(({ codes }) => codes),
    () => ['access_codes'],
    (code) => `the access code "${code}" is in this event twice`,
  ),
]

const problemsOfBatch = (event: CatalogueEvent, batch: CatalogueAccessCodes): Problem[] => [
  ...batch.tickets.flatMap((name): Problem[] => {
    const types = event.ticket_types.filter((type) => type.name === name)
    if (types.length === 0) return [{ path: ['tickets'], why: `this event has no ticket type "${name}"` }]
    return types.every(({ visibility }) => visibility === 'code')
      ? []
      : [{ path: ['tickets'], why: `"${name}" needs no access code: its visibility is not "code"` }]
  }),
  ...problemsOfWindow(
    event,
    ['valid_from', batch.valid_from],
    ['valid_until', batch.valid_until],
    'it ends before it begins',
  ),
]
