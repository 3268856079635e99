import type { ReplyOf } from '@foyer/contract/calls.ts'
import { account } from '@foyer/contract/messages.ts'
import { PAGES, type PageData, type Shell } from '@foyer/contract/pages.ts'
import { useState } from 'react'
import { SignIn } from '../../account/sign-in.tsx'
import { refreshUser, useUser } from '../../api/user.ts'
import type { Page } from '../../page.ts'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import narrow from '../narrow.module.css'

function SignInPage({ data: { next, again = false }, shell }: { data: PageData['signin']; shell: Shell }) {
  const user = useUser(shell.user)
  const [unknown, setUnknown] = useState(false)

  const onChecked = async ({ has_account }: ReplyOf<'check_one_time_code'>) => {
    if (!has_account) return setUnknown(true)
    await refreshUser()
    location.assign(next || PAGES.wallet)
    // never resolves, so that the button stays busy until the next page loads
    return new Promise(() => {})
  }

  return (
    <div className={`page ${narrow.narrow}`}>
      <h1>{again ? account['signin.againTitle'] : account['signin.title']}</h1>
      {user && !again ? (
        <Alert
          type="success"
          live
          action={
            <ButtonLink href={next || PAGES.wallet} small>
              {account['signin.toWallet']}
            </ButtonLink>
          }
        >
          {account['signin.done']}
        </Alert>
      ) : unknown ? (
        <Alert
          type="info"
          live
          action={
            <ButtonLink href={PAGES.events} small>
              {account['signin.browse']}
            </ButtonLink>
          }
        >
          {account['signin.noAccount']}
        </Alert>
      ) : (
        <>
          <p className={narrow.lead}>{again ? account['signin.againLead'] : account['signin.lead']}</p>
          <Panel>
            <SignIn onChecked={onChecked} />
          </Panel>
        </>
      )}
    </div>
  )
}

export const page: Page<'signin'> = { title: () => account['signin.title'], frame: 'shop', Body: SignInPage }
