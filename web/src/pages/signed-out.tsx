import type { ReplyOf } from '@foyer/contract/calls.ts'
import { account } from '@foyer/contract/messages.ts'
import { useState } from 'react'
import { SignIn } from '../account/sign-in.tsx'
import { Alert } from '../ui/feedback/alert.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import narrow from './narrow.module.css'

/** What a visitor who is not signed in sees of a personal page: a sign-in form. */
export function SignedOut({ title, heading }: { title: string; heading: string }) {
  const [unknown, setUnknown] = useState(false)

  const onChecked = ({ has_account }: ReplyOf<'check_one_time_code'>) => {
    if (!has_account) return setUnknown(true)
    location.reload()
    // Never resolves, so that the button stays busy until the page reloads.
    return new Promise(() => {})
  }

  return (
    <div className={`page ${narrow.narrow}`}>
      <h1>{title}</h1>
      <Panel className={narrow.form}>
        <h2>{heading}</h2>
        {unknown && (
          <Alert type="info" live>
            {account['signin.noAccount']}
          </Alert>
        )}
        <SignIn lead={account['wallet.signInLead']} onChecked={onChecked} key={String(unknown)} />
      </Panel>
    </div>
  )
}
