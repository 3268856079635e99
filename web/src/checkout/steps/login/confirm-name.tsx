import { common, checkout as t } from '@foyer/contract/messages.en.ts'
import { isFullName } from '@foyer/domain/people/full-name.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { LoadingButton } from '../../../ui/actions/loading-button.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { useStore } from '../../state/context.tsx'
import { useDraft } from '../../state/drafts.ts'
import css from './login.module.css'

/** The name of a guest (ACC-13, ACC-16, ACC-17). */
export function ConfirmName({ email, onSaved }: { email: string; onSaved: () => Promise<void> }) {
  const store = useStore()
  const [{ name }, setDraft] = useDraft('guest', { name: '' })
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  // This form takes the place of the code that was just verified.
  useEffect(() => field.current?.focus(), [])

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!isFullName(name)) {
      setError(common['error.invalidFullName'])
      return field.current?.focus()
    }
    setBusy(true)
    const answer = await store.call('save_guest_to_sale', { email, fullname: name.trim() })
    if (answer.ok) await onSaved()
    else if (!(await store.caughtUp(answer))) setError(answer.error || common['error.unknown'])
    setBusy(false)
  }

  return (
    <Panel>
      <Form className={css.form} onSubmit={save}>
        <p className={css.lead}>{t['account.nameLead']}</p>
        <TextField
          ref={field}
          id="fullname"
          name="fullname"
          label={t['account.name']}
          autoComplete="name"
          spellCheck={false}
          autoCapitalize="words"
          enterKeyHint="next"
          value={name}
          error={error}
          onChange={(event) => {
            setDraft({ name: event.target.value })
            if (error && isFullName(event.target.value)) setError('')
          }}
          onBlur={() => {
            if (name.trim() !== '' && !isFullName(name)) setError(common['error.invalidFullName'])
          }}
        />
        <LoadingButton type="submit" loading={busy} className={css.next}>
          {common['button.continue']}
        </LoadingButton>
      </Form>
    </Panel>
  )
}
