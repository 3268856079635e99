import type { PageName } from '@foyer/contract/pages.ts'
import { shadesOf } from '@foyer/domain/brand/accent.ts'

/** What installs the wallet, with the shop around it, and the door on a home screen. */
export const SHOP_APP = '/app.webmanifest'
export const DOOR_APP = '/door/app.webmanifest'

/** The icon of a home screen on an iPhone or iPad, which takes no other. */
export const APPLE_ICON = '/brand/apple-180.png'

/** The colour of both marks, the usual of the shop. Same value as tokens.css. */
export const PLUM = '#6d1b52'

/** The elements with which a browser offers to install a page, and colours its own bars like it. */
export const appLinks = (page: PageName, isDark: boolean): string =>
  [
    `<link rel="manifest" href="${page === 'door' ? DOOR_APP : SHOP_APP}">`,
    `<link rel="apple-touch-icon" href="${APPLE_ICON}">`,
    `<meta name="theme-color" content="${shadesOf(PLUM, isDark ? 'dark' : 'light').ground}">`,
  ].join('')
