import type { ReplyOf } from '@foyer/contract/calls.ts'
import { account } from '@foyer/contract/messages.en.ts'
import { useState } from 'react'
import { SignIn } from '../account/sign-in.tsx'
import { Alert } from '../ui/feedback/alert.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import narrow from './narrow.module.css'

/** A page of somebody's own, to a visitor: signing in happens in place. */
export function SignedOut({ title, heading }: { title: string; heading: string }) {
  const [unknown, setUnknown] = useState(false)

  const checked = ({ has_account }: ReplyOf<'check_one_time_code'>) => {
    if (!has_account) return setUnknown(true)
    location.reload()
    // The button stays busy until the page is there.
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
        <SignIn lead={account['wallet.signInLead']} onChecked={checked} key={String(unknown)} />
      </Panel>
    </div>
  )
}
