import type { Deps } from '../../deps.ts'
import { type ProviderDeps, providerOf } from '../payment.ts'
import type { CardsOnFile, ProviderName } from '../provider/provider.ts'

/** The provider that saves cards, with the name under which payments and cards are stored. */
export type CardProvider = CardsOnFile & { readonly name: ProviderName; readonly accountId: number | null }

/**
 * The provider that saves cards, for an organiser's account or the installation's own (null). Undefined if no configured
 * provider saves cards.
 */
export async function cardProviderOf(deps: ProviderDeps, accountId: number | null): Promise<CardProvider | undefined> {
  const name = cardProviderName(deps)
  const provider = name && (await providerOf(deps, { id: 0, provider: name, account_id: accountId }))
  return provider?.cardsOnFile && { ...provider.cardsOnFile, name: provider.name, accountId }
}

/** The name of the configured provider that saves cards. */
export const cardProviderName = ({ providers }: Pick<Deps, 'providers'>): ProviderName | undefined =>
  Object.values(providers).find(({ cardsOnFile }) => cardsOnFile)?.name
