import { OFFICE_CALLS } from '@foyer/contract/office/calls.ts'
import { ORGANISER_SECTIONS } from '@foyer/contract/office/events/organiser-fields.en.ts'
import { payments } from '@foyer/contract/office/events/payments.en.ts'
import { office, pictures } from '@foyer/contract/office/messages.ts'
import { OFFICE_PAGE_NAMES, type OfficePageName, type OfficeShell, officePage } from '@foyer/contract/office/pages.ts'
import { texts } from '@foyer/contract/office/texts/messages.en.ts'
import { type Action, may, openTo, operatorMay } from '@foyer/domain/office/rights.ts'
import type { Deps } from '../../deps.ts'
import { hasFreshProof } from '../../http/session.ts'
import { codeSentTo } from '../../office/session/code.ts'
import type { OfficeSession } from '../../office/session/session.ts'
import { organiserToOpen } from './last-organiser.ts'

type Own = Pick<
  OfficeShell,
  'me' | 'organisers' | 'organiser_id' | 'menu' | 'may' | 'proved' | 'sent_to' | 'long_code' | 'sandbox'
>

const isTabOf = (place: OfficePageName, name: OfficePageName): boolean => {
  const { tab, under } = officePage(name)!
  return tab !== undefined && (name === place || under === place)
}

/** The settings of an organiser, a section a page. */
const SETTINGS_TABS: OfficeShell['menu'][number]['tabs'] = [
  ...ORGANISER_SECTIONS.map(({ name, label }) => ({ page: 'settings' as const, label, section: name })),
  { page: 'brand', label: pictures['brand.title'] },
  { page: 'payments', label: payments.title },
  { page: 'texts', label: texts.title },
]

/** Data that every page of the office needs besides its own. `wanted`: the organiser in the address. */
export async function officeShellOf({ db, config, clock }: Deps, session: OfficeSession, wanted: number): Promise<Own> {
  const { staff, roles } = session
  const sent = await codeSentTo(db, session.id, clock.now())
  const now = clock.now()
  const ids = roles.map(({ organiserId }) => organiserId)
  const organisers =
    staff === null
      ? []
      : await db
          .selectFrom('organisers')
          .select(['id', 'name'])
          .$if(!staff.isOperator, (query) => query.where('id', 'in', [0, ...ids]))
          .orderBy('name')
          .execute()
  const current =
    organisers.find(({ id }) => id === wanted) ?? (await organiserToOpen({ db }, session, organisers, now))
  const role = roles.find(({ organiserId }) => organiserId === current?.id)?.role
  const mayHere = (action: Action) =>
    (role !== undefined && may(role, action)) || (staff?.isOperator === true && operatorMay(action))
  const isOpen = (name: OfficePageName): boolean => {
    const { call } = officePage(name)!
    if (staff === null) return false
    const { action } = OFFICE_CALLS[call]
    // The first page is also shown to a person without an organiser.
    if (name === 'home' || openTo(action) === 'staff') return true
    return openTo(action) === 'operator' ? staff.isOperator : current !== undefined && mayHere(action)
  }
  return {
    me: staff && {
      id: staff.id,
      name: staff.name,
      email: staff.email,
      is_operator: staff.isOperator,
      is_dark_mode: staff.isDarkMode,
    },
    organisers,
    organiser_id: current?.id ?? null,
    menu: OFFICE_PAGE_NAMES.flatMap((place) => {
      const { menu, tab } = officePage(place)!
      if (menu === undefined) return []
      const tabs = tab === undefined ? [] : OFFICE_PAGE_NAMES.filter((name) => isTabOf(place, name)).filter(isOpen)
      const page = isOpen(place) ? place : tabs[0]
      const named = tabs.flatMap((name) =>
        name === 'settings' ? SETTINGS_TABS : [{ page: name, label: office[officePage(name)!.tab!] }],
      )
      return page === undefined ? [] : [{ place, page, label: office[menu], tabs: named }]
    }),
    may: {
      events: mayHere('change_events'),
      orders: mayHere('see_orders'),
      people: mayHere('see_people'),
      counter: mayHere('sell_at_counter'),
      mailings: mayHere('see_mailings'),
      door: mayHere('admit'),
      settings: mayHere('see_organiser'),
      change_team: mayHere('change_team'),
      export_log: mayHere('export_log'),
    },
    proved: hasFreshProof(session, now),
    sent_to: sent?.email ?? null,
    long_code: sent?.isLong ?? false,
    sandbox: config.live === null && config.smtpUrl === undefined,
  }
}
