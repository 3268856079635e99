import { PAGES, type Privacy } from '@foyer/contract/pages.ts'
import { saleOf } from '@foyer/contract/sale.ts'
import type { Step } from '@foyer/domain/checkout/steps.ts'
import { analyticsIds } from '@foyer/domain/privacy/analytics-ids.ts'
import { useEffect, useRef } from 'react'
import { isRecordingReplay } from '../../error-reporting/state.ts'
import { useChoice } from '../../privacy/privacy.ts'
import { notifications } from '../../ui/feedback/notify.ts'
import { useCheckoutState, useStore } from '../state/context.tsx'
import { recordSale, viewStep } from './analytics.ts'
import { loadVendors, vendorsRun } from './vendors.ts'

/**
 * Reports the steps of the sale to analytics and pixels, if the customer consented. Card details are entered in a document that
 * has never run third-party scripts, and a script cannot be unloaded, so entering and leaving the payment step loads a new
 * document with its own policy. Returns true while that document loads.
 */
export function useAnalytics(privacy: Privacy | undefined): boolean {
  const store = useStore()
  const { checkout, step } = useCheckoutState()
  const hasConsented = useChoice(privacy) === 'accepted'
  const ids = checkout && analyticsIds(saleOf(checkout))
  const isMeasured = hasConsented && privacy?.visits === true && ids?.any === true
  const entersPayment = hasConsented && step === 'payment' && (vendorsRun() || isRecordingReplay())
  // A page with notifications stays until they are read. Customers who return from the bank get a new document anyway.
  const leavesPayment =
    hasConsented &&
    privacy?.visits === false &&
    ids?.any === true &&
    !NEAR_PAYMENT.has(step) &&
    notifications.now().length === 0
  const viewed = useRef<Step | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: one view per step, whatever else of the sale changes on it
  useEffect(() => {
    if (!checkout || !ids || !isMeasured || step === 'determining' || viewed.current === step) return
    viewed.current = step
    loadVendors(ids)
    viewStep(step, checkout)
    if (step === 'deliver_tickets') recordSale(checkout)
  }, [isMeasured, step])

  useEffect(() => {
    if (entersPayment || leavesPayment) store.navigate(PAGES.checkout)
  }, [store, entersPayment, leavesPayment])

  return entersPayment || leavesPayment
}

const NEAR_PAYMENT: ReadonlySet<Step> = new Set<Step>(['determining', 'payment', 'awaiting_truelayer'])
