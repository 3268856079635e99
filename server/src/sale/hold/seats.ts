import { groupBy } from '@foyer/domain/group.ts'
import { bestSeats } from '@foyer/domain/seats/best-seats.ts'
import { type HallRow, seatsInOrder } from '@foyer/domain/seats/hall.ts'
import { isForCompanions, type SeatKind } from '@foyer/domain/seats/kinds.ts'
import { companionsAlone, type PartyRow, seatsOfKinds } from '@foyer/domain/seats/party.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { seatName } from '../../catalogue/seat-name.ts'
import type { Database } from '../../db/schema/types.generated.ts'
import { command, type Query, query, runQuery } from '../../db/transaction/batch.ts'
import { unnestRows } from '../../db/transaction/column-lists.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { returnToAllocations } from './house-seats.ts'

/** A line of numbered seats: those of its type, or those of its pool. Each ticket takes `places` seats. */
export type SeatedLine = { ticketTypeId: number; qty: number; poolId: number | null; places: number }

/**
 * Holds the seats of these sales' lines: those that the buyer chose, and the best free ones for the rest. Earlier sales choose
 * first. Takes one read and one write for all of them; the counters of the lines must be locked, so that nobody else takes seats
 * in between. Returns the sales that cannot have their seats and now hold none, each with a line and what is wrong with its seats.
 */
export async function takeSeats<Line extends SeatedLine>(
  tx: Tx,
  linesBySale: ReadonlyMap<number, readonly Line[]>,
): Promise<Map<number, Unseated<Line>>> {
  const refused = new Map<number, Unseated<Line>>()
  if (linesBySale.size === 0) return refused
  const { choices, rows } = await runQuery(tx, seatChoicesQuery([...linesBySale.keys()]))
  const rowsByOwner = groupBy(rows, ownerOf)
  const gone = new Set<number>()
  const taken: TakenSeat[] = []
  for (const [saleId, lines] of linesBySale) {
    const choiceOf = ({ ticketTypeId }: SeatedLine) =>
      choices.find((choice) => choice.saleId === saleId && choice.ticketTypeId === ticketTypeId)
    const ofSale = chooseSeats(lines, choiceOf, rowsByOwner, gone)
    if ('line' in ofSale) {
      refused.set(saleId, ofSale)
      continue
    }
    for (const { seatId, ticketTypeId } of ofSale.seats) {
      gone.add(seatId)
      taken.push({ saleId, ticketTypeId, seatId })
    }
  }
  for (const { saleId, ticketTypeId } of await writeSeats(tx, taken)) {
    if (!refused.has(saleId)) await freeSeats(tx, saleId, 'held')
    const line = linesBySale.get(saleId)!.find((line) => line.ticketTypeId === ticketTypeId)!
    refused.set(saleId, { line, why: 'taken' })
  }
  return refused
}

/**
 * A line that can't have its seats: they are `taken`; only `accessible` ones are left, which nobody gets unasked; they aren't of a
 * `kind` that its type takes; or its companion tickets are more than the wheelchair spaces of the order, so that they miss a `space`.
 */
export type Unseated<Line> = { line: Line; why: 'taken' | 'accessible' | 'kind' | 'space' }

type TakenSeat = { saleId: number; ticketTypeId: number; seatId: number }

/** Holds these seats. Returns those that are no longer free. */
async function writeSeats(tx: Tx, taken: readonly TakenSeat[]): Promise<TakenSeat[]> {
  if (taken.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    update seats set status = 'held', sale_id = given.sale_id, ticket_type_id = given.ticket_type_id
    from ${unnestRows('given', taken, {
      id: ['bigint', ({ seatId }) => seatId],
      sale_id: ['bigint', ({ saleId }) => saleId],
      ticket_type_id: ['bigint', ({ ticketTypeId }) => ticketTypeId],
    })}
    where seats.id = given.id and seats.status = 'free' returning seats.id`.execute(tx)
  const written = new Set(rows.map(({ id }) => id))
  return taken.filter(({ seatId }) => !written.has(seatId))
}

/**
 * What a buyer chose in the basket: seats, of which these are free, or the section to choose from. `kinds`: those of all chosen
 * seats; `takes`: the kinds that the ticket type may take, null for any.
 */
type SeatChoice = {
  saleId: number
  ticketTypeId: number
  dateId: number
  section: string | null
  chosen: number
  seats: number[]
  kinds: SeatKind[]
  takes: SeatKind[] | null
}
type OwnedRow = { poolId: number | null; typeId: number | null; section: string; name: string; seats: SeatOfRow[] }
/** `kind` is null for an ordinary seat. */
type SeatOfRow = [id: number, number: number, isFree: boolean, kind: SeatKind | null, isRestricted: boolean]

const ownerOf = ({ poolId, typeId }: { poolId: number | null; typeId: number | null }): string =>
  poolId === null ? `type ${typeId}` : `pool ${poolId}`

/** The choices of these sales, and the rows of the types and pools of which they need more seats than they chose. */
const seatChoicesQuery = (saleIds: readonly number[]): Query<{ choices: SeatChoice[]; rows: OwnedRow[] }> =>
  query(
    sql<{ choices: SeatChoice[]; rows: OwnedRow[] }>`
      with line as (
        select line.sale_id, line.ticket_type_id, type.pool_id, line.section, line.qty * type.pool_places as places,
          type.date_id, type.seat_kinds, chosen.seats, chosen.free, chosen.kinds
        from sale_lines line join ticket_types type on type.id = line.ticket_type_id and type.seated
        cross join lateral (
          select count(*) as seats, coalesce(jsonb_agg(seats.id order by seats.id) filter (where status = 'free'), '[]') as free,
            coalesce(jsonb_agg(seats.kind), '[]') as kinds
          from sale_line_seats chosen join seats on seats.id = chosen.seat_id
          where chosen.sale_id = line.sale_id and chosen.ticket_type_id = line.ticket_type_id
        ) chosen
        where line.sale_id = any(${sql.val(saleIds)}::bigint[])
      ),
      needed as (select distinct pool_id, ticket_type_id from line where seats < places)
      select coalesce((select jsonb_agg(jsonb_build_object('saleId', sale_id, 'ticketTypeId', ticket_type_id,
          'dateId', date_id, 'section', section,
          'chosen', seats, 'seats', free, 'kinds', kinds, 'takes', seat_kinds)) from line), '[]') as choices,
        coalesce((select jsonb_agg(owned order by first) from (${rowsOfSeats(
          sql`array(select pool_id from needed)`,
          sql`array(select ticket_type_id from needed where pool_id is null)`,
        )}) owned), '[]') as rows`,
    ([found]) => found!,
  )

/** All rows of the seats of these pools and types, in the order in which the seating plan names them. */
const rowsOfSeats = (poolIds: RawBuilder<unknown>, typeIds: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select pool_id as "poolId", type_id as "typeId", section, row_name as name, min(id) as first,
    jsonb_agg(jsonb_build_array(id, seat_number, status = 'free', nullif(kind, 'standard'), view_note <> '') order by seat_number, id) as seats
  from (
    select id, pool_id, null::bigint as type_id, section, row_name, seat_number, status, kind, view_note from seats where pool_id = any(${poolIds})
    union all
    select id, null, ticket_type_id, section, row_name, seat_number, status, kind, view_note from seats
    where ticket_type_id = any(${typeIds}) and pool_id is null
  ) seat
  group by pool_id, type_id, section, row_name`

/** A row to choose the best seats from. Those for wheelchairs and companions are never among them. */
const hallRow = ({ section, name, seats }: OwnedRow): HallRow => ({
  section,
  name,
  seats: seats.map(([id, number, free, kind, restricted]) => ({
    id,
    number,
    // guard: accessible-only-asked
    free: free && kind === null,
    restricted,
  })),
})

/** A row with the kinds of its seats. */
const partyRow = ({ section, name, seats }: OwnedRow): PartyRow => ({
  section,
  name,
  seats: seats.map(([id, number, free, kind, restricted]) => ({
    id,
    number,
    free,
    kind: kind ?? 'standard',
    restricted,
  })),
})

/** The seats of a sale's lines, or a line that can't have its own. */
function chooseSeats<Line extends SeatedLine>(
  lines: readonly Line[],
  choiceOf: (line: SeatedLine) => SeatChoice | undefined,
  rowsByOwner: ReadonlyMap<string, readonly OwnedRow[]>,
  gone: ReadonlySet<number>,
): { seats: Omit<TakenSeat, 'saleId'>[] } | Unseated<Line> {
  const seats = lines.flatMap((line) =>
    (choiceOf(line)?.seats ?? []).map((seatId) => ({ seatId, ticketTypeId: line.ticketTypeId })),
  )
  const without = lines.find((line) => {
    const choice = choiceOf(line)
    return choice !== undefined && (choice.seats.length < choice.chosen || choice.seats.some((id) => gone.has(id)))
  })
  if (without !== undefined) return { line: without, why: 'taken' }
  const wrong = wrongKind(lines, choiceOf)
  if (wrong !== null) return wrong
  const taken = new Set([...gone, ...seats.map(({ seatId }) => seatId)])
  // Lines of one pool sit together, for example a family with two prices.
  const sectionOf = (line: SeatedLine) => choiceOf(line)?.section ?? null
  const owner = (line: SeatedLine) => ownerOf({ poolId: line.poolId, typeId: line.ticketTypeId })
  for (const group of groupBy(lines, (line) => JSON.stringify([owner(line), sectionOf(line)])).values()) {
    // The seats of one ticket for several people are together even if those of the whole line cannot be.
    const sizes = group.map((line) => neededGroups(line, choiceOf(line)?.chosen ?? 0))
    if (sizes.every(({ length }) => length === 0)) continue
    const section = sectionOf(group[0]!)
    const rows = (rowsByOwner.get(owner(group[0]!)) ?? []).filter((row) => section === null || row.section === section)
    const best = bestSeats(rows.map(hallRow), sizes.flat(), taken)
    if (best === null) {
      const isLeft = rows.some((row) => row.seats.some(([id, , free, kind]) => free && kind !== null && !taken.has(id)))
      return { line: group[0]!, why: isLeft ? 'accessible' : 'taken' }
    }
    for (const [n, { ticketTypeId }] of group.entries())
      for (const seatId of best.splice(0, sizes[n]!.length).flat()) {
        taken.add(seatId)
        seats.push({ seatId, ticketTypeId })
      }
  }
  return { seats }
}

/** A line whose seats are not of the kinds that its type takes, or that misses a wheelchair space. */
function wrongKind<Line extends SeatedLine>(
  lines: readonly Line[],
  choiceOf: (line: SeatedLine) => SeatChoice | undefined,
): Unseated<Line> | null {
  const places = lines.flatMap((line) => {
    const { dateId: date = 0, kinds = [], takes } = choiceOf(line) ?? {}
    return kinds.map((kind) => ({ date, kind, forCompanion: isForCompanions(takes) }))
  })
  for (const line of lines) {
    const { takes = null, kinds = [], dateId } = choiceOf(line) ?? {}
    if (takes === null) continue
    // The shop chooses ordinary seats only.
    const isChosen = takes.includes('standard') || kinds.length === line.qty * line.places
    // guard: kinds-of-a-type
    if (!isChosen || kinds.some((kind) => !takes.includes(kind))) return { line, why: 'kind' }
    // guard: companion-with-a-space
    if (isForCompanions(takes) && companionsAlone(places.filter(({ date }) => date === dateId)) > 0)
      return { line, why: 'space' }
  }
  return null
}

/** The sizes of the groups that still need seats, beside the seats that the buyer chose. */
function neededGroups({ qty, places }: SeatedLine, chosen: number): number[] {
  const neededSeats = Math.max(0, qty * places - chosen)
  const wholeTickets = Math.floor(neededSeats / places)
  return [
    ...Array.from({ length: wholeTickets }, () => places),
    ...(neededSeats % places > 0 ? [neededSeats % places] : []),
  ]
}

/**
 * Returns the best free seats of these kinds for one more ticket of a type, whose counters must be locked; null if too few are
 * free.
 */
export async function bestSeatsFor(
  tx: Pick<Tx, 'getExecutor'>,
  { ticketTypeId, poolId, kinds }: Pick<SeatedLine, 'ticketTypeId' | 'poolId'> & { kinds: readonly SeatKind[] },
): Promise<number[] | null> {
  const own = (id: number | null) => sql`${sql.val(id === null ? [] : [id])}::bigint[]`
  const { rows } = await sql<OwnedRow>`
    ${rowsOfSeats(own(poolId), own(poolId === null ? ticketTypeId : null))} order by first`.execute(tx)
  return seatsOfKinds(rows.map(partyRow), kinds)
}

/**
 * Frees the held or the sold seats of a sale, or those of them with these ids or types, after their stock has been returned. A seat
 * of an open allocation returns to it. `sellSeatsQueries` marks held ones as sold.
 */
export async function freeSeats(
  tx: Tx,
  saleId: number,
  status: 'held' | 'sold',
  only: { ids?: readonly number[]; ticketTypeIds?: readonly number[] } = {},
): Promise<void> {
  const freed = await tx
    .updateTable('seats')
    .set({ status: 'free', sale_id: null })
    .where('sale_id', '=', saleId)
    .where('status', '=', status)
    .$if(only.ids !== undefined, (query) => query.where('id', 'in', only.ids!))
    .$if(only.ticketTypeIds !== undefined, (query) => query.where('ticket_type_id', 'in', only.ticketTypeIds!))
    .returning(['id', 'pool_id', 'allocation_id'])
    .execute()
  const house = freed.flatMap(({ id, pool_id, allocation_id }) =>
    pool_id === null || allocation_id === null ? [] : [{ id, poolId: pool_id, allocationId: allocation_id }],
  )
  if (house.length > 0) await returnToAllocations(tx, house)
}

/** The statement that marks the held seats of these sales as sold; none without sales. */
export const sellSeatsQueries = (saleIds: readonly number[]): Query<void>[] =>
  saleIds.length === 0
    ? []
    : [
        command(sql`
          update seats set status = 'sold' where sale_id = any(${sql.val(saleIds)}::bigint[]) and status = 'held'`),
      ]

/** Returns the names of a sale's seats by ticket type; before the reserve, the seats chosen in the basket. */
export async function seatsOf(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  saleId: number,
): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('seats')
    .select((eb) => [
      // A free seat of a pool has no type yet: it gets the one of the line that it is chosen for.
      eb.fn
        .coalesce(
          'ticket_type_id',
          eb
            .selectFrom('sale_line_seats as chosen')
            .select('chosen.ticket_type_id')
            .whereRef('chosen.seat_id', '=', 'seats.id')
            .where('chosen.sale_id', '=', saleId),
        )
        .as('ticket_type_id'),
      'label',
      'section',
      'row_name as row',
      'seat_number as number',
      'kind',
      'view_note',
    ])
    .where((eb) =>
      eb.or([
        eb('sale_id', '=', saleId),
        eb.and([
          eb('status', '=', 'free'),
          eb('id', 'in', eb.selectFrom('sale_line_seats').select('seat_id').where('sale_id', '=', saleId)),
        ]),
      ]),
    )
    .orderBy('id')
    .execute()
  return new Map(
    [...groupBy(seatsInOrder(rows), (row) => row.ticket_type_id!)].map(([id, seats]) => [id, seats.map(seatName)]),
  )
}
