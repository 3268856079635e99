import { nextOffer, type PlaceInLine, type PlaceOffer } from '@foyer/domain/basket/waiting-list.ts'
import { sql } from 'kysely'
import { shownPrice } from '../basket/shown-price.ts'
import { runBatch } from '../db/transaction/batch.ts'
import { type Db, inTx, sendWithCommit, type Tx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import { doEach } from '../jobs/do-each.ts'
import { holdInTx } from '../sale/hold/hold.ts'
import { newReference } from '../sale/session/current-or-new.ts'
import {
  keepFreeQueries,
  keepRestQueries,
  type ListedType,
  type ListOfDate,
  lockList,
  lockTypes,
  offerableTickets,
  releaseKept,
  typesOfList,
} from './counters.ts'
import { mailOffer } from './mail.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'random' | 'log'>

/** The rules of the basket refuse this entry, so the next in line gets the offer. */
export class Refused extends Error {
  readonly entry: number
  constructor(entry: number) {
    super('the rules refuse this offer')
    this.entry = entry
  }
}

/** Dates whose list has someone waiting, or an open offer. */
async function listsToServe(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('waiting')
    .select('date_id')
    .distinct()
    .where('kind', '=', 'place')
    .where('state', 'in', ['waiting', 'offered'])
    .execute()
  return rows.flatMap(({ date_id }) => (date_id === null ? [] : [date_id]))
}

/**
 * Offers free tickets to those in line, in order. Each offer is a transaction of its own, so a run after a crash continues with
 * the next. Any number of processes may run it. A date that always fails does not stop the others.
 */
export async function offerPlaces(deps: NeededDeps): Promise<number> {
  let offers = 0
  try {
    await doEach(await listsToServe(deps.db), async (dateId) => {
      offers += await offerPlacesOfDate(deps, dateId)
    })
  } finally {
    if (offers > 0) deps.log.info({ offers }, 'places offered to the waiting list')
  }
  return offers
}

/** Makes the offers of one date. */
async function offerPlacesOfDate(deps: NeededDeps, dateId: number): Promise<number> {
  const refused = new Set<number>()
  for (let made = 0; ; ) {
    try {
      if (!(await inTx(deps.db, (tx) => offerNext(tx, deps, dateId, { refused })))) return made
      made++
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refused.add(error.entry)
    }
  }
}

/**
 * Makes the next offer of a date, if any free places fit an entry. Returns whether it did. `byStaff`: staff may also offer while
 * the list is off.
 */
export async function offerNext(
  tx: Tx,
  deps: NeededDeps,
  dateId: number,
  { refused = new Set(), byStaff = false }: { refused?: ReadonlySet<number>; byStaff?: boolean },
): Promise<boolean> {
  const now = deps.clock.now()
  const list = await lockList(tx, dateId, now, byStaff ? 'wait' : 'skip')
  if (list === null) return false
  await endOffers(tx, list, now)
  const offers = list.on || byStaff
  const before = await typesOfList(tx, list, offers, now)
  const changes = keepFreeQueries(before, list.on)
  const isFree = !list.draft && [...offerableTickets(before).values()].some((free) => free > 0)
  if (changes.length === 0 && !isFree) return false
  await lockTypes(tx, before)
  await runBatch(tx, ...keepFreeQueries(await typesOfList(tx, list, offers, now), list.on))
  const types = await typesOfList(tx, list, offers, now)
  const line = isFree ? (await placesInLine(tx, dateId)).filter(({ id }) => !refused.has(id)) : []
  const offer = nextOffer(line, offerableTickets(types))
  if (offer === null) return false
  await makeOffer(tx, deps, list, types.find(({ id }) => id === offer.ticketTypeId)!, offer, now)
  return true
}

/** Ends offers that were bought or have expired, and all places in a line that is over. */
async function endOffers(tx: Tx, list: ListOfDate, now: Date): Promise<void> {
  // guard: offer-ends
  await sql`
    update waiting set ended_at = ${now},
      state = case when sale.paid_at is not null then 'bought' else 'missed' end
    from waiting own left join sales sale on sale.id = own.sale_id
    where waiting.id = own.id and own.date_id = ${list.dateId} and own.kind = 'place' and own.state = 'offered'
      and (sale.id is null or sale.paid_at is not null or sale.held_until is null)`.execute(tx)
  if (!list.ended) return
  await sql`update waiting set state = 'over', ended_at = ${now}
    where date_id = ${list.dateId} and kind = 'place' and state = 'waiting'`.execute(tx)
}

/** The people who are waiting, in the order in which they proved their addresses. */
async function placesInLine(tx: Tx, dateId: number): Promise<PlaceInLine[]> {
  const { rows } = await sql<PlaceInLine>`
    select waiting.id, waiting.qty, array_agg(type.id order by type.sort, type.id) as "ticketTypeIds"
    from waiting join waiting_types accepted on accepted.waiting_id = waiting.id
      join ticket_types type on type.id = accepted.ticket_type_id
    where waiting.date_id = ${dateId} and waiting.kind = 'place' and waiting.state = 'waiting'
    group by waiting.id order by waiting.id`.execute(tx)
  return rows.map((row) => ({ ...row, ticketTypeIds: row.ticketTypeIds.map(Number) }))
}

/** Holds the tickets of an offer in a basket of its own, and writes the email with its link. */
async function makeOffer(
  tx: Tx,
  deps: NeededDeps,
  list: ListOfDate,
  type: ListedType,
  { id, ticketTypeId, qty }: PlaceOffer,
  now: Date,
): Promise<void> {
  const price = await tx
    .selectFrom('ticket_types')
    .select(['id', 'tiered', 'price_minor as priceMinor', 'min_price_minor as leastMinor', 'booking_fee_minor'])
    .where('id', '=', ticketTypeId)
    .executeTakeFirstOrThrow()
  // Nobody has chosen a higher price yet, and the list showed the lowest.
  const priced = price.leastMinor === null ? await shownPrice(tx, price, qty, now) : { chosen_minor: price.leastMinor }
  const sale = await tx
    .insertInto('sales')
    .values({
      reference: newReference(deps),
      currency: list.currency,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('sale_lines')
    .values({
      sale_id: sale.id,
      ticket_type_id: ticketTypeId,
      qty,
      added_at: now,
      price_added_minor: (priced.chosen_minor ?? price.priceMinor) + price.booking_fee_minor,
      ...priced,
    })
    .execute()
  await releaseKept(tx, type)
  const [outcome] = await holdInTx(tx, [{ saleId: sale.id, userId: null }], list.offerMinutes * 60, now)
  if (outcome?.kind !== 'held') throw new Refused(id)
  sendWithCommit(tx, ...keepRestQueries(type, qty))
  await tx
    .updateTable('waiting')
    .set({ state: 'offered', sale_id: sale.id, offered_at: now, offered_until: outcome.heldUntil })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
  await mailOffer(tx, deps, id, now)
}
