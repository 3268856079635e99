import { common, checkout as t } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { showsMailingListLink } from '@foyer/domain/basket/mailing-list-link.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { ButtonLink } from '../../../ui/actions/button-link.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { StepTitle } from '../../frame/frame.tsx'
import { UpcomingEvents } from '../../frame/upcoming-events.tsx'
import { OrderSummary } from '../../order-summary/order-summary.tsx'
import { useBuyer, useCheckout, useCheckoutState } from '../../state/context.tsx'
import { isEmpty } from '../../state/sale.ts'
import css from './basket.module.css'
import { CodeBox } from './code-box.tsx'
import { createEdits } from './edits.ts'
import { Lines } from './lines.tsx'
import { RefundProtection } from './refund-protection.tsx'
import { Reserve } from './reserve-basket.tsx'
import { Warnings } from './warnings.tsx'

export function Screen() {
  return isEmpty(useCheckout()) ? <Empty /> : <Basket />
}

function Empty() {
  const user = useBuyer()
  return (
    <div className="page">
      <StepTitle title={common['title.basket']} />
      <Warnings />
      <EmptyState
        action={
          <div className={css.emptyActions}>
            <ButtonLink href={PAGES.events}>{common['link.browseEvents']}</ButtonLink>
            {showsMailingListLink(user) && <a href={PAGES.mailing_list}>{common['link.mailingList']}</a>}
          </div>
        }
      >
        {t['info.emptyBasket']}
      </EmptyState>
    </div>
  )
}

/** The blocks of the basket in reading order. The stylesheet places some of them side by side. */
function Basket() {
  const { organisers, sale_reference } = useCheckout()
  const { expired } = useCheckoutState()
  const [edits] = useState(() => createEdits(sale_reference))
  const edited = useSyncExternalStore(edits.subscribe, edits.now, edits.now)

  useEffect(() => edits.connect(), [edits])

  return (
    <div className="page">
      <StepTitle title={common['title.basket']} focus={!expired} />
      <Warnings />
      <div className={css.layout}>
        <OrderSummary inBasket className={css.summary} />
        <div className={css.content}>
          <Lines edits={edits} edited={edited} />
          <RefundProtection />
          <UpcomingEvents title={t['title.continueShopping']} organisers={organisers} />
        </div>
        <div className={css.order}>
          <CodeBox />
        </div>
        <Reserve edited={edited} />
      </div>
    </div>
  )
}
