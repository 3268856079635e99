import { ERRORS } from '@foyer/contract/errors.ts'
import { fill } from '@foyer/contract/fill.ts'
import { checkout, refusals } from '@foyer/contract/messages.en.ts'
import { type Allotted, allot } from '@foyer/domain/basket/allot.ts'
import { sql } from 'kysely'
import { lockSale, type Sale } from '../checkout/sale.ts'
import { type Db, inTx, type Tx } from '../db/tx.ts'
import { releaseCodes, reserveCodes, withCodes } from './codes.ts'
import { lockCounters, writeHolds, writeRefusals } from './counters.ts'
import { alreadyBought, type Line, linesOf, withTooMany, withVouchers } from './lines.ts'
import { refreshHold } from './release.ts'
import { soldOutText, whyNotReservable } from './rules.ts'
import { freeSeatsOf, takeSeats } from './seats.ts'

export type HoldOutcome =
  | { kind: 'held'; reference: string; fresh: boolean; heldUntil: Date }
  | { kind: 'refused'; text: string }
  | { kind: 'paid' }
  /** Not admitted before they have proved themselves. */
  | { kind: 'captcha' }

/** A basket to hold, and the account its browser is signed in to: a sale of nobody's becomes that account's. */
export type HoldWish = { saleId: number; userId: number | null }

/** Says of each who wants to hold something new, by position, whether they may now; in the transaction of the hold. */
export type Admit<Wish> = (
  tx: Tx,
  asked: readonly { wish: Wish; highDemand: boolean }[],
  now: Date,
) => Promise<boolean[]>

const EMPTY = ERRORS.basket_empty[1]

/**
 * Holds everything in each of these baskets, all or nothing per basket, for `holdSeconds` from `now`. One transaction for
 * all of them: sales are locked in order, then the counters they need, once each; then baskets win or lose one by one in
 * the order they came (promise 1). Answers in the order asked. A basket that is held already keeps its hold and its end.
 * How many statements it takes does not depend on how many baskets there are, but for seats and codes. `admit` is asked
 * about those whose basket is neither held nor paid; without it everybody may.
 */
export function holdAll<Wish extends HoldWish>(
  db: Db,
  wishes: readonly Wish[],
  holdSeconds: number,
  now: Date,
  admit?: Admit<Wish>,
): Promise<HoldOutcome[]> {
  return inTx(db, async (tx) => {
    const outcomes = new Map<number, HoldOutcome>()
    const refuse = (saleId: number, text: string) => outcomes.set(saleId, { kind: 'refused', text })
    const undecided = <T>(ofSale: Map<number, T>) => new Map([...ofSale].filter(([id]) => !outcomes.has(id)))

    const sales = await lockSales(tx, wishes)
    const standing: number[] = []
    for (const [id, row] of sales) {
      const isOver = row.held_until !== null && row.held_until <= now
      const sale = isOver ? await refreshHold(tx, await lockSale(tx, id), now) : row
      sales.set(id, sale)
      if (sale.paid_at !== null) outcomes.set(id, { kind: 'paid' })
      else if (sale.held_until !== null) {
        outcomes.set(id, { kind: 'held', reference: sale.reference, fresh: false, heldUntil: sale.held_until })
        if (sale.state === 'basket' || sale.state === 'captcha') standing.push(id)
      }
    }
    if (standing.length > 0)
      await tx.updateTable('sales').set({ state: 'reserve' }).where('id', 'in', standing).execute()

    const all = await linesOf(tx, [...undecided(sales).keys()])
    const away = await turnedAway(tx, wishes, undecided(all), now, admit)
    const admitted = new Set(wishes.filter((wish) => !away.has(wish)).map(({ saleId }) => saleId))
    for (const id of undecided(all).keys()) if (!admitted.has(id)) outcomes.set(id, { kind: 'captcha' })
    await claim(tx, wishes, undecided(sales))
    for (const [saleId, why] of await brokenRules(tx, undecided(sales), all, now)) refuse(saleId, why)

    // First come, first served: the order of the calls, not of the ids.
    const lines = new Map([...undecided(sales).keys()].map((id) => [id, all.get(id) ?? []]))
    const { free, refused } = await lockCounters(tx, lines, now)
    const sayShort = (saleId: number, { short }: Allotted & { ok: false }) =>
      refuse(
        saleId,
        soldOutText(short.map(({ ticketTypeId, left }) => ({ name: nameIn(lines.get(saleId)!, ticketTypeId), left }))),
      )
    for (const [saleId, short] of refused) sayShort(saleId, short)
    const inLine = [...undecided(lines)].map(([saleId, own]) => ({
      saleId,
      demands: own.map(({ ticket_type_id, qty }) => ({ ticketTypeId: ticket_type_id, qty })),
    }))
    for (const [saleId, allotted] of allot(inLine, free).outcome) if (!allotted.ok) sayShort(saleId, allotted)

    for (const [saleId, own] of undecided(lines))
      for (const line of own)
        if (line.seated && !(await takeSeats(tx, saleId, line.ticket_type_id, line.qty))) {
          await freeSeatsOf(tx, saleId)
          refuse(saleId, fill(refusals.seatTaken, { event: line.event_title }))
          break
        }

    for (const saleId of await withCodes(tx, undecided(lines))) {
      const { lost } = await reserveCodes(tx, await lockSale(tx, saleId))
      if (lost.length === 0) continue
      // Without its code the basket would cost more than the buyer was shown: they decide anew.
      await releaseCodes(tx, saleId)
      await freeSeatsOf(tx, saleId)
      refuse(saleId, lost.map((code) => fill(refusals.codeLost, { code })).join(' '))
    }

    const won = undecided(lines)
    const heldUntil = new Date(now.getTime() + holdSeconds * 1000)
    if (won.size > 0) await writeHolds(tx, [...won.keys()], [...won.values()].flat(), { now, heldUntil })
    for (const id of won.keys())
      outcomes.set(id, { kind: 'held', reference: sales.get(id)!.reference, fresh: true, heldUntil })
    const lost = [...outcomes].flatMap(([saleId, o]) => (o.kind === 'refused' ? [{ saleId, text: o.text }] : []))
    await writeRefusals(tx, lost, now)
    // Two tabs that ask at the same moment get one hold: it is fresh for the first of them.
    const told = new Set<number>()
    return wishes.map((wish) => {
      if (away.has(wish)) return { kind: 'captcha' }
      const { saleId } = wish
      const outcome = outcomes.get(saleId)!
      const again = told.has(saleId)
      told.add(saleId)
      return again && outcome.kind === 'held' ? { ...outcome, fresh: false } : outcome
    })
  })
}

/** What the hold needs to know of a sale. */
type Held = Pick<Sale, 'id' | 'reference' | 'state' | 'user_id' | 'held_until' | 'paid_at'>

/** Locks the sales in order of their id, and gives them in the order they came. */
async function lockSales(tx: Tx, wishes: readonly HoldWish[]): Promise<Map<number, Held>> {
  const { rows } = await sql<Held>`
    select id, reference, state, user_id, held_until, paid_at from sales
    where id = any(${sql.val(wishes.map(({ saleId }) => saleId))}::bigint[]) order by id for update`.execute(tx)
  const locked = new Map(rows.map((sale) => [sale.id, sale]))
  return new Map(wishes.map(({ saleId }) => [saleId, locked.get(saleId)!]))
}

/** Those who may not hold anything before they have proved themselves. */
async function turnedAway<Wish extends HoldWish>(
  tx: Tx,
  wishes: readonly Wish[],
  open: ReadonlyMap<number, readonly Line[]>,
  now: Date,
  admit: Admit<Wish> | undefined,
): Promise<Set<Wish>> {
  if (!admit) return new Set()
  const asked = wishes.flatMap((wish) => {
    const lines = open.get(wish.saleId)
    return lines ? [{ wish, highDemand: lines.some((line) => line.high_demand) }] : []
  })
  const may = await admit(tx, asked, now)
  return new Set(asked.filter((_, i) => !may[i]).map(({ wish }) => wish))
}

/** A sale of nobody's becomes the account's that its browser is signed in to. */
async function claim(tx: Tx, wishes: readonly HoldWish[], sales: ReadonlyMap<number, Held>): Promise<void> {
  const claimed = new Map<number, number>()
  for (const { saleId, userId } of wishes) {
    const sale = sales.get(saleId)
    if (!sale || sale.user_id !== null || userId === null) continue
    sale.user_id = userId
    claimed.set(saleId, userId)
  }
  if (claimed.size > 0)
    await sql`
      update sales set user_id = claimed.user_id
      from unnest(${sql.val([...claimed.keys()])}::bigint[], ${sql.val([...claimed.values()])}::bigint[])
        as claimed(sale_id, user_id)
      where sales.id = claimed.sale_id`.execute(tx)
}

/** What the rules have against each of these sales, in the words the buyer reads; those they have nothing against are not in it. */
async function brokenRules(
  tx: Tx,
  sales: ReadonlyMap<number, Held>,
  lines: ReadonlyMap<number, readonly Line[]>,
  now: Date,
): Promise<Map<number, string>> {
  const broken = new Map<number, string>()
  const own = (id: number) => lines.get(id) ?? []
  const known = [...sales.values()].filter(({ user_id }) => user_id !== null)
  const asked = known.filter(({ id }) => own(id).some((line) => line.requires.length > 0))
  const bought = await alreadyBought(
    tx,
    asked.map(({ user_id }) => user_id!),
  )
  const vouchers = await withVouchers(
    tx,
    [...sales.keys()].filter((id) => own(id).length === 0),
  )
  const limited = known.filter(({ id }) => own(id).some((line) => line.max_can_reserve !== null))
  const tooMany = await withTooMany(tx, limited)
  for (const { id, user_id } of sales.values()) {
    const isEmpty = own(id).length === 0 && !vouchers.has(id)
    const why = isEmpty ? EMPTY : whyNotReservable(own(id), bought.get(user_id ?? 0) ?? new Set(), now)
    if (why !== null) broken.set(id, why)
    else if (tooMany.has(id)) broken.set(id, checkout['account.perCustomer'])
  }
  return broken
}

function nameIn(lines: readonly Line[], ticketTypeId: number): string {
  const line = lines.find(({ ticket_type_id }) => ticket_type_id === ticketTypeId)!
  return `${line.event_title}, ${line.ticket_name}`
}
