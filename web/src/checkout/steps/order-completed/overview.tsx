import { fill } from '@foyer/contract/fill.ts'
import { completed as t } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { tilesOf } from '@foyer/domain/after-sale/tiles.ts'
import { useState } from 'react'
import { refreshUser } from '../../../api/user.ts'
import { ButtonLink } from '../../../ui/actions/button-link.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { calendarIcon, doneIcon } from '../../../ui/display/icons.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { notify } from '../../../ui/feedback/notify.ts'
import { useAction } from '../../../ui/forms/use-action.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { StepTitle } from '../../frame/frame.tsx'
import { useBuyer, useCheckout, useSale, useStore } from '../../state/context.tsx'
import { AddToCalendar, Bought } from './bought.tsx'
import css from './order-completed.module.css'
import { TileLink } from './tile.tsx'
import { TILES } from './tiles.tsx'
import type { SimpleInfo, ViewProps } from './view.ts'

/** How the tickets are delivered, and what can be done now. */
export function Overview({ info, referralLink, transferAllowed, go }: ViewProps) {
  const checkout = useCheckout()
  const sale = useSale()
  if (checkout.cancelled) return <Cancelled />
  const hasPlan = (checkout.payment_plan_remaining ?? 0) > 0
  const tiles = tilesOf({ events: sale.events, transferAllowed, referralLink }).filter(
    (name) => name !== 'wallet' || hasPlan,
  )
  return (
    <>
      <Panel className={css.success}>
        <Icon shape={doneIcon} size={32} className={css.tick} />
        <StepTitle title={hasPlan ? t['title.orderCompletePaymentPlan'] : t['title.orderComplete']} />
        <Bought />
        {hasPlan ? <PlanTile /> : <TILES.wallet main go={go} referralLink={referralLink} />}
        {!hasPlan && <AddToCalendar />}
        {hasPlan ? <PlanList /> : <WalletCopy info={info} />}
        {info?.undelivered && <Undelivered info={info} />}
      </Panel>
      {/* biome-ignore lint/a11y/noRedundantRoles: without markers, Safari does not announce it as a list */}
      <ul role="list" className={css.tiles}>
        {tiles.map((name) => {
          const Tile = TILES[name]
          return (
            <li key={name}>
              <Tile go={go} referralLink={referralLink} />
            </li>
          )
        })}
      </ul>
      <div className={css.details}>
        {!hasPlan && <Subscribe />}
        <div>
          {checkout.order_number && <p>{fill(t['completed.number'], { number: checkout.order_number })}</p>}
          <p className={css.reference}>
            {fill(t['completed.reference'], { reference: info?.sale_reference || checkout.sale_reference })}
          </p>
        </div>
        {info?.receipts?.map(({ organiser, url }) => (
          <a key={url} href={url}>
            {fill(t['completed.receipt'], { organiser })}
          </a>
        ))}
      </div>
    </>
  )
}

/** A cancelled order can only be viewed. */
function Cancelled() {
  const { sale_reference } = useCheckout()
  return (
    <Panel className={css.success}>
      <StepTitle title={t['completed.cancelled']} />
      <p className={css.words}>{t['completed.cancelledLead']}</p>
      <ButtonLink href={`/orders/${sale_reference}/`}>{t['completed.toOrder']}</ButtonLink>
    </Panel>
  )
}

function WalletCopy({ info }: { info: SimpleInfo | null }) {
  const { account } = useCheckout()
  const email = info?.sale_email || account?.email
  return email && <p className={css.words}>{fill(t['completed.walletCopy'], { email })}</p>
}

/** The email bounced. The order's page sends it again, or to the right address. */
const Undelivered = ({ info: { sale_email, sale_reference } }: { info: SimpleInfo }) => (
  <Alert
    type="warning"
    live
    title={fill(t['completed.unreachable'], { email: sale_email })}
    action={
      <ButtonLink href={`/orders/${sale_reference}/`} variant="secondary" small>
        {t['completed.fixEmail']}
      </ButtonLink>
    }
  >
    {t['completed.unreachableLead']}
  </Alert>
)

/** Offered to buyers who don't get important updates yet. */
function Subscribe() {
  const store = useStore()
  const user = useBuyer()
  const { marketing_preferences } = useCheckout()
  const { busy, run } = useAction()
  const [done, setDone] = useState(false)
  if (done || user?.is_event_subscribed || marketing_preferences?.event_subscribed) return null

  const subscribe = async () => {
    const answer = await store.call('subscribe_to_events')
    if (!answer.ok) return notify.error(t['error.subscribeToEvents'])
    notify.withdraw(t['error.subscribeToEvents'])
    notify.success(t['success.subscribedToEvents'])
    setDone(true)
    void refreshUser('checkout')
    void store.reload({ quiet: true })
  }

  return (
    <button type="button" className="link" disabled={busy !== null} onClick={() => run(subscribe)}>
      {t['link.subscribeToUpdates']}
    </button>
  )
}

/** Leads to the payments to come, as the wallet has nothing until the last one. */
const PlanTile = () => (
  <TileLink main icon={calendarIcon} href={PAGES.account}>
    {t['completed.plan.link']}
  </TileLink>
)

const PlanList = () => (
  <ul className={css.plan}>
    <li>{t['completed.plan.email']}</li>
    <li>{t['completed.plan.notifications']}</li>
    <li>{t['completed.plan.method']}</li>
    <li>{t['completed.plan.tickets']}</li>
  </ul>
)
