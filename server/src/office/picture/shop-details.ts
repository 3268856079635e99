import type { OfficeBody, OfficeReply } from '@foyer/contract/office/calls.ts'
import { SHOP_DETAILS } from '@foyer/contract/office/events/organiser-fields.en.ts'
import { DEFAULT_CURRENCY } from '@foyer/domain/money/money.ts'
import { missingDetails, type ShopDetails } from '@foyer/domain/people/legal.ts'
import { z } from 'zod'
import { Legal } from '../../catalogue/format/format.ts'
import { problemsOf } from '../../catalogue/import/issue-words.ts'
import type { Problem } from '../../catalogue/import/problems.ts'
import { partsOf } from '../event/form/form.ts'
import { inForm, problemAt } from '../event/form/read-form.ts'
import { NO_EVENT_USAGE } from '../event/form/usage.ts'

const FIELDS: Record<string, keyof ShopDetails> = {
  kind: 'kind',
  name: 'name',
  address: 'address',
  country: 'country',
  register: 'register',
  number: 'number',
  part: 'part',
  charity_number: 'charityNumber',
  vat_number: 'vatNumber',
  phone: 'phone',
  mediator: 'mediator',
}
const Details = Legal.extend({ vat_number: z.string().trim().max(60).default('') })

/** The form of the shop's legal details, which is the organiser's with other paths. */
export function detailsForm(details: ShopDetails): OfficeReply<'office_shop'>['legal'] {
  const legal = Object.fromEntries(Object.entries(FIELDS).map(([field, key]) => [field, details[key]]))
  return partsOf(SHOP_DETAILS, {
    document: { slug: '', organiser: '', own: { legal }, lists: {} },
    usage: NO_EVENT_USAGE,
    venues: [],
    context: { currency: DEFAULT_CURRENCY, dateKeys: [], typeNames: [] },
  })
}

type Problems = { problems: Record<string, string> }

/** Reads that form: the details, or the problem of each field, by its name in the page. All that is required must be there. */
export function readDetails(typed: OfficeBody<'save_shop'>['f']): { details: ShopDetails } | Problems {
  const value = (field: string) => String(typed[`legal.${field}`] ?? '')
  const parsed = Details.safeParse({
    ...Object.fromEntries(Object.keys(FIELDS).map((field) => [field, value(field)])),
    kind: value('kind') || null,
    part: value('part') || null,
  })
  if (!parsed.success) return refused(parsed.error.issues.flatMap(problemsOf))
  const details = Object.fromEntries(
    Object.entries(FIELDS).map(([field, key]) => [key, parsed.data[field as keyof typeof parsed.data]]),
  ) as ShopDetails
  const missing = missingDetails({ ...details, email: '-' })
  return missing.length > 0
    ? refused(missing.map((field) => ({ path: [field], why: `"${field}" is missing` })))
    : { details }
}

const refused = (problems: readonly Problem[]): Problems => ({
  problems: Object.fromEntries(
    problems.map(({ path, why }) => {
      const field = `legal.${String(path[0])}`
      return [inForm(field), problemAt(SHOP_DETAILS, field, why)]
    }),
  ),
})
