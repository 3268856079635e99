import { PAGES } from '@foyer/contract/pages.ts'

/** The link that opens this basket in another browser (RSV-06, OPEN-08). */
export const sessionLink = (saleReference: string, origin: string): string =>
  `${origin}${PAGES.checkout}?session=${encodeURIComponent(saleReference)}`
