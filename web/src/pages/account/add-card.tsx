import type { ReplyOf } from '@foyer/contract/calls.ts'
import { account, common } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import type { SavedPaymentMethod } from '@foyer/contract/types.ts'
import { useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { type Card, CardFields } from '../../card/card-fields.tsx'
import { stripeLooks } from '../../card/looks.ts'
import { Button } from '../../ui/actions/button.tsx'
import { LoadingButton } from '../../ui/actions/loading-button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { Checkbox } from '../../ui/forms/fields/checkbox.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { onSubmit } from '../../ui/forms/use-form.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import css from './account.module.css'

/** Added to the return address of the bank: the card becomes the default, and the plan that it is for. */
export const MAKE_DEFAULT = 'make_default'
export const FOR_PLAN = 'plan'

type Props = {
  setup: ReplyOf<'start_saving_card'>
  /** the plan that the card is for, collected at an organiser's own account */
  plan?: string
  /** called with all cards once this one is saved, or with null when the buyer cancels */
  onDone: (cards: SavedPaymentMethod[] | null) => void
}

/** Saves a card without a payment. The card goes from the provider's fields to the provider; the shop only gets its id. */
export function AddCard({ setup, plan, onDone }: Props) {
  const { busy, failed, setFailed, run } = useAction()
  const [isDefault, setDefault] = useState(false)
  const card = useRef<Card | null>(null)

  /** The reason the card was not saved; undefined on success. */
  const confirm = async ({ stripe, elements }: Card): Promise<string | undefined> => {
    const returnParams = { ...(isDefault && { [MAKE_DEFAULT]: '1' }), ...(plan && { [FOR_PLAN]: plan }) }
    const checked = await elements.submit()
    if (checked.error) return checked.error.message || account['settings.cardFailed']
    const { setupIntent, error } = await stripe.confirmSetup({
      elements,
      redirect: 'if_required',
      // Keeps the ticked box and the plan across the visit to the bank.
      confirmParams: { return_url: `${location.origin}${PAGES.account}?${new URLSearchParams(returnParams)}` },
    })
    if (!setupIntent) return error?.message || account['settings.cardFailed']
    const answer = await call('save_card', {
      setup_intent: setupIntent.id,
      make_default_payment_method: isDefault,
      ...(plan && { sale_reference: plan }),
    })
    if (!answer.ok) return answer.error || account['settings.cardFailed']
    onDone(answer.reply.cards)
  }

  const save = async () => {
    if (!card.current) return
    setFailed((await confirm(card.current).catch(() => account['settings.cardFailed'])) ?? '')
  }

  return (
    <Panel>
      <Form className={css.form} onSubmit={onSubmit(() => run(save))}>
        {failed && (
          <Alert type="error" live>
            <p>{failed}</p>
          </Alert>
        )}
        <CardFields
          scriptUrl={setup.card_script_url}
          keys={setup}
          group={(stripe) => stripe.elements({ clientSecret: setup.client_secret, ...stripeLooks() })}
          loadingText={account['settings.loadingForm']}
          onCard={(fields) => {
            card.current = fields
          }}
          onFailed={() => setFailed(account['settings.cardFailed'])}
        />
        <Checkbox
          id="make_default_payment_method"
          label={account['settings.makeDefault']}
          disabled={busy !== null}
          checked={isDefault}
          onChange={(event) => setDefault(event.target.checked)}
        />
        <div className={css.buttons}>
          <LoadingButton type="submit" loading={busy !== null}>
            {account['settings.saveCard']}
          </LoadingButton>
          <Button variant="secondary" disabled={busy !== null} onClick={() => onDone(null)}>
            {common.cancel}
          </Button>
        </div>
      </Form>
    </Panel>
  )
}
