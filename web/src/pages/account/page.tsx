import type { ReplyOf } from '@foyer/contract/calls.ts'
import { account } from '@foyer/contract/messages.en.ts'
import { useState } from 'react'
import { SignIn } from '../../account/sign-in.tsx'
import type { Page } from '../../page.ts'
import { Alert } from '../../ui/feedback/alert.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import narrow from '../narrow.module.css'
import { Settings } from './settings.tsx'

/** Whose payments these are is one code away, in place. */
function SignedOut() {
  const [unknown, setUnknown] = useState(false)

  const checked = ({ has_account }: ReplyOf<'check_one_time_code'>) => {
    if (!has_account) return setUnknown(true)
    location.reload()
    // the button keeps turning until the page is there
    return new Promise(() => {})
  }

  return (
    <div className={`page ${narrow.narrow}`}>
      <h1>{account['settings.title']}</h1>
      <Panel className={narrow.form}>
        <h2>{account['settings.signIn']}</h2>
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

export const page: Page<'account'> = {
  title: () => account['settings.title'],
  frame: 'shop',
  Body: ({ data, shell }) => (data ? <Settings data={data} email={shell.user?.email ?? ''} /> : <SignedOut />),
}
