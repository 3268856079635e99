import type { Deps } from '../../deps.ts'
import type { CardsOnFile, ProviderName } from '../../payment-provider.ts'

/** The provider that keeps cards, with its name as payments and cards are stored under it. */
export type CardProvider = CardsOnFile & { readonly name: ProviderName }

/** Undefined where no configured provider keeps cards. */
export function cardProviderOf({ providers }: Pick<Deps, 'providers'>): CardProvider | undefined {
  for (const { name, cardsOnFile } of Object.values(providers)) if (cardsOnFile) return { ...cardsOnFile, name }
  return undefined
}
