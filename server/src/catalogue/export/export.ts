import { organiserPath } from '@foyer/contract/pages.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { type CatalogueInput, CharitySchema, FORMAT_NAME, OrganiserSchema, VenueSchema } from '../format/format.ts'
import { defaultMarketingText, NO_UNITS } from '../import/write/organisers.ts'
import { CHARITY, LEGAL, NO_LEGAL, ORGANISER, TAX } from '../model/organiser.ts'
import { eventInput } from './event.ts'
import { codesInput, offersInput, vouchersInput } from './selling.ts'
import { tidy } from './tidy.ts'

type Reader = Pick<Tx, 'selectFrom'>
type Part<K extends keyof CatalogueInput> = NonNullable<CatalogueInput[K]> extends (infer T)[] ? T : never

const DEFAULTS = {
  charity: { ...CharitySchema.parse({ slug: 'a', name: 'A', donation_checkout_title: 'A' }) },
  organiser: OrganiserSchema.parse({ slug: 'a', name: 'A' }),
  venue: VenueSchema.parse({ slug: 'a', name: 'A' }),
}
const NAMES = { slug: undefined, name: undefined }

/**
 * Exports the catalogue as a file that creates the same shop elsewhere: all of it, or one organiser with what it refers to.
 * With `eventIds`, only these events of the organiser, and nothing that is sold or valid beyond them. `issued` adds the gift
 * vouchers that buyers hold, `pictures` the pictures themselves.
 */
export async function exportCatalogue(
  tx: Reader,
  {
    organiserId,
    eventIds = null,
    issued = false,
    pictures = false,
  }: { organiserId?: number; eventIds?: readonly number[] | null; issued?: boolean; pictures?: boolean } = {},
): Promise<CatalogueInput> {
  const organisers = await tx
    .selectFrom('organisers')
    .selectAll()
    .$if(organiserId !== undefined, (query) => query.where('id', '=', organiserId!))
    .orderBy('id')
    .execute()
  const ids = organisers.map(({ id }) => id)
  const charities = await tx
    .selectFrom('charities')
    .selectAll()
    .$if(organiserId !== undefined, (query) =>
      query.where('id', 'in', [0, ...organisers.flatMap(({ charity_id }) => charity_id ?? [])]),
    )
    .orderBy('id')
    .execute()
  const events = await tx
    .selectFrom('events')
    .selectAll()
    .where('organiser_id', 'in', [0, ...ids])
    .$if(eventIds !== null, (query) => query.where('id', 'in', [0, ...eventIds!]))
    .orderBy('id')
    .execute()
  const venues = await tx
    .selectFrom('venues')
    .selectAll()
    .$if(organiserId !== undefined, (query) =>
      query.where('id', 'in', [0, ...events.flatMap(({ venue_id }) => venue_id ?? [])]),
    )
    .orderBy('id')
    .execute()
  const slugOf = (rows: readonly { id: number; slug: string }[]) => {
    const slugs = new Map(rows.map(({ id, slug }) => [id, slug]))
    return (id: number | null) => (id === null ? null : slugs.get(id))
  }
  const [charity, organiser, venue, event] = [charities, organisers, venues, events].map(slugOf) as ReturnType<
    typeof slugOf
  >[]
  const ofFile = {
    organiser: organiser!,
    // Codes and offers for every event are left out for people limited to some.
    event: (id: number | null) => (id === null && eventIds !== null ? undefined : event!(id)),
  }
  // The export of one organiser leaves out codes for the whole shop.
  const ofCodes = {
    ...ofFile,
    organiser: (id: number | null) => (id === null && organiserId !== undefined ? undefined : organiser!(id)),
  }
  const ownCodes = (await codesInput(tx, ofCodes)).concat(
    organiserId === undefined
      ? []
      : (await codesInput(tx, { organiser: (id) => (id === null ? null : undefined), event: event! })).filter(
          (code) => code.event,
        ),
  )
  const inputs: Part<'events'>[] = []
  for (const row of events)
    inputs.push(
      (await eventInput(tx, row, { organiser: organiser!(row.organiser_id)!, venue: venue!(row.venue_id) ?? null }))
        .input,
    )
  return {
    format: FORMAT_NAME,
    charities: charities.map(charityInput),
    organisers: organisers.map((row) => organiserInput(row, charity!(row.charity_id) ?? null)),
    venues: venues.map(venueInput),
    events: inputs,
    gift_vouchers:
      eventIds === null ? await vouchersInput(tx, (id) => organiser!(id) ?? undefined, { issued, organiserId }) : [],
    discount_codes: ownCodes,
    offers: await offersInput(tx, ofFile, organiserId),
    ...(pictures && {
      pictures: await picturesInput(tx, [
        ...organisers.flatMap(({ logo, cover }) => [logo, cover]),
        ...events.map(({ picture }) => picture),
      ]),
    }),
  }
}

/** What an organiser has besides its events: itself, its charity, gift vouchers, and offers for all of its events. */
export async function exportOrganiser(tx: Reader, organiserId: number) {
  const row = await tx.selectFrom('organisers').selectAll().where('id', '=', organiserId).executeTakeFirstOrThrow()
  const charity = await tx
    .selectFrom('charities')
    .selectAll()
    .where('id', '=', row.charity_id ?? 0)
    .executeTakeFirst()
  const forAllEvents = { organiser: () => row.slug, event: (id: number | null) => (id === null ? null : undefined) }
  return {
    organiser: organiserInput(row, charity?.slug ?? null),
    charity: charity && charityInput(charity),
    gift_vouchers: await vouchersInput(tx, () => row.slug, { organiserId }),
    offers: await offersInput(tx, forAllEvents, organiserId),
  }
}

/** The largest file of each picture, from which an import makes the others again. */
async function picturesInput(tx: Reader, used: readonly (string | null)[]): Promise<Part<'pictures'>[]> {
  const files = await tx
    .selectFrom('picture_files')
    .select(['sha256', 'bytes'])
    .where('name', '=', String(LIMITS.pictureLongestSide))
    .where('sha256', 'in', ['', ...used.filter((sha256) => sha256 !== null)])
    .orderBy('sha256')
    .execute()
  return files.map(({ sha256, bytes }) => ({ sha256, data: Buffer.from(bytes).toString('base64') }))
}

type CharityRow = Awaited<ReturnType<typeof charityRows>>[number]
const charityRows = (tx: Reader) => tx.selectFrom('charities').selectAll().execute()
type OrganiserRow = Awaited<ReturnType<typeof organiserRows>>[number]
const organiserRows = (tx: Reader) => tx.selectFrom('organisers').selectAll().execute()

function charityInput(row: CharityRow): Part<'charities'> {
  return tidy<Part<'charities'>>(
    { slug: row.slug, ...CHARITY.fields(row, { currency: currencyCode(row.currency), zone: 'UTC' }) },
    { ...DEFAULTS.charity, ...NAMES, donation_checkout_title: undefined },
  )
}

type VenueRow = Awaited<ReturnType<typeof venueRows>>[number]
const venueRows = (tx: Reader) => tx.selectFrom('venues').selectAll().execute()

export const venueInput = ({ id, ...row }: VenueRow): Part<'venues'> =>
  tidy<Part<'venues'>>(row, { ...DEFAULTS.venue, ...NAMES })

function taxInput(row: OrganiserRow): Part<'organisers'>['tax'] {
  if (row.tax_number === null) return null
  return tidy<NonNullable<Part<'organisers'>['tax']>>(TAX.fields(row, NO_UNITS), {
    address: '',
    percent: 0,
    booking_fee_percent: null,
    delivery_percent: null,
    protection_percent: 0,
  })
}

function legalInput(row: OrganiserRow): Part<'organisers'>['legal'] {
  const legal = tidy<NonNullable<Part<'organisers'>['legal']>>(LEGAL.fields(row, NO_UNITS), NO_LEGAL)
  return Object.keys(legal).length === 0 ? null : legal
}

function organiserInput(row: OrganiserRow, charity: string | null): Part<'organisers'> {
  const words = row.marketing_signup_message
  return tidy<Part<'organisers'>>(
    {
      slug: row.slug,
      ...ORGANISER.fields(row, NO_UNITS),
      full_url: row.full_url === organiserPath(row.slug) ? undefined : row.full_url,
      logo: row.logo === null ? undefined : `sha256:${row.logo}`,
      cover: row.cover === null ? undefined : tidy({ src: `sha256:${row.cover}`, alt: row.cover_alt }, { alt: '' }),
      accent: row.accent ?? undefined,
      charity,
      tax: taxInput(row),
      legal: legalInput(row),
      marketing_signup_message: words === defaultMarketingText(row.name) ? undefined : words,
    },
    { ...DEFAULTS.organiser, ...NAMES },
  )
}
