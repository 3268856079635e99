import { common, checkout as t } from '@foyer/contract/messages.ts'
import { isFullName } from '@foyer/domain/people/full-name.ts'
import { useEffect, useRef, useState } from 'react'
import { LoadingButton } from '../../../ui/actions/loading-button.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { isPressing } from '../../../ui/forms/is-pressing.ts'
import { onSubmit } from '../../../ui/forms/use-form.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { useStepForm } from '../../forms/use-step-form.ts'
import { useDraft } from '../../state/drafts.ts'
import css from './login.module.css'

type Props = { email: string; onSaved: () => Promise<unknown>; onOtherEmail: () => void }

/** The name of a guest. */
export function ConfirmName({ email, onSaved, onOtherEmail }: Props) {
  const [{ name }, setDraft] = useDraft('guest', { name: '' })
  const [error, setError] = useState('')
  const form = useStepForm()
  const field = useRef<HTMLInputElement>(null)

  // This form replaces the code field, which had the focus.
  useEffect(() => field.current?.focus(), [])

  const send = async () => {
    const saved = await form.send(
      'save_guest_to_sale',
      { email, fullname: name.trim() },
      { inline: (answer) => answer.error || common['error.unknown'] },
    )
    if (saved) await onSaved()
  }
  const save = () => {
    if (isFullName(name)) return form.run(send)
    setError(common['error.invalidFullName'])
    field.current?.focus()
  }

  return (
    <Panel>
      <Form className={css.form} onSubmit={onSubmit(save)}>
        <p className={css.lead}>{t['account.nameLead']}</p>
        <TextField
          ref={field}
          id="fullName"
          name="fullName"
          label={t['account.name']}
          autoComplete="name"
          spellCheck={false}
          autoCapitalize="words"
          enterKeyHint="next"
          value={name}
          error={error || form.failed}
          onChange={(event) => {
            setDraft({ name: event.target.value })
            form.setFailed('')
            if (error && isFullName(event.target.value)) setError('')
          }}
          onBlur={(event) => {
            // Pressing the button shows the error anyway.
            if (isPressing(event)) return
            if (name.trim() !== '' && !isFullName(name)) setError(common['error.invalidFullName'])
          }}
        />
        <LoadingButton type="submit" loading={form.busy !== null} className={css.next}>
          {common['button.continue']}
        </LoadingButton>
        <button type="button" className="link" onClick={onOtherEmail}>
          {t['account.otherEmail']}
        </button>
      </Form>
    </Panel>
  )
}
