import type { CatalogueAccessCodes, CatalogueEvent, CatalogueTicketType } from '../format/format.ts'
import { parseWallClock } from '../wall-clock.ts'
import { duplicates, notADateText, type Problem } from './problems.ts'

type DateText = string | null

/** Finds problems of a validity period. `text` describes a period that ends before it begins. */
export function problemsOfPeriod(
  { timezone }: Pick<CatalogueEvent, 'timezone'>,
  [fromField, from]: [string, DateText],
  [untilField, until]: [string, DateText],
  text: string,
): Problem[] {
  const start = from === null ? null : parseWallClock(from, timezone)
  const tierEnds = until === null ? null : parseWallClock(until, timezone, 'end')
  return [
    ...(from !== null && start === null ? [{ path: [fromField], why: notADateText(from) }] : []),
    ...(until !== null && tierEnds === null ? [{ path: [untilField], why: notADateText(until) }] : []),
    ...(start && tierEnds && tierEnds.at <= start.at ? [{ path: [untilField], why: text }] : []),
  ]
}

/** Finds problems of an event's access codes. */
export const problemsOfAccessCodes = (event: CatalogueEvent): Problem[] => [
  ...event.access_codes.flatMap((batch, i) =>
    problemsOfBatch(event, batch).map(({ path, why }) => ({ path: ['access_codes', i, ...path], why })),
  ),
  ...duplicates(
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
  ...problemsOfPeriod(
    event,
    ['valid_from', batch.valid_from],
    ['valid_until', batch.valid_until],
    'it ends before it begins',
  ),
]

/** Finds problems of the price tiers of a ticket type. */
export function problemsOfTiers(
  { timezone }: Pick<CatalogueEvent, 'timezone'>,
  { price, min_price, price_tiers }: CatalogueTicketType,
): Problem[] {
  const tierEnds = price_tiers.map(({ until }) => (until === null ? null : parseWallClock(until, timezone, 'end')))
  return [
    ...(price_tiers.length > 0 && min_price !== null
      ? [{ path: ['price_tiers'], why: 'a price that buyers choose has no tiers' }]
      : []),
    ...duplicates(
      [...price_tiers.map((tier) => String(tier.price)), String(price)],
      (i) => (i < price_tiers.length ? ['price_tiers', i, 'price'] : ['price']),
      () => 'two tiers have the same price',
    ),
    ...price_tiers.flatMap(({ until, tickets }, i): Problem[] => {
      if (until === null && tickets === null)
        return [{ path: ['price_tiers', i], why: 'a tier needs an end: "until" a time, or a number of "tickets"' }]
      if (until !== null && tierEnds[i] === null)
        return [{ path: ['price_tiers', i, 'until'], why: notADateText(until) }]
      const previousEnd = tierEnds.slice(0, i).findLast((end) => end !== null)
      return previousEnd && tierEnds[i] && tierEnds[i].at <= previousEnd.at
        ? [{ path: ['price_tiers', i, 'until'], why: 'it ends before the tier above it' }]
        : []
    }),
  ]
}
