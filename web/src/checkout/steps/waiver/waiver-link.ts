import { PAGES } from '@foyer/contract/pages.ts'

/** The address where everyone in the party signs, on the host of this page. */
export const waiverLink = (saleReference: string, origin: string): string =>
  `${origin}${PAGES.waiver.replace(':reference', encodeURIComponent(saleReference))}`
