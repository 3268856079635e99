import { fill } from '@foyer/contract/fill.ts'
import { checkout as t } from '@foyer/contract/messages.ts'
import type { User } from '@foyer/contract/types.ts'
import { keepDraftsOf } from '../../../drafts/draft-storage.ts'
import { LoadingButton } from '../../../ui/actions/loading-button.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { userIcon } from '../../../ui/display/icons.ts'
import { useAction } from '../../../ui/forms/use-action.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import forms from '../../forms/forms.module.css'
import { useCheckout, useCheckoutState, useStore } from '../../state/context.tsx'
import css from './login.module.css'

export function ConfirmAccount({ user, onSignedOut }: { user: User; onSignedOut: () => Promise<void> }) {
  const store = useStore()
  const { sale_reference: sale } = useCheckout()
  const { moving } = useCheckoutState()
  const { busy, run } = useAction()

  const confirm = () => {
    // Before the next step reads its drafts. Another tab may have signed this account in.
    keepDraftsOf(user.email, sale)
    return store.next()
  }
  const signOut = async () => {
    const answer = await store.call('logout_of_sale')
    if (answer.ok) {
      store.notify.withdraw?.(t['error.logoutOfSale'])
      await onSignedOut()
    } else store.notify.error(t['error.logoutOfSale'])
  }

  return (
    <Panel className={css.form}>
      <div className={css.card}>
        <Icon shape={userIcon} size={32} className={css.icon} />
        <div>
          <p className={css.lead}>{t['account.confirmLead']}</p>
          <p className={css.name}>{user.full_name}</p>
          <p className={css.email}>{user.email}</p>
        </div>
      </div>
      <div className={forms.buttons}>
        <LoadingButton loading={moving} disabled={busy !== null} className={css.next} onClick={confirm}>
          {fill(t['account.continueAs'], { name: user.full_name })}
        </LoadingButton>
        <button type="button" className={forms.skip} disabled={busy !== null} onClick={() => run(signOut)}>
          {t['link.signOut']}
        </button>
      </div>
    </Panel>
  )
}
