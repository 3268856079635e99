import {
  OFFICE_PAGES,
  type OfficeEventPage,
  type OfficePageName,
  type OfficeShell,
} from '@foyer/contract/office/pages.ts'

/** The address of a page about an event. */
export const eventPathIn = (
  page: OfficeEventPage,
  organiserId: number | null,
  eventId: number,
  section?: string,
): string => `${pathIn(page, organiserId)}&event_id=${eventId}${section === undefined ? '' : `&section=${section}`}`

/** The address of a page about an organiser. */
export const pathIn = (page: OfficePageName, organiserId: number | null): string =>
  `${OFFICE_PAGES[page].path}${organiserId === null || OF_NO_ORGANISER.has(page) ? '' : `?organiser_id=${organiserId}`}`

/** Pages about the person or the installation. */
const OF_NO_ORGANISER: ReadonlySet<OfficePageName> = new Set([
  'account',
  'shop',
  'shop_texts',
  'organisers',
  'organiser',
  'health',
])

/** The address of a tab of a place in the menu. */
export const tabPathIn = ({ page, section }: Tab, organiserId: number | null): string =>
  `${pathIn(page, organiserId)}${section === undefined ? '' : `&section=${section}`}`

export const orderPathIn = (organiserId: number | null, orderId: number): string =>
  `${pathIn('order', organiserId)}&order_id=${orderId}`

type Tab = OfficeShell['menu'][number]['tabs'][number]
type ListName = 'orders' | 'people'

/** The address of an order, from which its page leads back to this list with its filter. */
export const orderPathFrom = (list: ListName, shell: OfficeShell, orderId: number): string =>
  `${orderPathIn(shell.organiser_id, orderId)}&${new URLSearchParams({ back: `${list}?${filterIn(shell.page_path)}` })}`

/** The query of a list's address without the organiser. */
function filterIn(path: string): string {
  const query = new URLSearchParams(path.split('?')[1])
  query.delete('organiser_id')
  return query.toString()
}

/** The list that an order was opened from, with its filter; all orders if it wasn't opened from one. */
export function listBehind({ page_path, organiser_id }: OfficeShell): { list: ListName; path: string } {
  const back = new URLSearchParams(page_path.split('?')[1]).get('back') ?? ''
  const list = back.startsWith('people?') ? 'people' : 'orders'
  const filter = filterIn(back)
  return { list, path: `${pathIn(list, organiser_id)}${filter && `&${filter}`}` }
}

export const counterSalePathIn = (organiserId: number | null, orderId: number): string =>
  `${pathIn('counter_sale', organiserId)}&order_id=${orderId}`

export const changePathIn = (organiserId: number | null, orderId: number, ticketId: number): string =>
  `${pathIn('change', organiserId)}&order_id=${orderId}&ticket_id=${ticketId}`

export const partyPathIn = (organiserId: number | null, orderId: number, ticketId: number): string =>
  `${pathIn('party', organiserId)}&order_id=${orderId}&ticket_id=${ticketId}`
