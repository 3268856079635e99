import { OFFICE_PAGES, type OfficeEventPage, type OfficePageName } from '@foyer/contract/office/pages.ts'

/** The address of a page about an event. */
export const eventPathIn = (
  page: OfficeEventPage,
  organiserId: number | null,
  eventId: number,
  section?: string,
): string => `${pathIn(page, organiserId)}&event_id=${eventId}${section === undefined ? '' : `&section=${section}`}`

/** The address of a page about an organiser. */
export const pathIn = (page: OfficePageName, organiserId: number | null): string =>
  `${OFFICE_PAGES[page].path}${organiserId === null || page === 'account' || page === 'shop' ? '' : `?organiser_id=${organiserId}`}`

export const orderPathIn = (organiserId: number | null, orderId: number): string =>
  `${pathIn('order', organiserId)}&order_id=${orderId}`

export const counterSalePathIn = (organiserId: number | null, orderId: number): string =>
  `${pathIn('counter_sale', organiserId)}&order_id=${orderId}`

export const changePathIn = (organiserId: number | null, orderId: number, ticketId: number): string =>
  `${pathIn('change', organiserId)}&order_id=${orderId}&ticket_id=${ticketId}`
