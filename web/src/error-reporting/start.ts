import type { PageName, Shell } from '@foyer/contract/pages.ts'
import { choiceNow, onChoice } from '../privacy/privacy.ts'
import { setRecordingReplay } from './state.ts'

/**
 * Pages that may be recorded. Pages whose address or content is a customer's ticket, order or signature, and pages where cards
 * are typed, only report errors.
 */
const RECORDED: ReadonlySet<PageName> = new Set([
  'home',
  'events',
  'event',
  'gift_vouchers',
  'organiser',
  'checkout',
  'signin',
  'mailing_list',
  'refund_policy',
  'privacy',
  'accessibility',
  'terms',
  'not_found',
])

/** Loads and starts the error reporter once the buyer has agreed, if one is configured; otherwise loads nothing. */
export function reportErrors(page: PageName, shell: Shell, isPayment: boolean): void {
  const dsn = shell.privacy?.sentry_dsn
  if (!dsn) return
  let started = false
  const start = async () => {
    if (started || choiceNow(shell.privacy) !== 'accepted') return
    started = true
    const replay = RECORDED.has(page) && !isPayment
    setRecordingReplay(replay)
    const { startSentry } = await import('./sentry.ts')
    startSentry({ dsn, replay })
  }
  onChoice(() => void start())
  void start()
}
