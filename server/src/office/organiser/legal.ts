import { ORGANISER_SECTIONS } from '@foyer/contract/office/events/organiser-fields.en.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import type { RequiredDetail } from '@foyer/domain/people/legal.ts'

const FIELDS = ORGANISER_SECTIONS.find(({ name }) => name === 'legal')!.fields!
const PATHS: Record<RequiredDetail, string> = {
  kind: 'legal.kind',
  name: 'legal.name',
  address: 'legal.address',
  email: 'contact_email',
}

/** The labels of legal details, as the form has them. */
export const namesOfDetails = (details: readonly RequiredDetail[]): string =>
  details.map((detail) => FIELDS.find(({ path }) => path === PATHS[detail])!.label).join(', ')

/** The address of the form of legal details. */
export const legalSettingsPath = (organiserId: number): string =>
  `${OFFICE_PAGES.settings.path}?organiser_id=${organiserId}&section=legal`
