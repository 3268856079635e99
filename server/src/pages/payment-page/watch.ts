import { inTx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { queueMail } from '../../mail/outbox.ts'
import { inStaffLanguage } from '../../mail/staff.ts'
import { paymentPageMail } from '../../mail/templates/payment-page.ts'
import { checkPaymentPage, type Found } from './check.ts'
import { forgetOldReports } from './reports.ts'

/**
 * Checks the payment page of a live shop as visitors receive it, and emails the operators what differs, once a day at most. A page that
 * can't be reached is only logged: monitoring finds that sooner.
 */
export const watchPaymentPage =
  (clientDir: string, ask: typeof fetch = fetch) =>
  async (deps: Deps): Promise<void> => {
    await forgetOldReports(deps)
    if (deps.config.live === null) return
    let found: Found
    try {
      found = await checkPaymentPage(deps, clientDir, ask)
    } catch (error) {
      deps.log.warn({ err: (error as Error).message }, 'the payment page could not be checked')
      return
    }
    if (found.differences.length === 0) return
    deps.log.error({ differences: found.differences }, 'the payment page differs from this release')
    await mailOperators(deps, found)
  }

async function mailOperators({ db, config, clock }: Deps, { differences }: Found): Promise<void> {
  const now = clock.now()
  const operators = await db
    .selectFrom('staff')
    .select(['id', 'email', 'language'])
    .where('is_operator', '=', true)
    .where('ended_at', 'is', null)
    .execute()
  for (const operator of operators)
    await inStaffLanguage(config, operator, () =>
      inTx(db, (tx) =>
        queueMail(tx, config, {
          ...paymentPageMail(config.publicUrl, differences),
          key: `payment_page:${now.toISOString().slice(0, 10)}:${operator.id}`,
          kind: 'staff_problems',
          recipient: operator.email,
          now,
        }),
      ),
    )
}
