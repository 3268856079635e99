import { office as t } from '@foyer/contract/office/messages.ts'
import { OFFICE_PAGES, type OfficeScreenName, type OfficeShell } from '@foyer/contract/office/pages.ts'
import type { ReactNode } from 'react'
import { Button } from '../ui/actions/button.tsx'
import { Logo } from '../ui/display/logo.tsx'
import { SelectField } from '../ui/forms/fields/select-field.tsx'
import { FindBox } from './find-box.tsx'
import { OfficeForm } from './form/form.tsx'
import { pathIn } from './paths.ts'
import { Done } from './sentence.tsx'

/** Pages that belong to "Events" in the menu. */
const EVENT_PAGES: readonly OfficeScreenName[] = [
  'events',
  'new_event',
  'event',
  'event_form',
  'dates',
  'codes',
  'code',
  'cancel',
  'event_picture',
  'referrals',
  'waiting',
  'door',
  'move',
  'door_list',
]

/** Pages that belong to the menu entry of another page. */
const MENU_ENTRIES: Partial<Record<OfficeScreenName, OfficeScreenName>> = {
  payments: 'settings',
  payouts: 'money',
  brand: 'settings',
  keys: 'team',
  give: 'orders',
  counter_sale: 'counter',
  shift: 'counter',
  webhooks: 'team',
  webhook: 'team',
  reader: 'counter',
  readers: 'settings',
  mailing: 'mailings',
}

type Props = { shell: OfficeShell; page: OfficeScreenName; children: ReactNode }

/** The header with the menu, then the page. */
export function OfficeFrame({ shell, page, children }: Props) {
  const { me, may, organisers, organiser_id } = shell
  const here = EVENT_PAGES.includes(page) ? 'events' : (MENU_ENTRIES[page] ?? page)
  const link = (
    name:
      | 'home'
      | 'events'
      | 'orders'
      | 'people'
      | 'money'
      | 'gift_aid'
      | 'counter'
      | 'mailings'
      | 'settings'
      | 'shop'
      | 'team'
      | 'log'
      | 'account',
    label: string,
  ) => (
    <a href={pathIn(name, organiser_id)} aria-current={here === name ? 'page' : undefined}>
      {label}
    </a>
  )
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
          {me && (
            <nav aria-label={t['nav.label']} className="office-nav">
              {link('home', t['nav.home'])}
              {organisers.length > 0 && link('events', t['nav.events'])}
              {may.counter && link('counter', t['nav.counter'])}
              {may.orders && link('orders', t['nav.orders'])}
              {may.people && link('people', t['nav.people'])}
              {may.money && link('money', t['nav.money'])}
              {may.gift_aid && link('gift_aid', t['nav.giftAid'])}
              {may.mailings && link('mailings', t['nav.mailings'])}
              {may.settings && link('settings', t['nav.settings'])}
              {me.is_operator && link('shop', t['nav.shopSettings'])}
              {may.team && link('team', t['nav.team'])}
              {may.log && link('log', t['nav.log'])}
              {link('account', t['nav.account'])}
            </nav>
          )}
          {me ? (
            <OfficeForm call="office_sign_out" shell={shell} next={OFFICE_PAGES.sign_in.path} className="office-out">
              <Button type="submit" variant="quiet" small>
                {t['button.signOut']}
              </Button>
            </OfficeForm>
          ) : (
            <a href="/">{t['nav.shop']}</a>
          )}
        </div>
      </header>
      {me && may.orders && (
        <FindBox
          shell={shell}
          q={page === 'find' ? (new URLSearchParams(shell.page_path.split('?')[1]).get('q') ?? '') : ''}
        />
      )}
      {organisers.length > 1 &&
        (page === 'home' ||
          page === 'events' ||
          page === 'orders' ||
          page === 'people' ||
          page === 'money' ||
          page === 'payouts' ||
          page === 'gift_aid' ||
          page === 'counter' ||
          page === 'shift' ||
          page === 'mailings' ||
          page === 'settings' ||
          page === 'team' ||
          page === 'log') && (
          <form className="page office-switch" method="get" action={OFFICE_PAGES[page].path}>
            <SelectField label={t['nav.organiser']} name="organiser_id" defaultValue={organiser_id ?? undefined}>
              {organisers.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
            <Button type="submit" variant="secondary" small>
              {t['nav.switch']}
            </Button>
          </form>
        )}
      <main id="content" tabIndex={-1} className={me ? 'page office-main' : 'page office-main office-narrow'}>
        {shell.done && <Done parts={shell.done} />}
        {children}
      </main>
    </>
  )
}
