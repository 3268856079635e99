import { fill } from '@foyer/contract/fill.ts'
import { account, common, completed } from '@foyer/contract/messages.ts'
import { PAGES, type Shell } from '@foyer/contract/pages.ts'
import type { WalletData, WalletTicket } from '@foyer/contract/types.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { ButtonLink } from '../../ui/actions/button-link.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { isSavedCopy, keepWallet } from '../../wallet-offline/wallet-offline.ts'
import { AccountBar } from './account-bar.tsx'
import { groupTickets, type Visit } from './groups.ts'
import { VisitCard } from './visit-card.tsx'
import { Vouchers } from './vouchers.tsx'
import css from './wallet.module.css'

const loadDoorView = () => import('./door-view.tsx')
const DoorView = lazy(async () => ({ default: (await loadDoorView()).DoorView }))

/** All tickets of the signed-in buyer, with the next visit first. */
export function Wallet({ data, shell }: { data: WalletData; shell: Shell }) {
  const { upcoming, past } = groupTickets(data.tickets)
  const [doorTickets, setDoorTickets] = useState<WalletTicket[] | null>(null)
  const printing = usePrinting()
  const [saved, setSaved] = useState(false)
  useEffect(() => {
    setSaved(isSavedCopy())
    void keepWallet()
    // Loaded ahead, because there may be no network at the door.
    loadDoorView().catch(() => {})
  }, [])
  const empty = data.tickets.length === 0 && data.vouchers.length === 0 && !data.plans

  const list = (visits: Visit[]) =>
    visits.map((visit) => (
      <VisitCard
        key={visit.key}
        visit={visit}
        onShow={setDoorTickets}
        onPrint={() => printing.start(visit.key)}
        phones={{ apple: data.apple_pass ?? false, google: data.google_wallet !== undefined }}
        printed={printing.key === null ? !visit.tickets[0].past : printing.key === visit.key}
      />
    ))

  return (
    <div className={`page ${css.wallet}`}>
      <header className={css.head}>
        <h1>{account['wallet.title']}</h1>
        <p className={css.who}>{fill(account['wallet.account'], { email: data.email })}</p>
        {saved && (
          <p className={`${css.who} no-print`} role="status">
            {fill(account['wallet.saved'], { time: niceDate(shell.now) })}
          </p>
        )}
      </header>
      {data.google_wallet === 'down' && <Alert type="error">{account['wallet.googleDown']}</Alert>}
      {data.undelivered?.map(({ email, event, order_url }) => (
        <Alert
          key={order_url}
          type="warning"
          className="no-print"
          title={fill(completed['completed.unreachable'], { email })}
          action={
            <ButtonLink href={order_url} variant="secondary" small>
              {completed['completed.toOrder']}
            </ButtonLink>
          }
        >
          {fill(account['wallet.unreachableLead'], { event })}
        </Alert>
      ))}
      {data.plans?.map(({ event, order_url }) => (
        <Alert
          key={order_url}
          type="info"
          className="no-print"
          title={event}
          action={
            <ButtonLink href={order_url} variant="secondary" small>
              {completed['completed.toOrder']}
            </ButtonLink>
          }
        >
          {completed['completed.plan.tickets']}
        </Alert>
      ))}
      {empty && (
        <EmptyState action={<ButtonLink href={PAGES.events}>{common['link.browseEvents']}</ButtonLink>}>
          {account['wallet.empty']}
        </EmptyState>
      )}
      {upcoming.length > 0 && (
        <section className={css.group}>
          <h2>{account['wallet.upcoming']}</h2>
          {list(upcoming)}
        </section>
      )}
      <Vouchers vouchers={data.vouchers} />
      {past.length > 0 && (
        <section className={css.group}>
          <h2>{account['wallet.past']}</h2>
          {list(past)}
        </section>
      )}
      <AccountBar sent={shell.user} />
      {doorTickets && (
        <Suspense>
          <DoorView tickets={doorTickets} onClose={() => setDoorTickets(null)} />
        </Suspense>
      )}
    </div>
  )
}

/** Prints one visit; the browser's own print command prints all upcoming ones. */
function usePrinting() {
  const [key, setKey] = useState<string | null>(null)

  useEffect(() => {
    if (key === null) return
    const onPrinted = () => setKey(null)
    addEventListener('afterprint', onPrinted, { once: true })
    window.print()
    return () => removeEventListener('afterprint', onPrinted)
  }, [key])

  return { key, start: setKey }
}
