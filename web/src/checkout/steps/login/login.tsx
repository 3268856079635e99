import type { ReplyOf } from '@foyer/contract/calls.ts'
import { fill } from '@foyer/contract/fill.ts'
import { common, checkout as t } from '@foyer/contract/messages.ts'
import type { User } from '@foyer/contract/types.ts'
import { secondsLeft } from '@foyer/domain/checkout/countdown.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { useEffect, useState } from 'react'
import { EnterCode } from '../../../account/enter-code.tsx'
import { EnterEmail } from '../../../account/enter-email.tsx'
import { getUser, recheckUser, refreshUser, setUser } from '../../../api/user.ts'
import { keepDraftsOf } from '../../../drafts/draft-storage.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { WaitingCard } from '../../../ui/feedback/waiting-card.tsx'
import { useHydrated } from '../../../ui/hooks/use-hydrated.ts'
import { useNow } from '../../../ui/hooks/use-now.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Frame } from '../../frame/frame.tsx'
import { OrderSummary } from '../../order-summary/order-summary.tsx'
import { useBuyer, useCheckout, useStore } from '../../state/context.tsx'
import { useDraft } from '../../state/drafts.ts'
import { ConfirmAccount } from './confirm-account.tsx'
import { ConfirmName } from './confirm-name.tsx'
import css from './login.module.css'

type Mode = 'loading' | 'enter_email' | 'one_time_code_sent' | 'confirm_name' | 'confirm_account'

type Typed = {
  email: string
  sentTo: string
  /** when the last code was sent, by the shop's clock; 0: there is none to enter */
  sentAt: number
  /** the code has 12 digits */
  isLong: boolean
  /** the address was confirmed by its code, and has no account */
  isConfirmed: boolean
}

const modeOf = (user: User | null): Mode => (user ? 'confirm_account' : 'enter_email')
/** Modes in which a visitor may already be when the response arrives; they are kept. */
const KEPT_MODES: ReadonlySet<Mode> = new Set(['one_time_code_sent', 'confirm_name'])

/** The account step: who these tickets are for. */
export function Screen() {
  const store = useStore()
  const user = useBuyer()
  const checkout = useCheckout()
  // The document contains the signed-in user, so the first render does not wait.
  const isFirstRender = !useHydrated()
  const [mode, setMode] = useState<Mode>(() => (isFirstRender || user ? modeOf(user) : 'loading'))
  const [draft, setDraft] = useDraft<Typed>('login', {
    email: checkout.init_guest_email ?? '',
    sentTo: '',
    sentAt: 0,
    isLong: false,
    isConfirmed: false,
  })
  const [returning, setReturning] = useState(false)
  /** the server refuses another code: one that was sent from another tab may still work */
  const [hasCode, setHasCode] = useState(false)
  const codeIsValid = draft.sentAt > 0 && store.clock() < draft.sentAt + LIMITS.oneTimeCodeSeconds * 1000

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per visit, and whenever the page is shown again
  useEffect(() => {
    let unmounted = false
    const show = (known: User | null) => {
      if (!unmounted) setMode((now) => (known || !KEPT_MODES.has(now) ? modeOf(known) : now))
    }
    // Continuing gives the sale to whoever is signed in now. In another tab, that may have become nobody or somebody else.
    const recheck = () => {
      if (document.visibilityState === 'visible') void recheckUser().then(show)
    }
    const onRestored = (event: PageTransitionEvent) => {
      if (event.persisted) recheck()
    }
    void (isFirstRender ? getUser() : recheckUser()).then(show)
    document.addEventListener('visibilitychange', recheck)
    addEventListener('pageshow', onRestored)
    return () => {
      unmounted = true
      document.removeEventListener('visibilitychange', recheck)
      removeEventListener('pageshow', onRestored)
    }
  }, [])

  // After a reload, the name of a guest is asked for again, or the code while it still works.
  const asksForName = draft.isConfirmed && checkout.account === null
  useEffect(() => {
    if (mode !== 'enter_email' || returning) return
    if (asksForName) setMode('confirm_name')
    else if (codeIsValid) setMode('one_time_code_sent')
  }, [mode, returning, asksForName, codeIsValid])

  const backToEmail = () => {
    setReturning(true)
    setMode('enter_email')
  }

  const onCodeChecked = async ({ has_account }: ReplyOf<'check_one_time_code'>) => {
    // First of all: this deletes what another customer typed, and the step's own draft is written again.
    keepDraftsOf(draft.sentTo || draft.email, checkout.sale_reference)
    setDraft({ sentAt: 0, isConfirmed: !has_account })
    if (!has_account) return setMode('confirm_name')
    const known = await refreshUser('checkout')
    // A code works only once: after a move that failed, the buyer continues as the account.
    if (!(await store.reloadAndNext())) setMode(modeOf(known))
  }

  const onRefused = (message: string) => {
    store.setReservingError(message)
    void store.backToBasket()
  }

  const onSignedOut = async () => {
    setUser(null)
    setDraft({ email: '', sentTo: '', sentAt: 0, isLong: false, isConfirmed: false })
    backToEmail()
    await store.reload({ quiet: true })
  }

  const MODES: Record<Mode, () => React.ReactNode> = {
    loading: () => <WaitingCard title={common.loading} heading="h2" />,
    enter_email: () => (
      <>
        {checkout.account?.is_guest && <KnownGuest />}
        <Panel>
          <EnterEmail
            email={draft.email}
            focus={returning}
            onType={(email) => setDraft({ email })}
            onHasCode={(email) => {
              setDraft({ email, sentTo: email })
              setHasCode(true)
            }}
            onSent={(email, isLong) => {
              setDraft({ email, sentTo: email, sentAt: store.clock(), isLong, isConfirmed: false })
              setMode('one_time_code_sent')
            }}
          >
            {(codeIsValid || hasCode) && (
              <CodeAlreadySent sentAt={draft.sentAt} onHaveCode={() => setMode('one_time_code_sent')} />
            )}
          </EnterEmail>
        </Panel>
      </>
    ),
    one_time_code_sent: () => (
      <Panel>
        <EnterCode
          email={draft.sentTo || draft.email}
          isLong={draft.isLong}
          onChecked={onCodeChecked}
          onReserving={onRefused}
          onBack={backToEmail}
        />
      </Panel>
    ),
    confirm_name: () => (
      <ConfirmName
        email={draft.sentTo || draft.email}
        onSaved={() => store.reloadAndNext()}
        onOtherEmail={() => {
          setDraft({ isConfirmed: false })
          backToEmail()
        }}
      />
    ),
    confirm_account: () => user && <ConfirmAccount user={user} onSignedOut={onSignedOut} />,
  }

  return (
    <Frame title={common['title.account']} summary={<OrderSummary edit={t['link.editBasket']} />}>
      {MODES[mode]()}
    </Frame>
  )
}

/** A button back to the code field, and when another code can be sent. */
function CodeAlreadySent({ sentAt, onHaveCode }: { sentAt: number; onHaveCode: () => void }) {
  const store = useStore()
  const resendAt = sentAt + LIMITS.oneTimeCodeResendSeconds * 1000
  const now = useNow({ clock: store.clock, initial: store.clock(), alignTo: resendAt })
  const n = secondsLeft(resendAt, now)
  return (
    <>
      {n > 0 && <p className={css.email}>{fill(t['account.resendIn'], { n })}</p>}
      <Button variant="quiet" onClick={onHaveCode}>
        {t['account.haveCode']}
      </Button>
    </>
  )
}

/** A guest who returns to this step has already confirmed the address, and is not asked again. */
function KnownGuest() {
  const store = useStore()
  const { account } = useCheckout()
  if (!account) return null
  return (
    <Panel className={css.known}>
      <p className={css.name}>{account.full_name}</p>
      <p className={css.email}>{account.email}</p>
      <Button onClick={() => store.next()}>{fill(t['account.continueAs'], { name: account.full_name })}</Button>
    </Panel>
  )
}
