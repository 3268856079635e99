import { type CardProvider, cardFacts, isBank, isCardProvider } from '@foyer/domain/payment/providers.ts'
import type { Kysely } from 'kysely'
import type { Database, OrganisersTable } from '../../db/schema/types.generated.ts'

type Reader = Pick<Kysely<Database>, 'selectFrom'>

/** Organisers' own accounts that are in use. */
export const ownAccountsOf = (db: Reader, organiserIds: readonly number[]) =>
  db
    .selectFrom('payment_accounts')
    .select(['id', 'organiser_id', 'provider', 'external_id', 'currencies', 'platform_fee_bp'])
    .where('organiser_id', 'in', [...organiserIds])
    .where('ended_at', 'is', null)
    .execute()

type Account = Awaited<ReturnType<typeof ownAccountsOf>>[number]

/** Which accounts a basket is paid into. */
export type PaidInto = {
  /** The kind of card account, if it is the organisers' own; null for the platform's default card account. */
  provider: OrganisersTable['payment_provider']
  /** An organiser's account for cards; null is the installation's. */
  cardAccountId: number | null
  /** An organiser's account for bank transfers; null is the installation's. */
  bankAccountId: number | null
  /** The currencies of that account. Undefined: those of the installation's. */
  bankCurrencies: readonly string[] | undefined
  /** The operator's part of a card payment, in hundredths of a percent. */
  platformFeeBp: number
}

/**
 * A payment goes to one account. It is an organiser's own if everything in the basket belongs to organisers who share it;
 * otherwise it is the installation's. An organiser with a card account of their own has bank transfers only to their own too.
 */
export function paidInto(
  organisers: readonly { organiserId: number; paymentProvider: OrganisersTable['payment_provider'] }[],
  accounts: readonly Account[],
): PaidInto {
  const card = sharedAccount(organisers, accounts, ({ provider }) => isCardProvider(provider))
  const bank = sharedAccount(organisers, accounts, ({ provider }) => isBank(provider))
  const kinds = new Set(organisers.map(({ paymentProvider }) => paymentProvider))
  const none = card === 'none'
  return {
    provider:
      typeof card === 'object' ? (card.provider as CardProvider) : none && kinds.size === 1 ? [...kinds][0]! : null,
    cardAccountId: typeof card === 'object' ? card.id : null,
    bankAccountId: typeof bank === 'object' ? bank.id : null,
    bankCurrencies: typeof bank === 'object' ? (bank.currencies ?? []) : typeof card === 'object' ? [] : undefined,
    platformFeeBp:
      typeof card === 'object' && cardFacts(card.provider as CardProvider).takesPlatformFee ? card.platform_fee_bp : 0,
  }
}

/** The account that all organisers have, `none` if none of them has one, and `several` otherwise. */
function sharedAccount(
  organisers: readonly { organiserId: number }[],
  accounts: readonly Account[],
  fits: (account: Account) => boolean,
): Account | 'none' | 'several' {
  const own = organisers.map(({ organiserId }) =>
    accounts.find((account) => account.organiser_id === organiserId && fits(account)),
  )
  const [first] = own
  if (own.every((account) => account === undefined)) return 'none'
  // guard: basket-of-one-account
  const same = own.every(
    (account) => account?.provider === first?.provider && account?.external_id === first?.external_id,
  )
  return same && first ? first : 'several'
}
