import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { isCardProvider } from '@foyer/domain/payment/providers.ts'
import { fail } from '@foyer/domain/result.ts'
import type { Deps } from '../../deps.ts'
import { listAccounts } from '../../payment/accounts/accounts.ts'
import { testAccount } from '../../payment/accounts/save.ts'
import { grantOf, type OfficeHandlers } from '../handle.ts'

const currentAccounts = async (db: Deps['db'], organiserId: number) =>
  (await listAccounts(db, organiserId)).filter(({ endedAt }) => endedAt === null)

export const officePayments: OfficeHandlers['office_payments'] = {
  async read(_, ctx) {
    const { organiserId, role } = grantOf(ctx)
    const { db } = ctx.deps
    const { is_saas } = await db
      .selectFrom('organisers')
      .select('is_saas')
      .where('id', '=', organiserId)
      .executeTakeFirstOrThrow()
    const accounts = await currentAccounts(db, organiserId)
    return {
      is_saas,
      is_missing: is_saas && !accounts.some(({ provider }) => isCardProvider(provider)),
      may_change: role === 'owner',
      accounts: accounts.map(({ id, provider, name, externalId, platformFeeBp, testedAt }) => ({
        account_id: id,
        provider,
        name,
        external_id: externalId,
        fee_percent: platformFeeBp / 100,
        nice_tested: testedAt === null ? '' : niceDate(testedAt),
      })),
    }
  },
}

const WHY = {
  provider_not_available: 'account_unavailable',
  payment_provider_down: 'account_unreachable',
  account_not_ready: 'account_not_ready',
  account_refused: 'account_refused',
} as const

export const testPaymentAccount: OfficeHandlers['test_payment_account'] = {
  // Before the transaction, which must not wait for a provider.
  async beforeTransaction({ account_id }, ctx) {
    const { deps } = ctx
    const account = (await currentAccounts(deps.db, grantOf(ctx).organiserId)).find(({ id }) => id === account_id)
    // guard: account-of-organiser
    if (account === undefined) return fail('not_found')
    const tested = await testAccount(deps, account)
    return tested.ok ? null : fail(WHY[tested.code])
  },
  async change(_tx, { account_id }, ctx) {
    const { organiserId } = grantOf(ctx)
    return {
      reply: { success: true, next: `${OFFICE_PAGES.payments.path}?organiser_id=${organiserId}` },
      log: { subject: ['organiser', organiserId], after: { account_id } },
    }
  },
}
