import { common, door as t } from '@foyer/contract/messages.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/client.ts'
import { LoadingButton } from '../../ui/actions/loading-button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { TextField } from '../../ui/forms/fields/text-field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { onSubmit } from '../../ui/forms/use-form.ts'
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
  const { busy, failed, setFailed, run } = useAction()
  const pair = async () => {
    const answer = await call('open_door', { pairing_code: code })
    if (!answer.ok) return setFailed(answer.error || common['error.unknown'])
    storePairing(answer.reply)
    onPaired(answer.reply)
  }
  return (
    <FormSection title={t['door.pairing']} lead={t['door.pairingLead']}>
      <Form className={narrow.form} onSubmit={onSubmit(() => run(pair))}>
        <TextField
          label={t['door.pairingCode']}
          value={code}
          error={failed}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={LIMITS.text.code}
          onChange={(event) => {
            setCode(event.currentTarget.value)
            setFailed('')
          }}
        />
        <LoadingButton type="submit" loading={busy !== null}>
          {t['door.pair']}
        </LoadingButton>
      </Form>
    </FormSection>
  )
}

function AccessForm({ onOpen, wrongCode }: Pick<Props, 'onOpen' | 'wrongCode'>) {
  const [accessCode, setAccessCode] = useState('')
  const [where, setWhere] = useState('')
  const { busy, failed, setFailed, run } = useAction()
  const open = async () => {
    // A check without a ticket only shows whether the access code is right.
    const answer = await call('check_ticket', { access_code: accessCode, code: '', look: '1' })
    if (!answer.ok) return setFailed(answer.error || common['error.unknown'])
    onOpen({ accessCode, where: where.trim() })
  }
  return (
    <FormSection title={t['door.byAccess']} lead={t['door.byAccessLead']}>
      <Form className={narrow.form} onSubmit={onSubmit(() => run(open))}>
        <TextField
          label={t['door.accessCode']}
          type="password"
          autoComplete="current-password"
          value={accessCode}
          error={failed || (wrongCode && common['error.unknown'])}
          onChange={(event) => {
            setAccessCode(event.currentTarget.value)
            setFailed('')
          }}
        />
        <TextField
          label={t['door.name']}
          hint={t['door.nameHint']}
          autoComplete="off"
          maxLength={LIMITS.text.name}
          value={where}
          onChange={(event) => setWhere(event.currentTarget.value)}
        />
        <LoadingButton type="submit" loading={busy !== null}>
          {t['door.open']}
        </LoadingButton>
      </Form>
    </FormSection>
  )
}
