import { common, completed as t } from '@foyer/contract/messages.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { useId, useState } from 'react'
import { LoadingButton } from '../../../ui/actions/loading-button.tsx'
import { messageIcon } from '../../../ui/display/icons.ts'
import { notify } from '../../../ui/feedback/notify.ts'
import { TextAreaField } from '../../../ui/forms/fields/text-area-field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { useAction } from '../../../ui/forms/use-action.ts'
import { onSubmit } from '../../../ui/forms/use-form.ts'
import { Modal } from '../../../ui/overlays/modal.tsx'
import { useStore } from '../../state/context.tsx'
import { TileButton } from './tile.tsx'

/** A tile and a dialog for feedback. The text is kept if the dialog is closed or sending fails. */
export function FeedbackTile() {
  const store = useStore()
  const form = useId()
  const [open, setOpen] = useState(false)
  const [message, setMessage] = useState('')
  const { busy, run } = useAction()
  const empty = message.trim() === ''

  const send = async () => {
    if (empty) return
    const answer = await store.call('send_customer_feedback', { message })
    if (!answer.ok) return notify.error(t['error.sendCustomerFeedback'])
    notify.withdraw(t['error.sendCustomerFeedback'])
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
        saving={busy !== null}
        labels={{ close: common.dismiss }}
        footer={
          <LoadingButton type="submit" form={form} loading={busy !== null} disabled={empty}>
            {t['button.send']}
          </LoadingButton>
        }
      >
        <Form id={form} onSubmit={onSubmit(() => run(send))}>
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
