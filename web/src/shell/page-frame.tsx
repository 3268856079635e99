import { common } from '@foyer/contract/messages.ts'
import type { Shell } from '@foyer/contract/pages.ts'
import type { ComponentProps, ReactNode } from 'react'
import { useUser } from '../api/user.ts'
import { PrivacyBar } from '../privacy/privacy-bar.tsx'
import { cx } from '../ui/cx.ts'
import { Notifications } from '../ui/feedback/notifications.tsx'
import { Bars } from './bars.tsx'
import css from './frame.module.css'
import { PageGuard } from './page-guard.tsx'
import { useTheme } from './theme.ts'
import { useKeptFocus } from './use-kept-focus.ts'

type Props = {
  shell: Shell
  header?: ReactNode
  footer?: ReactNode
  /** of the page's `main` element */
  className?: string
  notifications?: Omit<ComponentProps<typeof Notifications>, 'labels'>
  children: ReactNode
}

/** What every page of the shop has: bars, theme, focus and notifications. Without header and footer, the page alone. */
export function PageFrame({ shell, header, footer, className, notifications, children }: Props) {
  useTheme(useUser(shell.user), shell.context)
  useKeptFocus()
  return (
    <div className={css.frame}>
      <Bars shell={shell} />
      <PrivacyBar privacy={shell.privacy} />
      {header}
      <main id="content" tabIndex={-1} className={cx(css.main, className)}>
        <PageGuard>{children}</PageGuard>
      </main>
      {footer}
      <Notifications labels={{ region: common.notifications, close: common.dismiss }} {...notifications} />
    </div>
  )
}
