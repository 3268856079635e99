import { common } from '@foyer/contract/messages.en.ts'

/** The title of the browser tab, such as "Wallet - Foyer", or the shop's name alone for a page without a title. */
export const tabTitle = (title: string): string => (title ? `${title} - ${common.brand}` : common.brand)
