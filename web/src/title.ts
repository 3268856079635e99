import { common } from '@foyer/contract/messages.en.ts'

/** What the browser's tab says: "Wallet - Foyer"; the shop's name alone for a page without words of its own. */
export const tabTitle = (title: string): string => (title ? `${title} - ${common.brand}` : common.brand)
