import type { Shell } from '@foyer/contract/pages.ts'
import type { ReactNode } from 'react'
import { useUser } from '../api/user.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { PageFrame } from './page-frame.tsx'

/** Header, page and footer. Notifications close after three seconds. */
export function ShopFrame({ shell, children }: { shell: Shell; children: ReactNode }) {
  const user = useUser(shell.user)
  return (
    <PageFrame
      shell={shell}
      header={<Header user={user} shell={shell} />}
      footer={<Footer user={user} shell={shell} />}
    >
      {children}
    </PageFrame>
  )
}
