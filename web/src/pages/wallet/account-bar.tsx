import { account, common } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { call } from '../../api/client.ts'
import { setUser, useUser } from '../../api/user.ts'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { LoadingButton } from '../../ui/actions/loading-button.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Checkbox } from '../../ui/forms/fields/checkbox.tsx'
import { LEAVING, useAction } from '../../ui/forms/use-action.ts'
import css from './wallet.module.css'

/** Links and actions for the account rather than the tickets. */
export function AccountBar() {
  const user = useUser(null)
  const { busy, run } = useAction()

  const signOut = async () => {
    const answer = await call('sign_out')
    if (answer.ok) {
      location.assign(PAGES.home)
      return LEAVING
    }
    notify.error(answer.error || common['error.unknown'])
  }

  const setDark = async (is_dark_mode: boolean) => {
    const before = user
    if (user) setUser({ ...user, is_dark_mode })
    const answer = await call('set_dark_mode', { is_dark_mode })
    setUser(answer.ok ? answer.reply.user : before)
    if (!answer.ok) notify.error(answer.error || common['error.unknown'])
  }

  return (
    <section className={`${css.account} no-print`} aria-label={account['wallet.accountLabel']}>
      {user && (
        <Checkbox
          label={common['nav.dark']}
          checked={user.is_dark_mode}
          onChange={(event) => void setDark(event.target.checked)}
        />
      )}
      <ButtonLink href={PAGES.account} variant="secondary" small>
        {account['settings.title']}
      </ButtonLink>
      <LoadingButton variant="secondary" small loading={busy !== null} onClick={() => run(signOut)}>
        {common['nav.signOut']}
      </LoadingButton>
    </section>
  )
}
