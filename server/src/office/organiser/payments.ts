import { niceDate } from '@foyer/domain/format/dates.ts'
import { may } from '@foyer/domain/office/rights.ts'
import { isCardProvider, PROVIDERS } from '@foyer/domain/payment/providers.ts'
import { fail } from '@foyer/domain/result.ts'
import { currentAccounts } from '../../payment/accounts/accounts.ts'
import { sameKind, testAccount } from '../../payment/accounts/save.ts'
import type { ProviderName } from '../../payment/provider/provider.ts'
import { grantOf, type OfficeHandlers } from '../handle.ts'
import { accountsPath, wayOf, webhookUrlOf, whyNot } from './account.ts'

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
    const mayChange = role !== null && may(role, 'change_keys')
    const ofKind = (provider: ProviderName) => accounts.find((account) => sameKind(provider).includes(account.provider))
    return {
      is_saas,
      is_missing: is_saas && !accounts.some(({ provider }) => isCardProvider(provider)),
      may_change: mayChange,
      offers: PROVIDERS.filter((provider) => mayChange && wayOf(ctx.deps, provider) !== null).map((provider) => ({
        provider,
        is_replacing: ofKind(provider) !== undefined,
      })),
      accounts: accounts.map(({ id, provider, name, externalId, platformFeeBp, testedAt }) => ({
        account_id: id,
        provider,
        name,
        external_id: externalId,
        fee_percent: platformFeeBp / 100,
        nice_tested: testedAt === null ? '' : niceDate(testedAt),
        webhook_url: webhookUrlOf(ctx.deps, provider, externalId),
      })),
    }
  },
}

export const testPaymentAccount: OfficeHandlers['test_payment_account'] = {
  // Before the transaction, which must not wait for a provider.
  async beforeTransaction({ account_id }, ctx) {
    const { deps } = ctx
    const account = (await currentAccounts(deps.db, grantOf(ctx).organiserId)).find(({ id }) => id === account_id)
    // guard: account-of-organiser
    if (account === undefined) return fail('not_found')
    const tested = await testAccount(deps, account)
    return tested.ok ? null : whyNot(tested)
  },
  async change(_tx, { account_id }, ctx) {
    const { organiserId } = grantOf(ctx)
    return {
      reply: { success: true, next: accountsPath(ctx) },
      log: { subject: ['organiser', organiserId], after: { account_id } },
    }
  },
}
