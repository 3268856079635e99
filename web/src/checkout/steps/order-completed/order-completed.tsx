import type { ReplyOf } from '@foyer/contract/calls.ts'
import { completed as t } from '@foyer/contract/messages.en.ts'
import { type ComponentType, useEffect, useState } from 'react'
import { refreshUser } from '../../../api/user.ts'
import { useCheckout, useStore } from '../../context.tsx'
import { clearDrafts } from '../../drafts.ts'
import { UpcomingEvents } from '../../upcoming-events.tsx'
import css from './order-completed.module.css'
import { Overview } from './overview.tsx'

/** DONE-01 */
export type ViewName = 'overview' | 'transfer_tickets' | 'find_a_place'
export type SimpleInfo = ReplyOf<'get_simple_info'>
export type ViewProps = {
  info: SimpleInfo | null
  /** shows another view of this page */
  go: (view: ViewName) => void
}

/** The views of this page, one file each. */
const VIEWS: Partial<Record<ViewName, ComponentType<ViewProps>>> = {
  overview: Overview,
}

/** The end of the checkout; safe to reload and to come back to. */
export function Screen() {
  const store = useStore()
  const { sale_reference, organisers } = useCheckout()
  const [view, setView] = useState<ViewName>('overview')
  const [info, setInfo] = useState<SimpleInfo | null>(null)
  const View = VIEWS[view] ?? Overview

  useEffect(() => {
    clearDrafts(sale_reference)
    // DONE-04
    void refreshUser('checkout')
    // ERR-36: without an answer the page does without the address
    void store.call('get_simple_info').then((answer) => {
      if (answer.ok) setInfo(answer.reply)
    })
  }, [store, sale_reference])

  return (
    <div className={`page ${css.page}`}>
      <View info={info} go={setView} />
      <UpcomingEvents title={t['title.browseMoreEvents']} organisers={organisers} allEvents />
    </div>
  )
}
