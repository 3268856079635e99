import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { may } from '@foyer/domain/office/rights.ts'
import { cardProvider } from '@foyer/domain/payment/methods.ts'
import { cardFacts } from '@foyer/domain/payment/providers.ts'
import { fail } from '@foyer/domain/result.ts'
import type { Db } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { providerOf } from '../../payment/payment.ts'
import { type CardReaders, ProviderDown } from '../../payment/provider/provider.ts'
import { ownAccountsOf, paidInto } from '../../sale/order/paid-into.ts'
import { grantOf, type OfficeContext, type OfficeHandlers } from '../handle.ts'
import { formKey } from '../order/form-key.ts'

const readersPath = (ctx: OfficeContext): string =>
  `${OFFICE_PAGES.readers.path}?organiser_id=${grantOf(ctx).organiserId}`

/** The card readers in the account that an organiser's card payments go to; null if its provider has none. */
export async function readersOf(
  deps: Deps,
  organiserId: number,
): Promise<{ readers: CardReaders; accountId: number | null } | null> {
  const { db, providers } = deps
  const { payment_provider: paymentProvider } = await db
    .selectFrom('organisers')
    .select('payment_provider')
    .where('id', '=', organiserId)
    .executeTakeFirstOrThrow()
  const account = paidInto([{ organiserId, paymentProvider }], await ownAccountsOf(db, [organiserId]))
  const provider = cardProvider({ ownProvider: account.provider })
  const isMissing = account.cardAccountId === null && providers[provider] === undefined
  if (!cardFacts(provider).hasReaders || isMissing) return null
  const { cardReaders } = await providerOf(deps, { id: 0, provider, account_id: account.cardAccountId })
  return cardReaders === undefined ? null : { readers: cardReaders, accountId: account.cardAccountId }
}

export const activeReadersOf = (db: Pick<Db, 'selectFrom'>, organiserId: number) =>
  db
    .selectFrom('card_readers')
    .select(['id as reader_id', 'name', 'external_id'])
    .where('organiser_id', '=', organiserId)
    .where('ended_at', 'is', null)
    .orderBy('name')
    .execute()

export const officeReaders: OfficeHandlers['office_readers'] = {
  async read(_, ctx) {
    const { organiserId, role } = grantOf(ctx)
    return {
      form_key: formKey(ctx),
      may_change: role !== null && may(role, 'change_organiser'),
      is_possible: (await readersOf(ctx.deps, organiserId)) !== null,
      readers: await activeReadersOf(ctx.deps.db, organiserId),
    }
  },
}

export const saveReader: OfficeHandlers['save_reader'] = {
  /** The provider is called before the transaction. */
  async beforeTransaction({ name, device }, ctx) {
    if (name === '') return fail('reader_name_missing')
    try {
      const account = await readersOf(ctx.deps, grantOf(ctx).organiserId)
      if (account === null) return fail('method_not_available')
      // guard: reader-of-own-account
      return /^tmr_\w+$/.test(device) && (await account.readers.read(device)) !== null ? null : fail('reader_unknown')
    } catch (error) {
      if (error instanceof ProviderDown) return fail('payment_provider_down')
      throw error
    }
  },
  async change(tx, { name, device }, ctx) {
    const { organiserId } = grantOf(ctx)
    await tx
      .insertInto('card_readers')
      .values({ organiser_id: organiserId, name, external_id: device, added_at: ctx.now })
      .onConflict((conflict) =>
        conflict.columns(['organiser_id', 'external_id']).where('ended_at', 'is', null).doUpdateSet({ name }),
      )
      .execute()
    return {
      reply: { success: true, next: readersPath(ctx) },
      log: { subject: ['organiser', organiserId], after: { reader: device, name } },
    }
  },
}

export const endReader: OfficeHandlers['end_reader'] = {
  async change(tx, { reader_id }, ctx) {
    const { organiserId } = grantOf(ctx)
    const ended = await tx
      .updateTable('card_readers')
      .set({ ended_at: ctx.now })
      .where('id', '=', reader_id)
      .where('organiser_id', '=', organiserId)
      .where('ended_at', 'is', null)
      .returning(['external_id', 'name'])
      .executeTakeFirst()
    if (ended === undefined) return fail('not_found')
    return {
      reply: { success: true, next: readersPath(ctx) },
      log: { subject: ['organiser', organiserId], before: { reader: ended.external_id, name: ended.name } },
    }
  },
}
