import type { ReplyOf } from '@foyer/contract/calls.ts'
import { fill } from '@foyer/contract/fill.ts'
import { ticketChange as t } from '@foyer/contract/messages.ts'
import type { PageData } from '@foyer/contract/pages.ts'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { type Card, CardFields } from '../../card/card-fields.tsx'
import { stripeLooks } from '../../card/looks.ts'
import { LoadingButton } from '../../ui/actions/loading-button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { onSubmit } from '../../ui/forms/use-form.ts'
import { useReloadWhile } from '../../ui/hooks/use-reload-while.ts'
import css from './ticket-change.module.css'

const RETURN_PATH = '/do/checkout/stripe_auth/'

type Keys = ReplyOf<'get_change_token'>

/** The card provider's fields, for the difference only. The provider leads back to this page. */
export function PayDifference({ data: { token, amount, card_script_url } }: { data: PageData['ticket_change'] }) {
  const [keys, setKeys] = useState<Keys | null>(null)
  const [ready, setReady] = useState(false)
  const { busy, failed, setFailed, run } = useAction()
  const card = useRef<Card | null>(null)

  useEffect(() => {
    void call('get_change_token', { token }).then((answer) =>
      answer.ok ? setKeys(answer.reply) : setFailed(answer.error || t.setupFailed),
    )
  }, [token, setFailed])

  const confirm = async ({ stripe, elements }: Card): Promise<string> => {
    const checked = await elements.submit()
    if (checked.error) return checked.error.message || t.failed
    // Returns only with an error: a successful payment continues at the return address.
    const { error: failure } = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: `${location.origin}${RETURN_PATH}` },
    })
    // Paid in another tab: the provider's message for that is meant for developers.
    if (failure.code === 'payment_intent_unexpected_state') return t.paying
    return failure.message || t.failed
  }

  useReloadWhile(failed === t.paying)

  const pay = async () => {
    if (card.current) setFailed(await confirm(card.current).catch(() => t.failed))
  }

  return (
    <Form className={css.form} onSubmit={onSubmit(() => run(pay))}>
      {failed && (
        <Alert type="error" live>
          {failed}
        </Alert>
      )}
      {keys === null ? (
        !failed && <Skeleton />
      ) : (
        <>
          <CardFields
            scriptUrl={card_script_url}
            keys={keys}
            group={(stripe) => stripe.elements({ clientSecret: keys.client_secret, ...stripeLooks() })}
            loadingText={t.loadingForm}
            onCard={(fields) => {
              card.current = fields
              setReady(fields !== null)
            }}
            onFailed={() => setFailed(t.setupFailed)}
          />
          <LoadingButton type="submit" block loading={busy !== null} disabled={!ready}>
            {fill(t.pay, { amount })}
          </LoadingButton>
        </>
      )}
    </Form>
  )
}
