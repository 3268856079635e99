import { normalAccessCode, opensTypes } from '@foyer/domain/basket/access-code.ts'
import { countGuess, type Guesser } from '../http/limits/guesses.ts'
import type { Reader } from './read/shared.ts'

/** What the access code is for: the event whose page is shown, or the ticket type to add. */
export type Opening = { slug: string } | { ticketTypeId: number }

/** Returns the id of an access code that unlocks something now; otherwise counts a wrong guess. */
export async function openWith(
  guesser: Guesser,
  db: Reader,
  what: Opening,
  typed: string,
  now: Date,
): Promise<{ id: number } | 'wrong' | 'too_many'> {
  const guess = await countGuess(guesser)
  if (guess === null) return 'too_many'
  const id = await idOf(db, what, normalAccessCode(typed), now)
  if (id === null) return 'wrong'
  await guess.takeBack()
  return { id }
}

async function idOf(db: Reader, what: Opening, code: string, now: Date): Promise<number | null> {
  const found = await db
    .selectFrom('access_codes as access')
    .innerJoin('access_code_types as opens', 'opens.access_code_id', 'access.id')
    .innerJoin('ticket_types as type', 'type.id', 'opens.ticket_type_id')
    .innerJoin('events as event', 'event.id', 'access.event_id')
    .select([
      'access.id',
      'access.valid_from as validFrom',
      'access.valid_until as validUntil',
      'access.ended',
      'access.max_per_order as maxPerOrder',
    ])
    .where('access.code', '=', code)
    .where('event.status', '<>', 'draft')
    .where('type.visibility', '=', 'code')
    .where((eb) => ('slug' in what ? eb('event.slug', '=', what.slug) : eb('type.id', '=', what.ticketTypeId)))
    .limit(1)
    .executeTakeFirst()
  return found && opensTypes(found, now) ? found.id : null
}
