import { ORGANISER_SECTIONS } from '@foyer/contract/office/events/organiser-fields.en.ts'
import { office } from '@foyer/contract/office/messages.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import type { RequiredDetail } from '@foyer/domain/people/legal.ts'
import { fail } from '@foyer/domain/result.ts'
import type { Lacking } from '../../catalogue/import/write/context.ts'
import { DETAIL_PATHS } from '../../catalogue/import/write/traders.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { detailsMissing } from '../../trader.ts'
import { inForm } from '../event/form/read-form.ts'

const FIELDS = ORGANISER_SECTIONS.find(({ name }) => name === 'legal')!.fields!

/** The labels of legal details, as the form has them. */
export const namesOfDetails = (details: readonly RequiredDetail[]): string =>
  details.map((detail) => FIELDS.find(({ path }) => path === DETAIL_PATHS[detail])!.label).join(', ')

/** The address of the first of these fields in the form of legal details. */
export const legalSettingsPath = (organiserId: number, [first = 'kind']: readonly RequiredDetail[]): string =>
  `${OFFICE_PAGES.settings.path}?organiser_id=${organiserId}&section=legal#${fieldId(DETAIL_PATHS[first])}`

/** The address of the form of the shop's own details. */
export const SHOP_LEGAL_PATH = `${OFFICE_PAGES.shop.path}#${fieldId('legal.kind')}`

function fieldId(path: string): string {
  return `field-${inForm(path)}`
}

/** The refusal of what would put something new on sale: of a closed organiser, or for money, then with the page where the missing details are entered. */
export async function detailsFailure(tx: Tx, lacking: Lacking, organiserId: number) {
  if (lacking === 'open') return fail('organiser_closed')
  if (lacking === 'shop')
    return { ...fail('shop_unknown'), body: { link: { label: office.enterDetails, url: SHOP_LEGAL_PATH } } }
  const missing = await detailsMissing(tx, organiserId)
  return {
    ...fail('seller_unknown', { fields: namesOfDetails(missing) }),
    body: { link: { label: office.enterDetails, url: legalSettingsPath(organiserId, missing) } },
  }
}
