import { common } from '@foyer/contract/messages.ts'
import type { Shell } from '@foyer/contract/pages.ts'
import type { ReactNode } from 'react'
import { useUser } from '../api/user.ts'
import { PrivacyBar } from '../privacy/privacy-bar.tsx'
import { Notifications } from '../ui/feedback/notifications.tsx'
import { Bars } from './bars.tsx'
import { Footer } from './footer.tsx'
import css from './frame.module.css'
import { Header } from './header.tsx'
import { useTheme } from './theme.ts'
import { useKeptFocus } from './use-kept-focus.ts'

type Props = { shell: Shell; children: ReactNode }

/** Header, page and footer. Notifications close after three seconds. */
export const ShopFrame = (props: Props) => <PageFrame {...props} hasNavigation />

/** The page without header and footer, for staff at the door. */
export const BareFrame = (props: Props) => <PageFrame {...props} hasNavigation={false} />

function PageFrame({ shell, children, hasNavigation }: Props & { hasNavigation: boolean }) {
  const user = useUser(shell.user)
  useTheme(user, shell.context)
  useKeptFocus()
  return (
    <div className={css.frame}>
      <Bars shell={shell} />
      <PrivacyBar privacy={shell.privacy} />
      {hasNavigation && <Header user={user} shell={shell} />}
      <main id="content" tabIndex={-1} className={css.main}>
        {children}
      </main>
      {hasNavigation && <Footer user={user} shell={shell} />}
      <Notifications labels={{ region: common.notifications, close: common.dismiss }} />
    </div>
  )
}
