import { isDeepStrictEqual } from 'node:util'
import { formWords } from '@foyer/contract/office/events/fields.en.ts'
import type { CatalogueInput } from '../../../catalogue/format/format.ts'
import type { Problem } from '../../../catalogue/import/save.ts'
import type { Tx } from '../../../db/transaction/tx.ts'
import type { EventDocument } from './document.ts'
import { type FormSubject, NEW_VENUE } from './kinds.ts'
import { freeSlug } from './slug.ts'

export type Venues = NonNullable<CatalogueInput['venues']>

/**
 * The venues to write when an event is saved; sets the event's venue. A venue that events outside this person's reach also use is
 * not changed: this event gets a copy.
 */
export async function venueFor(
  tx: Tx,
  { document: before, usage }: FormSubject,
  { own }: EventDocument,
): Promise<{ ok: true; venues: Venues } | { ok: false; problem: Problem }> {
  const place = own.place as Partial<Venues[number]>
  const previous = before.own.venue ?? null
  const isChanged = !isDeepStrictEqual(place, before.own.place)
  const venue = own.venue ?? null
  if (venue !== NEW_VENUE && venue !== previous && isChanged && venue !== null)
    return { ok: false, problem: { path: ['place', 'name'], why: formWords.venueFirst } }
  // A name typed where there was no venue makes a new one.
  const isNew = venue === NEW_VENUE || (venue === null && previous === null && isChanged)
  if (!isNew && (!isChanged || venue === null)) return { ok: true, venues: [] }
  // guard: venue-shared
  const isCopied = isNew || usage.venue.others
  const slug = isCopied ? await freeSlug(tx, 'venues', place.name ?? '') : String(venue)
  own.venue = slug
  return { ok: true, venues: [{ ...place, slug } as Venues[number]] }
}

/** A problem of the venue, with the path of its fields in the form. */
export const inVenue = ({ path, why }: Problem): Problem =>
  path[0] === 'venues' ? { path: ['place', ...path.slice(2)], why } : { path, why }
