import { account, common } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import type { User } from '@foyer/contract/types.ts'
import { call } from '../../api/client.ts'
import { setUser, useUser } from '../../api/user.ts'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { LoadingButton } from '../../ui/actions/loading-button.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Checkbox } from '../../ui/forms/fields/checkbox.tsx'
import { LEAVING, useAction } from '../../ui/forms/use-action.ts'
import css from './wallet.module.css'

/**
 * Links and actions for the account rather than the tickets. A guest has no account: nothing to set, and nothing to sign out of,
 * but a shared browser must be able to forget their address.
 */
export function AccountBar({ sent }: { sent: User | null }) {
  const user = useUser(sent)
  const { busy, run } = useAction()

  const signOut = async () => {
    const answer = await call('sign_out')
    if (answer.ok) {
      location.assign(user ? PAGES.home : PAGES.signin)
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
        <>
          <Checkbox
            label={common['nav.dark']}
            checked={user.is_dark_mode}
            onChange={(event) => void setDark(event.target.checked)}
          />
          <ButtonLink href={PAGES.account} variant="secondary" small>
            {account['settings.title']}
          </ButtonLink>
        </>
      )}
      <LoadingButton variant="secondary" small loading={busy !== null} onClick={() => run(signOut)}>
        {user ? common['nav.signOut'] : account['wallet.otherEmail']}
      </LoadingButton>
    </section>
  )
}
