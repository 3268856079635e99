import { common } from '@foyer/contract/messages.ts'
import { PAGES, type Shell } from '@foyer/contract/pages.ts'
import type { User } from '@foyer/contract/types.ts'
import { language } from '@foyer/domain/format/language.ts'
import type { MouseEvent, ReactNode } from 'react'
import { PrivacyLink } from '../privacy/privacy-bar.tsx'
import { Logo } from '../ui/display/logo.tsx'
import { Contact } from './contact.tsx'
import css from './footer.module.css'

type Links = readonly (readonly [string, string])[]

const SHOP: Links = [
  [PAGES.events, common['nav.events']],
  [PAGES.gift_vouchers, common['nav.giftVouchers']],
  [PAGES.mailing_list, common['footer.mailingList']],
]
const LEGAL: Links = [
  [PAGES.terms, common['footer.terms']],
  [PAGES.accessibility, common['footer.accessibility']],
  [PAGES.refund_policy, common['footer.refunds']],
  [PAGES.withdraw, common['footer.withdraw']],
  [PAGES.privacy, common['footer.privacy']],
]

const OTHER_LANGUAGE = language() === 'fr' ? 'en' : 'fr'

/** Without script the link keeps only the page; with it, also its query, such as a search. */
function keepQuery({ currentTarget }: MouseEvent<HTMLAnchorElement>) {
  const url = new URL(location.href)
  url.searchParams.set('lang', OTHER_LANGUAGE)
  currentTarget.href = url.href
}

type Props = { user: User | null; shell: Shell }

export function Footer({ user, shell: { shop, privacy, guest } }: Props) {
  const account = user || guest ? [PAGES.wallet, common['nav.wallet']] : [PAGES.signin, common['nav.signIn']]
  return (
    <footer className={css.footer}>
      <div className={`page ${css.row}`}>
        <div className={css.mark}>
          <Logo name={shop.name} src={shop.logo} />
          <Contact email={shop.email} />
          {shop.run_by && <p>{shop.run_by}</p>}
        </div>
        <nav aria-label={common['footer.label']} className={css.lists}>
          <List links={[...SHOP, account as [string, string]]} />
          <List links={LEGAL}>
            <li>
              <a href={`?lang=${OTHER_LANGUAGE}`} lang={OTHER_LANGUAGE} className={css.link} onClick={keepQuery}>
                {common['footer.language']}
              </a>
            </li>
            {privacy && (
              <li>
                <PrivacyLink privacy={privacy} />
              </li>
            )}
          </List>
        </nav>
      </div>
    </footer>
  )
}

function List({ links, children }: { links: Links; children?: ReactNode }) {
  return (
    <ul className={css.list}>
      {links.map(([href, label]) => (
        <li key={href}>
          <a href={href} className={css.link}>
            {label}
          </a>
        </li>
      ))}
      {children}
    </ul>
  )
}
