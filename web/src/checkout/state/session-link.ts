import { PAGES } from '@foyer/contract/pages.ts'

/** The link that opens this basket in another browser. */
export const sessionLink = (saleReference: string, origin: string): string =>
  `${origin}${PAGES.checkout}?session=${encodeURIComponent(saleReference)}`
