import { common } from '@foyer/contract/messages.ts'
import type { Shell } from '@foyer/contract/pages.ts'
import type { ReactNode } from 'react'
import { useUser } from '../api/user.ts'
import { PrivacyBar, PrivacyLink } from '../privacy/privacy-bar.tsx'
import { Notifications } from '../ui/feedback/notifications.tsx'
import { Bars } from './bars.tsx'
import { CheckoutHeader } from './checkout-header.tsx'
import { Contact } from './contact.tsx'
import css from './frame.module.css'
import { useTheme } from './theme.ts'
import { useKeptFocus } from './use-kept-focus.ts'

/** A frame without links that lead away from buying; notifications stay until they are closed. */
export function CheckoutFrame({ shell, children }: { shell: Shell; children: ReactNode }) {
  const user = useUser(shell.user)
  useTheme(user, shell.context)
  useKeptFocus()
  return (
    <div className={css.frame}>
      <Bars shell={shell} />
      <PrivacyBar privacy={shell.privacy} />
      <CheckoutHeader shop={shell.shop} />
      <main id="content" tabIndex={-1} className={`${css.main} ${css.sale}`}>
        {children}
      </main>
      {(shell.privacy || shell.shop.email) && (
        <footer className={`page ${css.foot}`}>
          <Contact email={shell.shop.email} />
          {shell.privacy && <PrivacyLink privacy={shell.privacy} />}
        </footer>
      )}
      {/* Not over the countdown and the total, which are at the top or, on a wide screen, on the right. */}
      <Notifications
        labels={{ region: common.notifications, close: common.dismiss }}
        autoClose={false}
        position="bottom left"
      />
    </div>
  )
}
