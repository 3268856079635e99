import type { Shell } from '@foyer/contract/pages.ts'
import type { ReactNode } from 'react'
import { PrivacyLink } from '../privacy/privacy-bar.tsx'
import { CheckoutHeader } from './checkout-header.tsx'
import { Contact } from './contact.tsx'
import css from './frame.module.css'
import { PageFrame } from './page-frame.tsx'

/** A frame without links that lead away from buying; notifications stay until they are closed. */
export const CheckoutFrame = ({ shell, children }: { shell: Shell; children: ReactNode }) => (
  <PageFrame
    shell={shell}
    header={<CheckoutHeader shop={shell.shop} />}
    footer={
      (shell.privacy || shell.shop.email || shell.shop.run_by) && (
        <footer className={`page ${css.foot}`}>
          <Contact email={shell.shop.email} />
          {shell.shop.run_by && <p>{shell.shop.run_by}</p>}
          {shell.privacy && <PrivacyLink privacy={shell.privacy} />}
        </footer>
      )
    }
    className={css.sale}
    // Not over the countdown and the total, which are at the top or, on a wide screen, on the right.
    notifications={{ autoClose: false, position: 'bottom left' }}
  >
    {children}
  </PageFrame>
)
