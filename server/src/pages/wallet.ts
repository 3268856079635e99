import type { PageData } from '@foyer/contract/pages.ts'
import { runningPlans } from '../after-sale/running-plans.ts'
import { undeliveredOrders } from '../after-sale/undelivered.ts'
import type { Deps } from '../deps.ts'
import type { Session } from '../http/session.ts'
import { walletOf } from '../tickets/wallet/wallet.ts'
import { walletOwnerOf } from './files/files.ts'

/**
 * The wallet of the signed-in customer; null for a visitor. `google`: 'down' if saving to Google Wallet has just failed because
 * Google was unavailable.
 */
export async function walletPage(
  { db, signer, config }: Pick<Deps, 'db' | 'signer' | 'config'>,
  session: Session,
  { now, google }: { now: Date; google: string },
): Promise<PageData['wallet']> {
  const owner = walletOwnerOf(session)
  if (!owner) return null
  const wallet = await walletOf(db, owner, { now, signer })
  const undelivered = await undeliveredOrders(db, wallet)
  const plans = await runningPlans(db, wallet)
  return {
    ...wallet,
    ...(plans.length > 0 && { plans }),
    ...(undelivered.length > 0 && { undelivered }),
    ...(config.applePass && { apple_pass: true }),
    ...(config.googleWallet && { google_wallet: google === 'down' ? ('down' as const) : ('on' as const) }),
  }
}
