import { organiserPath } from '@foyer/contract/pages.ts'
import type { Generated, Insertable, Kysely } from 'kysely'
import type { Database } from '../../../db/schema/types.generated.ts'
import type { Tx } from '../../../db/transaction/tx.ts'
import { CHARITY, LEGAL, NO_LEGAL, ORGANISER, TAX } from '../../model/organiser.ts'
import type { Item, Plan } from '../plan.ts'
import { mayUpdate, refuse, type WriteResult } from './context.ts'
import { pictureOf, srcOf } from './pictures.ts'

/** The marketing consent text for organisers without one of their own. */
export const defaultMarketingText = (name: string): string => `Email me about events and offers from ${name}`

export async function writeCharities(tx: Tx, plan: Plan, out: WriteResult): Promise<Map<string, number>> {
  const idBySlug = await idsBySlug(tx, 'charities')
  for (const item of plan.charities) {
    const { slug, ...charity } = item.value
    const columns = CHARITY.columns(item.value, { currency: charity.currency, zone: 'UTC' })
    recordImport(out, item, `charity "${charity.name}"`, idBySlug)
    idBySlug.set(slug, await upsert(tx, 'charities', slug, columns))
  }
  return idBySlug
}

/** An organiser has neither amounts nor times. */
export const NO_UNITS = { currency: 'GBP', zone: 'UTC' } as const

const NO_TAX = {
  number: null,
  address: '',
  percent: 0,
  booking_fee_percent: null,
  delivery_percent: null,
  protection_percent: 0,
}

export async function writeOrganisers(
  tx: Tx,
  plan: Plan,
  charities: Map<string, number>,
  out: WriteResult,
  now: Date,
): Promise<Map<string, number>> {
  const idBySlug = await idsBySlug(tx, 'organisers')
  for (const item of plan.organisers) {
    const { slug, ...organiser } = item.value
    if (idBySlug.has(slug) && !mayUpdate(plan)) continue
    const charityId = organiser.charity === null ? null : charities.get(organiser.charity)
    if (charityId === undefined) {
      const why = `there is no charity "${organiser.charity}" in this file or in the shop`
      refuse(out, item, `organiser "${organiser.name}"`, why, ['charity'])
      continue
    }
    if (organiser.small_total === 'donation' && charityId === null) {
      const why = 'small_total is "donation", which needs a charity'
      refuse(out, item, `organiser "${organiser.name}"`, why, ['small_total'])
      continue
    }
    const id = idBySlug.get(slug)
    const [logo, cover] = [
      await pictureOf(tx, plan, organiser.logo, id, now),
      await pictureOf(tx, plan, srcOf(organiser.cover), id, now),
    ]
    if (logo === 'unknown' || cover === 'unknown') {
      const why = 'the picture is not in the file'
      refuse(out, item, `organiser "${organiser.name}"`, why, [logo === 'unknown' ? 'logo' : 'cover'])
      continue
    }
    const columns = {
      ...ORGANISER.columns(item.value, NO_UNITS),
      ...TAX.columns(organiser.tax ?? NO_TAX, NO_UNITS),
      ...LEGAL.columns(organiser.legal ?? NO_LEGAL, NO_UNITS),
      ...(logo !== undefined && { logo }),
      ...(cover !== undefined && { cover, cover_alt: organiser.cover?.alt ?? '' }),
      ...(organiser.accent !== undefined && { accent: organiser.accent }),
      full_url: organiser.full_url ?? organiserPath(slug),
      charity_id: charityId,
      marketing_signup_message: organiser.marketing_signup_message ?? defaultMarketingText(organiser.name),
    }
    recordImport(out, item, `organiser "${organiser.name}"`, idBySlug)
    idBySlug.set(slug, await upsert(tx, 'organisers', slug, columns))
  }
  return idBySlug
}

export async function writeVenues(tx: Tx, plan: Plan, out: WriteResult): Promise<Map<string, number>> {
  const idBySlug = await idsBySlug(tx, 'venues')
  for (const item of plan.venues) {
    const { slug, ...columns } = item.value
    const own = mayUpdate(plan) ? slug : await slugInCountry(tx, item.value)
    if (idBySlug.has(own) && !mayUpdate(plan)) {
      idBySlug.set(slug, idBySlug.get(own)!)
      continue
    }
    recordImport(out, item, `venue "${columns.name}"`, idBySlug)
    idBySlug.set(slug, await upsert(tx, 'venues', own, columns))
  }
  return idBySlug
}

/**
 * The slug of a listed venue: with its country, where the shop has one of this name elsewhere. A listing without a country
 * has GB, which may be wrong.
 */
async function slugInCountry(tx: Tx, { slug, country_code }: Plan['venues'][number]['value']): Promise<string> {
  const stored = await tx.selectFrom('venues').select('country_code').where('slug', '=', slug).executeTakeFirst()
  const isElsewhere = stored !== undefined && stored.country_code !== country_code && country_code !== 'GB'
  return isElsewhere ? `${slug}-${country_code.toLowerCase()}` : slug
}

type Table = 'charities' | 'organisers' | 'venues'

/** Adds to the report that an item was written. */
const recordImport = (
  out: WriteResult,
  item: Item<{ slug: string }>,
  what: string,
  idBySlug: ReadonlyMap<string, number>,
): void => {
  out.taken.push({ line: item.line(), what, how: idBySlug.has(item.value.slug) ? 'updated' : 'new' })
}

/** Writes the row with this slug and returns its id. */
async function upsert<T extends Table>(
  tx: Tx,
  table: T,
  slug: string,
  columns: Omit<Insertable<Database[T]>, 'slug'>,
): Promise<number> {
  // The three tables are alike in what this writes, which their union of types does not show.
  const { id } = await (tx as unknown as Kysely<{ row: { id: Generated<number>; slug: string } }>)
    .insertInto(table as 'row')
    .values({ slug, ...columns })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet(columns))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function idsBySlug(tx: Tx, table: Table): Promise<Map<string, number>> {
  const rows = await tx.selectFrom(table).select(['id', 'slug']).execute()
  return new Map(rows.map(({ id, slug }) => [slug, id]))
}
