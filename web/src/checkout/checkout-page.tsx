import { common, checkout as t } from '@foyer/contract/messages.ts'
import type { PageData, Shell } from '@foyer/contract/pages.ts'
import { saleOf } from '@foyer/contract/sale.ts'
import { basketQuantity } from '@foyer/domain/basket/quantity-total.ts'
import { nextStep } from '@foyer/domain/checkout/steps.ts'
import { Component, type ReactNode, Suspense, useEffect, useState } from 'react'
import { call } from '../api/client.ts'
import { isHistoryVisit, wasLeftUnfinished } from '../api/leaving.ts'
import { useUser } from '../api/user.ts'
import { early } from '../early.ts'
import { setBasketQuantity } from '../shell/basket-badge.ts'
import { Button } from '../ui/actions/button.tsx'
import { Alert } from '../ui/feedback/alert.tsx'
import { notify } from '../ui/feedback/notify.ts'
import { WaitingCard } from '../ui/feedback/waiting-card.tsx'
import { EarlyEvents } from '../ui/forms/early-events.tsx'
import { registerItems } from './analytics/analytics.ts'
import { useAnalytics } from './analytics/use-analytics.ts'
import { preloadScreen, screenOf } from './screens.tsx'
import { setUpCardProvider } from './state/card-provider.ts'
import { pageClock } from './state/clock.ts'
import { CheckoutProvider, useCheckoutState, useStore } from './state/context.tsx'
import { type CheckoutStore, createCheckoutStore } from './state/store.ts'

type Props = {
  data: PageData['checkout']
  shell: Shell
  /** tests provide their own */
  store?: CheckoutStore
}

/** The checkout page: shows the current step of the sale. */
export function CheckoutPage({ data, shell, store: givenStore }: Props) {
  const renderedAt = Date.parse(shell.now)
  const [store] = useState(
    () =>
      givenStore ??
      createCheckoutStore(
        {
          call,
          clock: import.meta.env.SSR ? () => renderedAt : pageClock(renderedAt),
          navigate: (url) => location.assign(url),
          notify,
          registerItems,
          setUpCardProvider,
        },
        data.checkout,
        renderedAt,
      ),
  )
  const user = useUser(shell.user)
  return (
    <CheckoutProvider store={store} user={user} renderedAt={renderedAt}>
      <Connected />
      <ChunkGuard>
        <CurrentStep privacy={shell.privacy} />
      </ChunkGuard>
    </CheckoutProvider>
  )
}

/** Connects the sale to the page. Renders nothing. */
function Connected() {
  const store = useStore()
  const { checkout, step } = useCheckoutState()
  const quantity = checkout && basketQuantity(saleOf(checkout))

  useEffect(() => store.connect(), [store])

  useEffect(() => {
    const isOutdated = wasLeftUnfinished()
    if (!store.now().checkout || isOutdated) void store.reload()
    else if (isHistoryVisit()) void store.reload({ explain: true })
    // Also when the page is restored from the back/forward cache.
    const onPageShow = () => {
      if (document.visibilityState === 'visible') void store.reload({ explain: true })
    }
    const onRestored = (event: PageTransitionEvent) => {
      if (event.persisted) void store.reload({ explain: true })
    }
    document.addEventListener('visibilitychange', onPageShow)
    addEventListener('pageshow', onRestored)
    return () => {
      document.removeEventListener('visibilitychange', onPageShow)
      removeEventListener('pageshow', onRestored)
    }
  }, [store])

  useEffect(() => {
    if (quantity !== null) setBasketQuantity(quantity)
  }, [quantity])

  useEffect(() => {
    const next = checkout && nextStep(step, saleOf(checkout))
    if (!next) return
    const idle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 1000))
    idle(() => preloadScreen(next))
  }, [checkout, step])

  return null
}

function CurrentStep({ privacy }: { privacy: Shell['privacy'] }) {
  const { step, loadFailed } = useCheckoutState()
  const leaving = useAnalytics(privacy)
  const Screen = step === 'determining' ? null : screenOf(step)
  const isWaiting = leaving || (step === 'determining' && !loadFailed)
  return (
    <Suspense fallback={<Determining />}>
      {isWaiting ? <Determining /> : Screen ? <Screen key={step} /> : <NotLoaded />}
      <EarlyEvents keepsInput />
    </Suspense>
  )
}

const Determining = () => (
  <div className="page">
    <WaitingCard title={t['info.determining']} />
  </div>
)

function NotLoaded() {
  const store = useStore()
  return (
    <div className="page">
      <div className="column">
        <h1>{t['title.captcha']}</h1>
        <Alert
          type="error"
          action={
            <Button variant="secondary" onClick={() => store.reload()}>
              {common.tryAgain}
            </Button>
          }
        >
          {t['error.getCheckout']}
        </Alert>
      </div>
    </div>
  )
}

/** Handles a chunk that could not be loaded (offline, or after a new release): offers to reload the page. */
class ChunkGuard extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override componentDidCatch = () => void early()?.end()

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <div className="page">
        <div className="column">
          <h1>{t['title.captcha']}</h1>
          <Alert type="error" action={<Button onClick={() => location.reload()}>{common.tryAgain}</Button>}>
            {t['error.getCheckout']}
          </Alert>
        </div>
      </div>
    )
  }
}
