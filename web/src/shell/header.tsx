import { fill } from '@foyer/contract/fill.ts'
import { common } from '@foyer/contract/messages.ts'
import { PAGES, type Shell } from '@foyer/contract/pages.ts'
import type { User } from '@foyer/contract/types.ts'
import { formatNumber } from '@foyer/domain/format/number.ts'

import { Icon } from '../ui/display/icon.tsx'
import { basketIcon, ticketIcon, userIcon } from '../ui/display/icons.ts'
import { Logo } from '../ui/display/logo.tsx'
import { useBasketQuantity } from './basket-badge.ts'
import css from './header.module.css'

const LINKS = [
  [PAGES.events, common['nav.events']],
  [PAGES.gift_vouchers, common['nav.giftVouchers']],
] as const

export function Header({ user, shell }: { user: User | null; shell: Shell }) {
  const count = useBasketQuantity(shell.basket_quantity)
  const account =
    user || shell.guest
      ? { href: PAGES.wallet, icon: ticketIcon, label: common['nav.wallet'] }
      : { href: PAGES.signin, icon: userIcon, label: common['nav.signIn'] }
  return (
    <header className={`no-print ${css.header}`}>
      <div className={`page ${css.row}`}>
        <a href={PAGES.home} className={css.home}>
          <Logo name={shell.shop.name} src={shell.shop.logo} />
        </a>
        <nav aria-label={common['nav.label']} className={css.nav}>
          {LINKS.map(([href, label]) => (
            <a key={href} href={href} className={css.link}>
              {label}
            </a>
          ))}
        </nav>
        <div className={css.own}>
          <a href={account.href} className={css.link}>
            <Icon shape={account.icon} />
            <span className={css.words}>{account.label}</span>
          </a>
          <a
            href={PAGES.checkout}
            className={css.link}
            aria-label={count > 0 ? fill(common['nav.basketCount'], { n: count }) : undefined}
          >
            <Icon shape={basketIcon} />
            <span className={css.words}>{common['nav.basket']}</span>
            {count > 0 && <span className={css.badge}>{formatNumber(count)}</span>}
          </a>
        </div>
      </div>
    </header>
  )
}
