import { common, checkout as t } from '@foyer/contract/messages.en.ts'
import type { User } from '@foyer/contract/types.ts'
import { useState } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { LoadingButton } from '../../../ui/actions/loading-button.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { userIcon } from '../../../ui/display/icons.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { useCheckoutState, useStore } from '../../state/context.tsx'
import css from './login.module.css'

export function ConfirmAccount({ user, onSignedOut }: { user: User; onSignedOut: () => Promise<void> }) {
  const store = useStore()
  const { moving } = useCheckoutState()
  const [leaving, setLeaving] = useState(false)

  const signOut = async () => {
    setLeaving(true)
    const answer = await store.call('logout_of_sale')
    setLeaving(false)
    if (answer.ok) await onSignedOut()
    else store.notify.error(t['error.logoutOfSale'])
  }

  return (
    <>
      <Panel className={css.card}>
        <Icon shape={userIcon} size={32} className={css.icon} />
        <div>
          <p className={css.lead}>{t['account.confirmLead']}</p>
          <p className={css.name}>{user.full_name}</p>
          <p className={css.email}>{user.email}</p>
          <Button variant="quiet" small className={css.signOut} disabled={leaving} onClick={signOut}>
            {t['link.signOut']}
          </Button>
        </div>
      </Panel>
      <LoadingButton loading={moving} disabled={leaving} className={css.next} onClick={() => store.next()}>
        {common['button.continue']}
      </LoadingButton>
    </>
  )
}
