import { PAGES } from '@foyer/contract/pages.ts'

/** Where everyone of the party signs, on the host this page came from. */
export const waiverLink = (saleReference: string, origin: string): string =>
  `${origin}${PAGES.waiver.replace(':reference', encodeURIComponent(saleReference))}`
