import { fill } from '@foyer/contract/fill.ts'
import { account as t } from '@foyer/contract/messages.ts'
import type { PageData } from '@foyer/contract/pages.ts'
import { useState } from 'react'
import { SignIn } from '../../account/sign-in.tsx'
import { call } from '../../api/client.ts'
import { LoadingButton } from '../../ui/actions/loading-button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import narrow from '../narrow.module.css'

type Props = { reference: string; undelivered: NonNullable<PageData['order']['undelivered']> }

/** "We could not reach this address": sends the email again, or to a corrected address once that is proved. */
export function Undelivered({ reference, undelivered: { email, may_correct } }: Props) {
  const [sentTo, setSentTo] = useState('')
  /** the corrected address, once it is proved: its code can't be used again, so another attempt needs no form */
  const [corrected, setCorrected] = useState('')
  const { busy, failed, setFailed, run } = useAction()

  const resend = (to: string) =>
    run(async () => {
      const answer = await call('resend_wallet', { reference, email: to })
      if (answer.ok) return setSentTo(to || email)
      setFailed(answer.error || t['order.resendFailed'])
      if (answer.code === 'email_not_proved') setCorrected('')
    })

  if (sentTo)
    return (
      <Alert type="success" live>
        {fill(t['order.resent'], { email: sentTo })}
      </Alert>
    )
  return (
    <>
      <Alert
        type="warning"
        title={fill(t['order.unreachable'], { email })}
        action={
          <LoadingButton variant="secondary" small loading={busy !== null} onClick={() => resend(corrected)}>
            {t['order.resend']}
          </LoadingButton>
        }
      >
        {t['order.unreachableLead']}
        {!may_correct && ` ${t['order.unreachableAsk']}`}
      </Alert>
      {failed && (
        <Alert type="error" live>
          {failed}
        </Alert>
      )}
      {may_correct && !corrected && (
        <Panel className={narrow.form}>
          <h2>{t['order.correct']}</h2>
          <SignIn
            lead={t['order.correctLead']}
            onChecked={(_, proved) => {
              setCorrected(proved)
              return resend(proved)
            }}
          />
        </Panel>
      )}
    </>
  )
}
