import { common, checkout as t } from '@foyer/contract/messages.en.ts'
import { useEffect, useRef, useState } from 'react'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { LoadingButton } from '../../../ui/LoadingButton.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { WaitingCard } from '../../../ui/WaitingCard.tsx'
import { useBuyer, useCheckout, useStore } from '../../context.tsx'
import { ContactNumberField } from './contact-number.tsx'
import css from './payment.module.css'
import type { ContactNumber } from './payment-state.ts'

type Props = { contact: ContactNumber; setClaiming: (claiming: boolean) => void }

/** Nothing to pay: the tickets are claimed at once (FRE-01..03), after the number where one is required. */
export function Claim({ contact, setClaiming }: Props) {
  const store = useStore()
  const user = useBuyer()
  const { account, contact_number } = useCheckout()
  const numberKnown = !contact.required || contact_number !== ''
  const [ready, setReady] = useState(numberKnown)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const started = useRef(false)

  const claim = async () => {
    setFailed(false)
    setClaiming(true)
    const answer = await store.call('claim_free_tickets', { email: account?.email ?? user?.email ?? '' })
    if (answer.ok) {
      store.setPaymentComplete()
      return store.next()
    }
    setClaiming(false)
    setFailed(true)
    await store.tellFailure(answer, t['error.claimFreeTickets'])
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins by itself, once; every later try is a press
  useEffect(() => {
    if (!ready || started.current) return
    started.current = true
    void claim()
  }, [ready])

  const saveNumber = async () => {
    if (!contact.check()) return document.getElementById(contact.id)?.focus()
    setBusy(true)
    const { full_name = '', email = '' } = account ?? user ?? {}
    const answer = await store.call('set_account_details', {
      fullname: full_name,
      email,
      contact_number: contact.value.trim(),
    })
    setBusy(false)
    if (answer.ok) setReady(true)
    else await store.tellFailure(answer, answer.error || t['error.claimFreeTickets'])
  }

  if (!ready)
    return (
      <Panel className={css.form}>
        <ContactNumberField contact={contact} disabled={busy} />
        <LoadingButton block loading={busy} onClick={saveNumber}>
          {t['payment.claim']}
        </LoadingButton>
      </Panel>
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
