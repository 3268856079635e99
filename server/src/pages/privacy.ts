import type { Privacy } from '@foyer/contract/pages.ts'
import { saleOf } from '@foyer/contract/sale.ts'
import type { Checkout } from '@foyer/contract/types.ts'
import { analyticsIds } from '@foyer/domain/privacy/analytics-ids.ts'
import type { Config } from '../config.ts'

/**
 * Returns what this document may measure, and the buyer's choice about it. Undefined if there is nothing to ask and no
 * choice was made. The payment step runs no third party at all (PCI DSS 6.4.3, 11.6.1), so its document is rendered without
 * any.
 */
export function privacyOf(
  { sentryDsn }: Pick<Config, 'sentryDsn'>,
  said: string | undefined,
  checkout: Checkout | null,
): Privacy | undefined {
  const choice = said === 'accepted' || said === 'refused' ? said : null
  const visits = checkout !== null && checkout.state !== 'payment' && analyticsIds(saleOf(checkout)).any
  if (choice === null && !visits && sentryDsn === undefined) return undefined
  return { choice, visits, sentry_dsn: sentryDsn ?? null }
}
