import { common, door as t } from '@foyer/contract/messages.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { call } from '../../api/client.ts'
import { LoadingButton } from '../../ui/actions/loading-button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { TextField } from '../../ui/forms/fields/text-field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import narrow from '../narrow.module.css'
import { type Pairing, storePairing } from './paired.ts'
import type { Door } from './verdict.ts'

export type Opened = Pick<Door, 'accessCode' | 'where'>

type Props = {
  byAccessCode: boolean
  onOpen: (door: Opened) => void
  onPaired: (pairing: Pairing) => void
  wrongCode: boolean
  ended: boolean
}

/** Opens the door page: by pairing with one date, or by the shop's access code if there is one. */
export function OpenDoor({ byAccessCode, onOpen, onPaired, wrongCode, ended }: Props) {
  return (
    <>
      <p className={narrow.lead}>{t['door.lead']}</p>
      {ended && <Alert type="warning">{t['door.ended']}</Alert>}
      <Panel className={narrow.form}>
        <PairForm onPaired={onPaired} />
      </Panel>
      {byAccessCode && (
        <Panel className={narrow.form}>
          <AccessForm onOpen={onOpen} wrongCode={wrongCode} />
        </Panel>
      )}
    </>
  )
}

function useSubmit(send: () => Promise<string>) {
  const [error, setError] = useState('')
  const [sending, setSending] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSending(true)
    const failed = await send()
    setSending(false)
    setError(failed)
  }
  return { error, setError, sending, submit }
}

function FormSection({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <>
      <h2>{title}</h2>
      <p className={narrow.lead}>{lead}</p>
      {children}
    </>
  )
}

function PairForm({ onPaired }: Pick<Props, 'onPaired'>) {
  const [code, setCode] = useState('')
  const { error, setError, sending, submit } = useSubmit(async () => {
    const answer = await call('open_door', { pairing_code: code })
    if (!answer.ok) return answer.error || common['error.unknown']
    storePairing(answer.reply)
    onPaired(answer.reply)
    return ''
  })
  return (
    <FormSection title={t['door.pairing']} lead={t['door.pairingLead']}>
      <Form className={narrow.form} onSubmit={submit}>
        <TextField
          label={t['door.pairingCode']}
          value={code}
          error={error}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          onChange={(event) => {
            setCode(event.currentTarget.value)
            setError('')
          }}
        />
        <LoadingButton type="submit" loading={sending}>
          {t['door.pair']}
        </LoadingButton>
      </Form>
    </FormSection>
  )
}

function AccessForm({ onOpen, wrongCode }: Pick<Props, 'onOpen' | 'wrongCode'>) {
  const [accessCode, setAccessCode] = useState('')
  const [where, setWhere] = useState('')
  const { error, setError, sending, submit } = useSubmit(async () => {
    // A check without a ticket only shows whether the access code is right.
    const answer = await call('check_ticket', { access_code: accessCode, code: '', look: '1' })
    if (!answer.ok) return answer.error || common['error.unknown']
    onOpen({ accessCode, where: where.trim() })
    return ''
  })
  return (
    <FormSection title={t['door.byAccess']} lead={t['door.byAccessLead']}>
      <Form className={narrow.form} onSubmit={submit}>
        <TextField
          label={t['door.accessCode']}
          type="password"
          autoComplete="current-password"
          value={accessCode}
          error={error || (wrongCode && common['error.unknown'])}
          onChange={(event) => {
            setAccessCode(event.currentTarget.value)
            setError('')
          }}
        />
        <TextField
          label={t['door.name']}
          hint={t['door.nameHint']}
          autoComplete="off"
          maxLength={120}
          value={where}
          onChange={(event) => setWhere(event.currentTarget.value)}
        />
        <LoadingButton type="submit" loading={sending}>
          {t['door.open']}
        </LoadingButton>
      </Form>
    </FormSection>
  )
}
