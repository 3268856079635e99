import { common } from '@foyer/contract/messages.ts'
import { PAGES, type ShopIdentity } from '@foyer/contract/pages.ts'
import { Icon } from '../ui/display/icon.tsx'
import { shieldIcon } from '../ui/display/icons.ts'
import { Logo } from '../ui/display/logo.tsx'
import css from './checkout-header.module.css'

/** The logo and a note that the checkout is secure, without links to press by accident. */
export function CheckoutHeader({ shop }: { shop: ShopIdentity }) {
  return (
    <header className={`no-print ${css.header}`}>
      <div className={`page ${css.row}`}>
        <a href={PAGES.home} className={css.home}>
          <Logo name={shop.name} src={shop.logo} />
        </a>
        <p className={css.secure}>
          <Icon shape={shieldIcon} size={20} />
          {common.secureCheckout}
        </p>
      </div>
    </header>
  )
}
