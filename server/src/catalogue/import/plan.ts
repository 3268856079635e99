import type { Catalogue, CatalogueEvent } from '../format/format.ts'

/** Something to be written, and where in the file it and its parts stand. */
export type Item<T> = { value: T; line: (path?: readonly PropertyKey[]) => number }

/** A file as both formats are read into it: checked in itself, not yet against what the shop holds. */
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
