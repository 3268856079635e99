import { common, completed as t } from '@foyer/contract/messages.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { type FormEvent, useId, useState } from 'react'
import { LoadingButton } from '../../../ui/actions/loading-button.tsx'
import { messageIcon } from '../../../ui/display/icons.ts'
import { notify } from '../../../ui/feedback/notify.ts'
import { TextAreaField } from '../../../ui/forms/fields/text-area-field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Modal } from '../../../ui/overlays/modal.tsx'
import { useStore } from '../../state/context.tsx'
import { TileButton } from './tile.tsx'

/** A tile and a dialog for feedback. The text is kept if the dialog is closed or sending fails. */
export function FeedbackTile() {
  const store = useStore()
  const form = useId()
  const [open, setOpen] = useState(false)
  const [message, setMessage] = useState('')
  const [busy, setBusy] = useState(false)
  const empty = message.trim() === ''

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || empty) return
    setBusy(true)
    const answer = await store.call('send_customer_feedback', { message })
    setBusy(false)
    if (!answer.ok) return notify.error(t['error.sendCustomerFeedback'])
    setOpen(false)
    setMessage('')
    notify.success(t['success.feedbackSent'])
  }

  return (
    <>
      <TileButton icon={messageIcon} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t['link.feedback']}
      </TileButton>
      <Modal
        open={open}
        onClose={() => setOpen(false)}
        title={t['title.feedback']}
        saving={busy}
        labels={{ close: common.dismiss }}
        footer={
          <LoadingButton type="submit" form={form} loading={busy} disabled={empty}>
            {t['button.send']}
          </LoadingButton>
        }
      >
        <Form id={form} onSubmit={send}>
          <TextAreaField
            label={t['feedback.message']}
            rows={5}
            maxLength={LIMITS.text.message}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
        </Form>
      </Modal>
    </>
  )
}
