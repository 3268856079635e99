import { type FreeSeat, seatsTogether } from '@foyer/domain/basket/seats-together.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/types.generated.ts'
import { command, type Query } from '../../db/transaction/batch.ts'
import type { Tx } from '../../db/transaction/tx.ts'

/** A line of numbered seats: those of its type, or those of its pool. Each ticket takes `places` seats. */
export type SeatedLine = { ticketTypeId: number; qty: number; poolId: number | null; places: number }

/** Takes the seats of a sale's lines. If a line cannot have its seats, returns it, and the caller releases the others. */
export async function takeSeats<Line extends SeatedLine>(
  tx: Tx,
  saleId: number,
  lines: readonly Line[],
): Promise<Line | null> {
  if (lines.length === 0) return null
  const seatChoices = await seatChoicesOf(tx, saleId)
  const sectionOf = ({ ticketTypeId }: SeatedLine) => seatChoices.get(ticketTypeId)?.section ?? null
  // Lines of one pool sit together, for example a family with two prices.
  const seatPoolOf = ({ poolId, ticketTypeId }: SeatedLine) => poolId ?? `type ${ticketTypeId}`
  for (const groupedLines of groupBy(lines, (line) => JSON.stringify([seatPoolOf(line), sectionOf(line)])).values())
    if (!(await takeSeatsTogether(tx, saleId, groupedLines, seatChoices))) return groupedLines[0]!
  return null
}

type SeatChoice = { section: string | null; seats: number[] }

/** The seats that the buyer chose in the basket, or the section to choose from, by ticket type. */
async function seatChoicesOf(tx: Tx, saleId: number): Promise<Map<number, SeatChoice>> {
  const { rows } = await sql<SeatChoice & { id: number }>`
    select ticket_type_id as id, section, coalesce((select jsonb_agg(seat_id) from sale_line_seats chosen
      where chosen.sale_id = line.sale_id and chosen.ticket_type_id = line.ticket_type_id), '[]') as seats
    from sale_lines line where sale_id = ${saleId}`.execute(tx)
  return new Map(rows.map(({ id, ...choice }) => [id, choice]))
}

/**
 * Takes the seats of lines that have the same seats to choose from: the seats the buyer chose, then the best free seats for
 * the rest, side by side if possible. Skips seats locked by another transaction instead of waiting. Returns false and takes
 * nothing if a chosen seat is gone or too few are free.
 */
async function takeSeatsTogether(
  tx: Tx,
  saleId: number,
  lines: readonly SeatedLine[],
  seatChoices: ReadonlyMap<number, SeatChoice>,
): Promise<boolean> {
  const chosenSeatsOf = ({ ticketTypeId }: SeatedLine) => seatChoices.get(ticketTypeId)?.seats ?? []
  const ids = lines.flatMap(chosenSeatsOf)
  if (ids.length > 0) {
    const free = await tx
      .selectFrom('seats')
      .select('id')
      .where('id', 'in', ids)
      .where('status', '=', 'free')
      .forUpdate()
      .skipLocked()
      .execute()
    if (free.length < ids.length) return false
  }
  // The seats of one ticket for several people are together even if those of the whole line cannot be.
  const groupSizes = lines.map((line) => neededGroups(line, chosenSeatsOf(line).length))
  const section = seatChoices.get(lines[0]!.ticketTypeId)?.section ?? null
  const bestGroups = groupSizes.every((lineSizes) => lineSizes.length === 0)
    ? []
    : seatsTogether(await lockFreeSeats(tx, lines[0]!, { except: ids, section }), groupSizes.flat())
  if (bestGroups === null) return false
  for (const [n, line] of lines.entries()) {
    const seatIds = [...chosenSeatsOf(line), ...bestGroups.splice(0, groupSizes[n]!.length).flat()]
    if (seatIds.length > 0)
      await tx
        .updateTable('seats')
        .set({ status: 'held', sale_id: saleId, ticket_type_id: line.ticketTypeId })
        .where('id', 'in', seatIds)
        .execute()
  }
  return true
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

/** Locks and returns the best free seats for one more ticket of a type; null if too few are free. */
export async function bestSeats(tx: Tx, type: Omit<SeatedLine, 'qty'>): Promise<number[] | null> {
  const bestGroups = seatsTogether(await lockFreeSeats(tx, type, { except: [], section: null }), [type.places])
  return bestGroups?.[0] ?? null
}

/** Locks and returns the free seats to choose from, in the order of the seating plan. */
async function lockFreeSeats(
  tx: Tx,
  { ticketTypeId, poolId }: Omit<SeatedLine, 'qty'>,
  { except, section }: { except: readonly number[]; section: string | null },
): Promise<FreeSeat[]> {
  const isCandidate = poolId === null ? sql`ticket_type_id = ${ticketTypeId}` : sql`pool_id = ${poolId}`
  const { rows } = await sql<FreeSeat>`
    select seats.id, section, row_name as row, placed.place::int as place from seats
    join (select id, row_number() over (partition by section, row_name order by seat_number, id) as place
      from seats where ${isCandidate}) placed on placed.id = seats.id
    where ${isCandidate} and status = 'free' and seats.id <> all(${sql.val(except)}::bigint[])
      ${section === null ? sql`` : sql`and section = ${section}`}
    order by section, row_name, seat_number, seats.id
    for update of seats skip locked`.execute(tx)
  return rows
}

/** Frees the held or the sold seats of a sale, or those of them with these ids or types. `sellSeatsQueries` marks held ones as sold. */
export const freeSeats = (
  tx: Tx,
  saleId: number,
  status: 'held' | 'sold',
  only: { ids?: readonly number[]; ticketTypeIds?: readonly number[] } = {},
) =>
  tx
    .updateTable('seats')
    .set({ status: 'free', sale_id: null })
    .where('sale_id', '=', saleId)
    .where('status', '=', status)
    .$if(only.ids !== undefined, (query) => query.where('id', 'in', only.ids!))
    .$if(only.ticketTypeIds !== undefined, (query) => query.where('ticket_type_id', 'in', only.ticketTypeIds!))
    .execute()

/** The statement that marks the held seats of these sales as sold; none without sales. */
export const sellSeatsQueries = (saleIds: readonly number[]): Query<void>[] =>
  saleIds.length === 0
    ? []
    : [
        command(sql`
          update seats set status = 'sold' where sale_id = any(${sql.val(saleIds)}::bigint[]) and status = 'held'`),
      ]

/** Returns the labels of a sale's seats by ticket type; before the reserve, the seats chosen in the basket. */
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
      'row_name',
      'seat_number',
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
    .orderBy('section')
    .orderBy('row_name')
    .orderBy('seat_number')
    .execute()
  return new Map(
    [...groupBy(rows, (row) => row.ticket_type_id!)].map(([id, seats]) => [id, seats.map((seat) => seat.label)]),
  )
}
