import type { ReplyOf } from '@foyer/contract/calls.ts'
import { fill } from '@foyer/contract/fill.ts'
import { ticketChange as t } from '@foyer/contract/messages.ts'
import type { PageData } from '@foyer/contract/pages.ts'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { CardFrame } from '../../card/card-frame.tsx'
import { mountSquareCard, type SquareForm } from '../../card/square.ts'
import { LoadingButton } from '../../ui/actions/loading-button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { LEAVING, useAction } from '../../ui/forms/use-action.ts'
import { onSubmit } from '../../ui/forms/use-form.ts'
import css from './ticket-change.module.css'

type Field = { form: SquareForm; keys: ReplyOf<'get_change_square'> }

/** Square's own field, for the difference only. The server charges the card, and the page shows the result. */
export default function PayBySquare({ data: { token, amount } }: { data: PageData['ticket_change'] }) {
  const { busy, failed, setFailed, run } = useAction()
  const [field, setField] = useState<Field | null>(null)
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    let unmounted = false
    let mounted: SquareForm | null = null
    const mount = async () => {
      const answer = await call('get_change_square', { token })
      if (!answer.ok) return setFailed(answer.error || t.setupFailed)
      if (unmounted) return
      mounted = await mountSquareCard(answer.reply, place.current!)
      if (unmounted) return void mounted?.destroy()
      if (mounted === null) return setFailed(t.setupFailed)
      setField({ form: mounted, keys: answer.reply })
    }
    void mount()
    return () => {
      unmounted = true
      mounted?.destroy()
    }
  }, [token, setFailed])

  /** Returns why it was not paid; empty when the reloaded page will show the outcome. */
  const charge = async ({ form, keys }: Field): Promise<string> => {
    const details = { amount: keys.amount, currencyCode: keys.currency, billingContact: {} }
    const { token: source, message } = await form.tokenize(details)
    if (!source) return message || t.failed
    const answer = await call('pay_change_with_square', { token, source })
    if (answer.ok && answer.reply.status === 'FAILED') return answer.reply.message
    // Without a reply, the card may have been charged. Reloading the page shows it.
    if (!answer.ok && answer.code !== undefined) return answer.error || t.failed
    location.reload()
    return ''
  }

  const pay = async () => {
    const failure = field && (await charge(field).catch(() => t.failed))
    if (failure === '') return LEAVING
    if (failure !== null) setFailed(failure)
  }

  return (
    <Form className={css.form} onSubmit={onSubmit(() => run(pay))}>
      {failed && (
        <Alert type="error" live>
          {failed}
        </Alert>
      )}
      <CardFrame place={place} ready={field !== null} loadingText={t.loadingForm} />
      <LoadingButton type="submit" block loading={busy !== null} disabled={field === null}>
        {fill(t.pay, { amount })}
      </LoadingButton>
    </Form>
  )
}
