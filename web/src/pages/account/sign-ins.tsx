import { fill } from '@foyer/contract/fill.ts'
import { account } from '@foyer/contract/messages.ts'
import type { SignIn } from '@foyer/contract/pages.ts'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { LoadingButton } from '../../ui/actions/loading-button.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { useAction } from '../../ui/forms/use-action.ts'
import css from './account.module.css'
import { showFailure } from './show-failure.ts'

/** The browsers in which the buyer is signed in, and a button to sign out the others. */
export function SignIns({ first }: { first: readonly SignIn[] }) {
  const [signIns, setSignIns] = useState(first)
  const { busy, run } = useAction()

  const endOthers = async () => {
    const answer = await call('sign_out_elsewhere')
    if (!answer.ok) return showFailure(answer, account['settings.signOutFailed'])
    setSignIns(signIns.filter(({ is_this }) => is_this))
    notify.success(account['settings.signedOutElsewhere'])
  }

  return (
    <section className={css.section} aria-labelledby="sign-ins">
      <h2 id="sign-ins">{account['settings.signIns']}</h2>
      {/* biome-ignore lint/a11y/noRedundantRoles: without markers, Safari does not announce it as a list */}
      <ul role="list" className={css.cards}>
        {signIns.map(({ device, nice_last_seen, is_this }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing else identifies two browsers of one kind
          <li key={n} className={css.card}>
            <span>{device || account['settings.unknownDevice']}</span>
            <span>
              {is_this ? account['settings.thisDevice'] : fill(account['settings.lastSeen'], { when: nice_last_seen })}
            </span>
          </li>
        ))}
      </ul>
      {signIns.some(({ is_this }) => !is_this) && (
        <div>
          <LoadingButton variant="secondary" loading={busy !== null} onClick={() => run(endOthers)}>
            {account['settings.signOutElsewhere']}
          </LoadingButton>
        </div>
      )}
    </section>
  )
}
