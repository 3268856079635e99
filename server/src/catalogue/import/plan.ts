import type { ReadyPicture } from '../../pictures/read.ts'
import type { Catalogue, CatalogueEvent } from '../format/format.ts'

/** Something to write, with its line in the file and the lines of its parts. */
export type Item<T> = { value: T; line: (path?: readonly PropertyKey[]) => number }

/**
 * The stored parts of an event that its entries stand for, by position in its lists: ids of dates, former names of pools and
 * ticket types, null for a new entry. A file doesn't have this, so renaming a ticket type in a file makes a new one.
 */
export type StoredParts = {
  dates: readonly (number | null)[]
  pools: readonly (string | null)[]
  ticket_types: readonly (string | null)[]
}

/** How a listing identifies an event, and what it says of its moves. */
export type Performance = {
  /** Its `@id`, its `url`, its name with start and place, the strongest first. Those that others in the file share are not there. */
  keys: readonly string[]
  /** By position of its dates: where the listing says that it was before, empty if it only says that it moved, null if it doesn't. */
  movedFrom: readonly (readonly Date[] | null)[]
  /** The slugs that a new event may have, the shortest first. */
  slugs: readonly string[]
}

/** A file in either format as read: checked in itself, not yet against the shop's data. */
export type Plan = {
  format: 'foyer' | 'schema.org'
  charities: Item<Catalogue['charities'][number]>[]
  organisers: Item<Catalogue['organisers'][number]>[]
  venues: Item<Catalogue['venues'][number]>[]
  events: (Item<CatalogueEvent> & { storedParts?: StoredParts; performance?: Performance })[]
  giftVouchers: Item<Catalogue['gift_vouchers'][number]>[]
  discountCodes: Item<Catalogue['discount_codes'][number]>[]
  offers: Item<Catalogue['offers'][number]>[]
  /** The pictures contained in the file, by their name there. */
  pictureData?: ReadonlyMap<string, Buffer>
  /** The pictures that the file names, once they have been read. */
  pictures?: ReadonlyMap<string, ReadyPicture>
}
