import { common } from '@foyer/contract/messages.ts'
import { createContext, useContext } from 'react'

/** The shop's name, for components deep in the page. */
export const ShopName = createContext<string>(common.brand)

/** The title of the browser tab, such as "Wallet - Foyer", or the shop's name alone for a page without a title. */
export const tabTitle = (title: string, shop: string): string => (title ? `${title} - ${shop}` : shop)

/** The same for a page that changes its title. */
export function useTabTitle(title: string): string {
  return tabTitle(title, useContext(ShopName))
}
