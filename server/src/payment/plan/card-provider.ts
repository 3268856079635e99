import type { Deps } from '../../deps.ts'
import type { CardsOnFile, ProviderName } from '../../payment-provider.ts'

/** The provider that saves cards, with the name under which payments and cards are stored. */
export type CardProvider = CardsOnFile & { readonly name: ProviderName }

/** Undefined if no configured provider saves cards. */
export function cardProviderOf({ providers }: Pick<Deps, 'providers'>): CardProvider | undefined {
  for (const { name, cardsOnFile } of Object.values(providers)) if (cardsOnFile) return { ...cardsOnFile, name }
  return undefined
}
