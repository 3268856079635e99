import { fill } from '@foyer/contract/fill.ts'
import { common, completed, account as t, waiver } from '@foyer/contract/messages.ts'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { LoadingButton } from '../../ui/actions/loading-button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { TextField } from '../../ui/forms/fields/text-field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { onSubmit } from '../../ui/forms/use-form.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import css from './order.module.css'

/** The page where the party signs, and its link: to copy, or to send by email. */
export function WaiverLink({ reference, url }: { reference: string; url: string }) {
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState('')
  const { busy, failed, setFailed, run } = useAction()

  const send = async () => {
    setSentTo('')
    const answer = await call('send_waiver_link', { reference, email })
    if (!answer.ok) return setFailed(answer.error || common['error.unknown'])
    setSentTo(email.trim())
    setEmail('')
  }

  return (
    <section className={css.story}>
      <h2>{completed['title.waiver']}</h2>
      <Panel className={css.facts}>
        <p>{completed['waiver.everyone']}</p>
        <div>
          <ButtonLink href={url}>{waiver['waiver.sign']}</ButtonLink>
        </div>
        <CopyField
          label={t['order.waiverLink']}
          value={url}
          labels={{ copy: common['button.copy'], copied: common['button.copied'] }}
        />
        <Form className={css.facts} onSubmit={onSubmit(() => run(send))}>
          <TextField
            id="waiver_email"
            name="email"
            type="email"
            inputMode="email"
            autoComplete="off"
            label={t['order.waiverEmail']}
            value={email}
            error={failed}
            onChange={(event) => {
              setEmail(event.target.value)
              setFailed('')
            }}
          />
          <div>
            <LoadingButton type="submit" variant="secondary" small loading={busy !== null}>
              {t['order.waiverSend']}
            </LoadingButton>
          </div>
        </Form>
        {sentTo && (
          <Alert type="success" live>
            {fill(t['order.waiverSent'], { email: sentTo })}
          </Alert>
        )}
      </Panel>
    </section>
  )
}
