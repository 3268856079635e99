import type { Catalogue, CatalogueEvent } from '../format/format.ts'

/** Something to write, with its line in the file and the lines of its parts. */
export type Item<T> = { value: T; line: (path?: readonly PropertyKey[]) => number }

/** A file in either format as read: checked in itself, not yet against the shop's data. */
export type Plan = {
  format: 'foyer' | 'schema.org'
  charities: Item<Catalogue['charities'][number]>[]
  organisers: Item<Catalogue['organisers'][number]>[]
  venues: Item<Catalogue['venues'][number]>[]
  events: Item<CatalogueEvent>[]
  giftVouchers: Item<Catalogue['gift_vouchers'][number]>[]
  discountCodes: Item<Catalogue['discount_codes'][number]>[]
  offers: Item<Catalogue['offers'][number]>[]
}
