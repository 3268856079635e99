import { fill } from '@foyer/contract/fill.ts'
import { door } from '@foyer/contract/office/door/messages.en.ts'
import {
  cancelling,
  codes,
  events,
  manyDates,
  moving,
  newEvent,
  payments,
  previewing,
} from '@foyer/contract/office/events/messages.en.ts'
import { giftAid } from '@foyer/contract/office/gift-aid/messages.en.ts'
import { lists } from '@foyer/contract/office/lists/messages.en.ts'
import {
  entrance,
  home,
  log,
  me,
  nobody,
  office,
  pictures,
  prove,
  refusedPage,
  team,
} from '@foyer/contract/office/messages.ts'
import { moneyPage } from '@foyer/contract/office/money/messages.en.ts'
import { changePage, feedbackPage, find, orderPage, referralsPage } from '@foyer/contract/office/orders/messages.en.ts'
import type { OfficePageData, OfficeShell, OfficeShown } from '@foyer/contract/office/pages.ts'
import type { ReactNode } from 'react'
import { OfficeFrame } from './frame.tsx'
import { AccountPage } from './pages/account.tsx'
import { CancelPage } from './pages/cancel.tsx'
import { CodePage, CodesPage } from './pages/codes.tsx'
import { DatesPage } from './pages/dates.tsx'
import { DoorListPage, DoorPage } from './pages/door.tsx'
import { FirstPage, InvitationPage, SignInPage } from './pages/entrance.tsx'
import { EventPage } from './pages/event.tsx'
import { EventFormPage } from './pages/event-form.tsx'
import { EventsPage } from './pages/events.tsx'
import { GiftAidPage } from './pages/gift-aid.tsx'
import { HomePage } from './pages/home.tsx'
import { OrdersPage, PeoplePage } from './pages/list.tsx'
import { LogPage } from './pages/log.tsx'
import { MoneyPage } from './pages/money.tsx'
import { MovePage } from './pages/move.tsx'
import { NewEventPage } from './pages/new-event.tsx'
import { ChangePage } from './pages/order/change.tsx'
import { FeedbackPage } from './pages/order/feedback.tsx'
import { FindPage } from './pages/order/find.tsx'
import { OrderPage } from './pages/order/order.tsx'
import { PaymentsPage } from './pages/payments.tsx'
import { BrandPage, EventPicturePage, ShopPage } from './pages/pictures.tsx'
import { PreviewPage } from './pages/preview.tsx'
import { ProvePage } from './pages/prove.tsx'
import { ReferralsPage } from './pages/referrals.tsx'
import { NothingPage, RefusedPage } from './pages/refused.tsx'
import { SettingsPage } from './pages/settings.tsx'
import { TeamPage } from './pages/team.tsx'

type Pages = {
  [P in OfficeShown]: {
    title: (data: OfficePageData[P]) => string
    Body: (props: { data: OfficePageData[P]; shell: OfficeShell }) => ReactNode
  }
}

/** Pages of plain forms and tables: the server draws them, and the browser gets no script for them. */
export const UNSCRIPTED: readonly OfficeShown[] = ['orders', 'people', 'money']
const Unscripted = () => null

const PAGES: Pages = {
  sign_in: { title: () => entrance.title, Body: SignInPage },
  first: { title: () => entrance['first.title'], Body: FirstPage },
  invitation: { title: () => entrance['invitation.accept'], Body: InvitationPage },
  prove: { title: () => prove.title, Body: ProvePage },
  home: { title: () => home.title, Body: HomePage },
  events: { title: () => events.title, Body: EventsPage },
  new_event: { title: () => newEvent.title, Body: NewEventPage },
  event: { title: ({ title }) => title, Body: EventPage },
  event_form: { title: ({ title, label }) => `${label} - ${title}`, Body: EventFormPage },
  cancel: {
    title: ({ title, nice_date }) => `${fill(cancelling.title, { what: nice_date || cancelling.event })} - ${title}`,
    Body: CancelPage,
  },
  preview: { title: ({ title }) => `${previewing.title} - ${title}`, Body: PreviewPage },
  dates: { title: ({ title }) => `${manyDates.title} - ${title}`, Body: DatesPage },
  codes: { title: ({ title }) => `${codes.title} - ${title}`, Body: CodesPage },
  move: { title: ({ title }) => `${moving.title} - ${title}`, Body: MovePage },
  door: { title: ({ title }) => `${door.title} - ${title}`, Body: DoorPage },
  door_list: { title: ({ title }) => `${door['list.title']} - ${title}`, Body: DoorListPage },
  code: { title: ({ code, title }) => `${code.code} - ${title}`, Body: CodePage },
  referrals: { title: ({ title }) => `${referralsPage.title} - ${title}`, Body: ReferralsPage },
  feedback: { title: () => feedbackPage.title, Body: FeedbackPage },
  find: { title: () => find.title, Body: FindPage },
  order: { title: ({ number }) => fill(orderPage.title, { number }), Body: OrderPage },
  change: { title: () => changePage.title, Body: ChangePage },
  orders: { title: () => lists.orders, Body: import.meta.env.SSR ? OrdersPage : Unscripted },
  people: { title: () => lists.people, Body: import.meta.env.SSR ? PeoplePage : Unscripted },
  money: { title: () => moneyPage.title, Body: import.meta.env.SSR ? MoneyPage : Unscripted },
  gift_aid: { title: () => giftAid.title, Body: GiftAidPage },
  settings: { title: ({ label }) => label, Body: SettingsPage },
  payments: { title: () => payments.title, Body: PaymentsPage },
  event_picture: { title: ({ title }) => `${pictures.eventTitle} - ${title}`, Body: EventPicturePage },
  brand: { title: () => pictures['brand.title'], Body: BrandPage },
  shop: { title: () => pictures['shop.title'], Body: ShopPage },
  team: { title: () => team.title, Body: TeamPage },
  log: { title: () => log.title, Body: LogPage },
  account: { title: () => me.title, Body: AccountPage },
  refused: { title: ({ status }) => (status === 403 ? refusedPage.mayNot : refusedPage.notFound), Body: RefusedPage },
  nothing: { title: () => nobody.title, Body: NothingPage },
}

export const titleOf = <P extends OfficeShown>(page: P, data: OfficePageData[P]): string =>
  `${PAGES[page].title(data)} - ${office.brand}`

type Props<P extends OfficeShown> = { page: P; data: OfficePageData[P]; shell: OfficeShell }

/** A page of the office in its frame: all that stands in the root element. */
export function OfficePage<P extends OfficeShown>({ page, data, shell }: Props<P>) {
  const { Body } = PAGES[page]
  return (
    <OfficeFrame shell={shell} page={page}>
      <Body data={data} shell={shell} />
    </OfficeFrame>
  )
}
