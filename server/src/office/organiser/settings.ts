import { formWords } from '@foyer/contract/office/events/fields.en.ts'
import { ORGANISER_SECTIONS } from '@foyer/contract/office/events/organiser-fields.en.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import { fail } from '@foyer/domain/result.ts'
import { exportOrganiser } from '../../catalogue/export/export.ts'
import { type CatalogueInput, FORMAT_NAME } from '../../catalogue/format/format.ts'
import { type Problem, saveCatalogue } from '../../catalogue/import/save.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { defaultsOf } from '../event/form/create.ts'
import type { EventDocument } from '../event/form/document.ts'
import { partsOf, valuesOf } from '../event/form/form.ts'
import type { FormSubject } from '../event/form/kinds.ts'
import { baseOf, loggedChanges, readForm, refusalsOf } from '../event/form/read-form.ts'
import { freeSlug } from '../event/form/slug.ts'
import { NO_EVENT_USAGE, taxUsageOf } from '../event/form/usage.ts'
import { grantOf, type OfficeHandlers } from '../handle.ts'
import { lastChange } from '../log/last-change.ts'
import { detailsFailure } from './legal.ts'

type Reader = Pick<Tx, 'selectFrom'>
type Values = Record<string, unknown>

/** An organiser with its charity, gift vouchers and offers, as the forms edit them. */
async function subjectOf(tx: Reader, organiserId: number): Promise<FormSubject> {
  const { organiser, charity, gift_vouchers, offers } = await exportOrganiser(tx, organiserId)
  const { charity: _, ...own } = organiser as Values
  const { currency } = await defaultsOf(tx, organiserId)
  const entries = (list: readonly object[], key: string) =>
    list.map((value) => ({ id: String((value as Values)[key]), value: { ...value } as Values }))
  const document: EventDocument = {
    slug: organiser.slug,
    organiser: organiser.slug,
    own: { ...own, ...(charity && { charity: { ...charity } }) },
    lists: { gift_vouchers: entries(gift_vouchers, 'slug'), offers: entries(offers, 'title') },
  }
  return {
    document,
    usage: { ...NO_EVENT_USAGE, tax: await taxUsageOf(tx, organiserId) },
    venues: [],
    context: {
      currency: currencyCode(charity?.currency ?? currency),
      dateKeys: [],
      typeNames: [],
    },
  }
}

/** Without a number and rates, an organiser isn't registered for tax. */
const hasTax = (tax: Values | undefined): boolean =>
  Object.values(tax ?? {}).some((value) => value !== '' && Number(value) !== 0)

async function fileOf(tx: Tx, { document, context }: FormSubject): Promise<CatalogueInput> {
  const { charity, ...own } = document.own as Values & { charity?: Values; tax?: Values }
  if (!hasTax(own.tax)) own.tax = undefined
  const { slug: organiser } = document
  const isCharity = charity !== undefined && Object.keys(charity).length > 0
  const charitySlug = isCharity ? String(charity.slug ?? (await freeSlug(tx, 'charities', String(charity.name)))) : null
  const vouchers: Values[] = []
  for (const { id, value } of document.lists.gift_vouchers!)
    vouchers.push({
      ...(id === null && {
        slug: await freeSlug(
          tx,
          'gift_voucher_designs',
          String(value.name ?? ''),
          vouchers.map(({ slug }) => String(slug)),
        ),
        currency: context.currency,
      }),
      ...value,
      organiser,
    })
  return {
    format: FORMAT_NAME,
    ...(isCharity && { charities: [{ currency: context.currency, ...charity, slug: charitySlug }] }),
    organisers: [{ ...own, charity: charitySlug }],
    gift_vouchers: vouchers,
    offers: document.lists.offers!.map(({ value }) => ({ ...value, organiser })),
  } as unknown as CatalogueInput
}

export const officeSettings: OfficeHandlers['office_settings'] = {
  async read({ section: wanted }, ctx) {
    const section = ORGANISER_SECTIONS.find(({ name }) => name === wanted)
    if (section === undefined) return fail('not_found')
    const subject = await subjectOf(ctx.deps.db, grantOf(ctx).organiserId)
    const parts = partsOf(section, subject)
    return {
      section: section.name,
      label: section.label,
      lead: section.lead ?? '',
      parts,
      base: JSON.stringify(valuesOf(parts)),
      may_change: grantOf(ctx).role === 'owner',
    }
  },
}

export const saveSettings: OfficeHandlers['save_settings'] = {
  async change(tx, { section: wanted, base, f, end }, ctx) {
    const { organiserId } = grantOf(ctx)
    await tx.selectFrom('organisers').select('id').where('id', '=', organiserId).forUpdate().execute()
    const section = ORGANISER_SECTIONS.find(({ name }) => name === wanted)
    if (section === undefined) return fail('not_found')
    if (!end) return fail('form_too_long')
    const subject = await subjectOf(tx, organiserId)
    const read = readForm(section, f, baseOf(base), subject)
    const { changedMeanwhile, refused } = refusalsOf(section, read)
    if (Object.keys(read.conflicts).length > 0)
      return changedMeanwhile(await lastChange(tx, organiserId, ['organiser', organiserId]))
    // guard: charity-of-others
    if (section.name === 'donations' && (await isSharedCharity(tx, organiserId)))
      return refused([{ path: ['charity', 'name'], why: formWords.sharedCharity }])
    const saved = await saveCatalogue(tx, await fileOf(tx, { ...subject, document: read.document }), ctx.now)
    if (!saved.ok)
      return saved.lacking ? detailsFailure(tx, saved.lacking, organiserId) : refused(saved.problems.map(ofOrganiser))
    return {
      reply: {
        success: true,
        next: `${OFFICE_PAGES.settings.path}?organiser_id=${organiserId}&section=${section.name}`,
      },
      log: { subject: ['organiser', organiserId], ...loggedChanges(read) },
    }
  },
}

/** A problem of the file, at its place among an organiser's fields. */
function ofOrganiser({ path, why }: Problem): Problem {
  const [list, , ...rest] = path
  if (list === 'charities') return { path: ['charity', ...rest], why }
  return { path: list === 'organisers' ? rest : path, why }
}

/** Whether another organiser has the same charity. If so, neither can change its texts alone. */
async function isSharedCharity(tx: Tx, organiserId: number): Promise<boolean> {
  const others = await tx
    .selectFrom('organisers as own')
    .innerJoin('organisers as other', 'other.charity_id', 'own.charity_id')
    .select('other.id')
    .where('own.id', '=', organiserId)
    .where('other.id', '!=', organiserId)
    .execute()
  return others.length > 0
}
