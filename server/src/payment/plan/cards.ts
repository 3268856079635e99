import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database, SavedCardsTable } from '../../db/schema/types.generated.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { CardFacts } from '../provider/provider.ts'

type Reader = Pick<Kysely<Database>, 'selectFrom'>
export type SavedCard = Selectable<SavedCardsTable>

/** Saves a card for its user, once. The user's first card, or the one they choose, becomes the default. */
export async function storeCard(
  tx: Tx,
  userId: number,
  card: CardFacts,
  {
    provider,
    accountId,
    makeDefault,
    now,
  }: { provider: string; accountId: number | null; makeDefault: boolean; now: Date },
): Promise<number> {
  const first = (await cardsOf(tx, userId)).length === 0
  const { id } = await tx
    .insertInto('saved_cards')
    .values({ user_id: userId, provider, account_id: accountId, ...card, is_default: false, created_at: now })
    .onConflict((conflict) =>
      conflict.column('provider_method_id').doUpdateSet({ exp_month: card.exp_month, exp_year: card.exp_year }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  if (makeDefault || first) await makeDefaultCard(tx, userId, id)
  return id
}

/** Makes one saved card the user's default, and no other. */
export async function makeDefaultCard(tx: Tx, userId: number, cardId: number): Promise<void> {
  await tx
    .updateTable('saved_cards')
    .set({ is_default: sql<boolean>`id = ${cardId}` })
    .where('user_id', '=', userId)
    .execute()
}

/** The saved cards of a user, the default one first, then the newest. */
export const cardsOf = (db: Reader, userId: number): Promise<SavedCard[]> =>
  db
    .selectFrom('saved_cards')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('is_default', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** The cards that can be charged at one account: an organiser's, or the installation's (null). */
export const cardsAt = async (db: Reader, userId: number, accountId: number | null): Promise<SavedCard[]> =>
  (await cardsOf(db, userId)).filter((card) => card.account_id === accountId)

/** A saved payment method, with its expiry as MM/YY. */
export const cardView = (card: SavedCard) => ({
  payment_method_id: card.provider_method_id,
  card_type: card.brand,
  last4digits: card.last4,
  expiry: `${String(card.exp_month).padStart(2, '0')}/${String(card.exp_year % 100).padStart(2, '0')}`,
  is_default: card.is_default,
})
