import { common, checkout as t } from '@foyer/contract/messages.ts'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { LoadingButton } from '../../../ui/actions/loading-button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { WaitingCard } from '../../../ui/feedback/waiting-card.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { onSubmit, useForm } from '../../../ui/forms/use-form.ts'
import { useWarnBeforeLeaving } from '../../../ui/hooks/use-warn-before-leaving.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { useBuyer, useCheckout, useStore } from '../../state/context.tsx'
import { continueByItself } from '../../state/continue.ts'
import { ContactNumberField } from './contact-number.tsx'
import { ExpressDetails } from './express-details.tsx'
import css from './payment.module.css'
import { PAYMENT_FORM, type Payment } from './payment-state.ts'

type Props = { payment: Payment; setClaiming: (claiming: boolean) => void }

/**
 * Claims free tickets as soon as the buyer is known. An express checkout without an account shows the form first,
 * as does a sale that requires a contact number.
 */
export function Claim({ payment, setClaiming }: Props) {
  const store = useStore()
  const user = useBuyer()
  const { express, account, contact_number } = useCheckout()
  const { details } = payment
  const [ready, setReady] = useState(
    !(express && account === null) && !(details.phoneRequired && contact_number === ''),
  )
  const form = useForm()
  const [failed, setFailed] = useState(false)
  const started = useRef(false)
  const [isClaiming, setIsClaiming] = useState(false)
  useWarnBeforeLeaving(isClaiming)

  const claim = async () => {
    setFailed(false)
    setClaiming(true)
    setIsClaiming(true)
    const email = (express && details.values.email.trim()) || (account?.email ?? user?.email ?? '')
    const answer = await store.call('claim_free_tickets', {
      email,
      contact_number: details.values.contactNumber.trim() || undefined,
    })
    setIsClaiming(false)
    if (answer.ok) {
      store.notify.withdraw?.(t['error.claimFreeTickets'])
      store.setPaymentComplete()
      return continueByItself(store)
    }
    setClaiming(false)
    // A number left half typed: the same claim would fail again, so the field is shown.
    if (answer.code === 'bad_phone') {
      setReady(false)
      return void (await payment.refused(answer))
    }
    setFailed(true)
    await store.showFailure(answer, t['error.claimFreeTickets'])
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: it starts by itself once; later attempts need a press
  useEffect(() => {
    if (!ready || started.current) return
    started.current = true
    void claim()
  }, [ready])

  const submitDetails = () =>
    form.run(async () => {
      if (!payment.check() || !(await payment.sendDetails())) return
      started.current = false
      setReady(true)
    })

  if (!ready)
    return (
      <Form id={PAYMENT_FORM} className={css.form} onSubmit={onSubmit(submitDetails)}>
        {express ? (
          <ExpressDetails payment={payment} />
        ) : (
          <Panel>
            <ContactNumberField payment={payment} />
          </Panel>
        )}
        <LoadingButton type="submit" block loading={form.busy !== null}>
          {t['payment.claim']}
        </LoadingButton>
      </Form>
    )
  if (failed)
    return (
      <Alert
        type="error"
        live
        action={
          <Button variant="secondary" onClick={claim}>
            {common.tryAgain}
          </Button>
        }
      >
        <p>{t['error.claimFreeTickets']}</p>
      </Alert>
    )
  return <WaitingCard atOnce heading="h2" title={t['info.claimingFreeTickets']} />
}
