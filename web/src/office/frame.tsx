import { office as t } from '@foyer/contract/office/messages.ts'
import {
  OFFICE_PAGES,
  type OfficePageName,
  type OfficeScreenName,
  type OfficeShell,
  officePage,
  officePlaces,
} from '@foyer/contract/office/pages.ts'
import type { ReactNode } from 'react'
import { Button } from '../ui/actions/button.tsx'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/display/icon.tsx'
import {
  bankIcon,
  basketIcon,
  calendarIcon,
  homeIcon,
  moreIcon,
  sheetIcon,
  slidersIcon,
  ticketIcon,
  userIcon,
  usersIcon,
} from '../ui/display/icons.ts'
import { Logo } from '../ui/display/logo.tsx'
import { SelectField } from '../ui/forms/fields/select-field.tsx'
import { FindBox, FindLink } from './find-box.tsx'
import { OfficeForm } from './form/form.tsx'
import { Help } from './help.tsx'
import { pathIn, tabPathIn } from './paths.ts'
import { Done } from './sentence.tsx'

type Props = { shell: OfficeShell; page: OfficeScreenName; children: ReactNode }

const ICONS: Partial<Record<OfficePageName, string>> = {
  home: homeIcon,
  events: calendarIcon,
  orders: sheetIcon,
  counter: basketIcon,
  people: usersIcon,
  money: bankIcon,
  settings: slidersIcon,
  account: userIcon,
}

/** On a phone these stand in the bar at the foot, the others behind "More". */
const IN_BAR: readonly OfficePageName[] = ['home', 'events', 'orders', 'counter']

/** The menu with the organiser beside the page, or at the foot of a phone's screen; above the page the search and the tabs of its place. */
export function OfficeFrame({ shell, page, children }: Props) {
  if (!shell.me) return <Outside shell={shell}>{children}</Outside>
  const { menu, may, organiser_id } = shell
  const places = officePlaces(page)
  const place = menu.find((entry) => places.includes(entry.place))
  // Only a page of the place has its tabs: an order or a form about something has its own way back.
  const openTab = places.find((name) => place?.tabs.some((tab) => tab.page === name))
  const tabs = openTab === undefined ? [] : place!.tabs
  const section = new URLSearchParams(shell.page_path.split('?')[1]).get('section') || tabs[0]?.section
  return (
    <div className="office">
      <a className="skip-link" href="#content">
        {t.skip}
      </a>
      <Menu shell={shell} page={page} here={place?.place} />
      <div className="office-body">
        <div className={cx('page office-top', isAboutEvent(page) && 'office-top-event')}>
          {may.orders && (
            <>
              <FindBox shell={shell} page={page} />
              <FindLink shell={shell} />
            </>
          )}
          <Help shell={shell} />
        </div>
        {tabs.length > 1 && (
          <nav aria-label={place!.label} className={cx('page', place!.place === 'settings' && 'office-side')}>
            <div className="office-tabs">
              {tabs.map((tab) => (
                <a
                  key={tab.label}
                  href={tabPathIn(tab, organiser_id)}
                  aria-current={
                    tab.page === openTab && (tab.section === undefined || tab.section === section) ? 'page' : undefined
                  }
                >
                  {tab.label}
                </a>
              ))}
            </div>
          </nav>
        )}
        <main id="content" tabIndex={-1} className="page office-main">
          {shell.done && <Done parts={shell.done} />}
          {children}
        </main>
      </div>
    </div>
  )
}

/** Its pages have its name at the top of a phone's screen, so that the search is a link there. */
const isAboutEvent = (page: OfficeScreenName): boolean =>
  page === 'order' || officePage(page)?.path.startsWith('/office/event/') === true

/** The same list of another organiser; from an object's page, the list that has the objects of its kind. */
function Switch({ shell: { organisers, organiser_id }, page }: Omit<Props, 'children'>) {
  if (organisers.length < 2) return null
  const list = officePlaces(page).find((name) => officePage(name)?.isSwitched) ?? 'home'
  return (
    <form className="office-switch" method="get" action={officePage(list)!.path}>
      <SelectField
        label={t['nav.organiser']}
        labelHidden
        name="organiser_id"
        defaultValue={organiser_id ?? undefined}
        title={organisers.find(({ id }) => id === organiser_id)?.name}
      >
        {organisers.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {/* Where scripts run, a choice acts at once. */}
      <Button type="submit" variant="secondary" small>
        {t['nav.switch']}
      </Button>
    </form>
  )
}

function Menu({ shell, page, here }: Omit<Props, 'children'> & { here: OfficePageName | undefined }) {
  const entry = ({ place, page, label }: OfficeShell['menu'][number]) => (
    <a key={place} href={pathIn(page, shell.organiser_id)} aria-current={here === place ? 'page' : undefined}>
      <Icon shape={ICONS[place] ?? ticketIcon} />
      <span>{label}</span>
    </a>
  )
  return (
    <nav aria-label={t['nav.label']} className="office-nav">
      <a className="office-brand" href={OFFICE_PAGES.home.path}>
        <Logo name={t.brand} />
      </a>
      <Switch shell={shell} page={page} />
      {shell.may.orders && <FindBox shell={shell} />}
      {shell.menu.filter(({ place }) => IN_BAR.includes(place)).map(entry)}
      <button type="button" className="office-more" popoverTarget="office-rest">
        <Icon shape={moreIcon} />
        <span>{t['nav.more']}</span>
      </button>
      {/* Opens by the browser itself, without a script; beside a wider page it is always there. */}
      <div id="office-rest" className="office-rest" popover="auto">
        <Switch shell={shell} page={page} />
        {shell.menu.filter(({ place }) => !IN_BAR.includes(place)).map(entry)}
        <OfficeForm call="office_sign_out" shell={shell} next={OFFICE_PAGES.sign_in.path}>
          <Button type="submit" variant="quiet" small>
            {t['button.signOut']}
          </Button>
        </OfficeForm>
      </div>
    </nav>
  )
}

/** Before the sign-in. */
function Outside({ shell, children }: Omit<Props, 'page'>) {
  return (
    <>
      <a className="skip-link" href="#content">
        {t.skip}
      </a>
      <header className="office-header">
        <div className="page office-bar">
          <a className="office-brand" href={OFFICE_PAGES.home.path}>
            <Logo name={t.brand} />
          </a>
          <a href="/">{t['nav.shop']}</a>
          <Help shell={shell} />
        </div>
      </header>
      <main id="content" tabIndex={-1} className="page office-main office-narrow">
        {shell.done && <Done parts={shell.done} />}
        {children}
      </main>
    </>
  )
}
