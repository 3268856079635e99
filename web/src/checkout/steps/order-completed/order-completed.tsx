import { common, completed as t } from '@foyer/contract/messages.ts'
import { isTransferAllowed } from '@foyer/domain/after-sale/transfers.ts'
import { type ComponentType, lazy, Suspense, startTransition, useEffect, useRef, useState } from 'react'
import { refreshUser } from '../../../api/user.ts'
import { clearDrafts } from '../../../drafts/draft-storage.ts'
import { WaitingCard } from '../../../ui/feedback/waiting-card.tsx'
import { keepWallet } from '../../../wallet-offline/wallet-offline.ts'
import { UpcomingEvents } from '../../frame/upcoming-events.tsx'
import { useCheckout, useStore } from '../../state/context.tsx'
import { FindAPlace } from './find-a-place.tsx'
import css from './order-completed.module.css'
import { Overview } from './overview.tsx'
import { type SimpleInfo, VIEW_NAMES, type ViewName, type ViewProps } from './view.ts'

/** The views of this page, one file each. */
const VIEWS: Record<ViewName, ComponentType<ViewProps>> = {
  overview: Overview,
  transfer_tickets: lazy(() => import('./transfer/transfer.tsx')),
  find_a_place: FindAPlace,
}

/** The end of the checkout; safe to reload and to come back to. */
export function Screen() {
  const store = useStore()
  const { sale_reference, organisers, tickets, transfer_allowed } = useCheckout()
  const { view, moves, go } = useView()
  const page = useRef<HTMLDivElement>(null)
  const [info, setInfo] = useState<SimpleInfo | null>(null)
  const [referralLink, setReferralLink] = useState('')
  const [transferred, setTransferred] = useState(false)
  const transferAllowed = transfer_allowed && isTransferAllowed(tickets) && !transferred
  const View = view === 'transfer_tickets' && !transferAllowed && !transferred ? Overview : VIEWS[view]

  useEffect(() => {
    clearDrafts(sale_reference)
    void keepWallet()
    void refreshUser('checkout')
    // if this fails, the page does without the address
    void store.call('get_simple_info').then((answer) => {
      if (answer.ok) setInfo(answer.reply)
    })
    // if this fails, there is nothing to share
    void store.call('get_reward_referrer_link').then((answer) => {
      if (answer.ok) setReferralLink(answer.reply.link ?? '')
    })
  }, [store, sale_reference])

  useEffect(() => {
    if (moves === 0) return
    page.current?.querySelector('h1')?.focus()
    window.scrollTo(0, 0)
  }, [moves])

  return (
    <div ref={page} className={`page ${css.page}`}>
      <Suspense fallback={<WaitingCard title={common.loading} />}>
        <View
          info={info}
          referralLink={referralLink}
          transferAllowed={transferAllowed}
          transferred={transferred}
          onTransferred={() => setTransferred(true)}
          go={go}
        />
      </Suspense>
      <UpcomingEvents title={t['title.browseMoreEvents']} organisers={organisers} allEvents />
    </div>
  )
}

const viewInAddress = (): ViewName => VIEW_NAMES.find((name) => location.hash === `#${name}`) ?? 'overview'

/** The view is part of the address, so that the browser's back button leads to the overview instead of leaving the order. */
function useView() {
  const [{ view, moves }, set] = useState<{ view: ViewName; moves: number }>({ view: 'overview', moves: 0 })

  useEffect(() => {
    // The server cannot see what stands after the #.
    set({ view: viewInAddress(), moves: 0 })
    const onPopState = () => set((now) => ({ view: viewInAddress(), moves: now.moves + 1 }))
    addEventListener('popstate', onPopState)
    return () => removeEventListener('popstate', onPopState)
  }, [])

  const go = (to: ViewName) => {
    const { pathname, search } = location
    history.pushState(null, '', to === 'overview' ? `${pathname}${search}` : `#${to}`)
    startTransition(() => set((now) => ({ view: to, moves: now.moves + 1 })))
  }
  return { view, moves, go }
}
