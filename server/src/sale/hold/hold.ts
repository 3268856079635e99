import { ERRORS } from '@foyer/contract/errors.ts'
import { fill } from '@foyer/contract/fill.ts'
import { checkout, refusals } from '@foyer/contract/messages.en.ts'
import { allocate, type HoldRequest } from '@foyer/domain/basket/allocate.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Query, query, runBatch, runQuery } from '../../db/transaction/batch.ts'
import { type Db, inTx, sendWithCommit, type Tx } from '../../db/transaction/tx.ts'
import { lockSale, type Sale } from '../sale.ts'
import { releaseCodes, reserveCodes, withCodes } from './codes.ts'
import { lockCountersQuery, releaseExpired, shortText } from './counters.ts'
import { alreadyBought, type Line, linesQuery, withTooMany, withVouchers } from './lines.ts'
import { refreshHold } from './release.ts'
import { whyNotReservable } from './rules.ts'
import { freeSeatsOf, takeSeats } from './seats.ts'
import { type Tried, writeHoldsQuery, writeRefusalsQuery, writeTriesQuery } from './write.ts'

export type HoldOutcome =
  | { kind: 'held'; reference: string; fresh: boolean; heldUntil: Date }
  | { kind: 'refused'; text: string }
  | { kind: 'paid' }
  /** Not admitted before they have proved themselves. */
  | { kind: 'captcha' }

/** A basket to hold, and the account its browser is signed in to: a sale of nobody's becomes that account's. */
export type HoldWish = { saleId: number; userId: number | null }

/**
 * Who may hold something new now: a judge of those who ask, by position. `undecidedOnly` is true of the rows of `sales` whose wishes do;
 * it is read in the transaction of the hold, together with what they ask for. It counts the tries of a sale in what it is given,
 * and the hold writes them down.
 */
export type Admit<HoldRequest> = (
  wishes: readonly HoldRequest[],
  undecidedOnly: RawBuilder<boolean>,
  now: Date,
) => Query<(asked: readonly { wish: HoldRequest; sale: Tried; highDemand: boolean }[]) => boolean[]>

const everybodyMay = () => query(null, () => (asked: readonly unknown[]) => asked.map(() => true))

const EMPTY = ERRORS.basket_empty[1]

/**
 * Holds everything in each of these baskets, all or nothing per basket, for `holdSeconds` from `now`. One transaction for
 * all of them: sales are locked in order, then the counters they need, once each; then baskets win or lose one by one in
 * the order they came (promise 1). Answers in the order asked. A basket that is held already keeps its hold and its end.
 * How many statements it takes does not depend on how many baskets there are, but for seats and codes. `admit` is asked
 * about those whose basket is neither held nor paid; without it everybody may.
 */
export function holdAll<Own extends HoldWish>(
  db: Db,
  wishes: readonly Own[],
  holdSeconds: number,
  now: Date,
  admit: Admit<Own> = everybodyMay,
): Promise<HoldOutcome[]> {
  return inTx(db, async (tx) => {
    const outcomes = new Map<number, HoldOutcome>()
    const refuse = (saleId: number, text: string) => outcomes.set(saleId, { kind: 'refused', text })
    const undecided = <T>(ofSale: ReadonlyMap<number, T>) => new Map([...ofSale].filter(([id]) => !outcomes.has(id)))

    const { sales, all, judge, free } = await lockAll(tx, wishes, now, admit)
    const standing: number[] = []
    for (const [id, sale] of sales) {
      if (sale.paid_at !== null) outcomes.set(id, { kind: 'paid' })
      else if (sale.held_until !== null) {
        outcomes.set(id, { kind: 'held', reference: sale.reference, fresh: false, heldUntil: sale.held_until })
        if (sale.state === 'basket' || sale.state === 'captcha') standing.push(id)
      }
    }
    if (standing.length > 0)
      await tx.updateTable('sales').set({ state: 'reserve' }).where('id', 'in', standing).execute()

    const lines = undecided(all)
    const asked = wishes.flatMap((wish) => {
      const own = lines.get(wish.saleId)
      return own ? [{ wish, sale: sales.get(wish.saleId)!, highDemand: own.some(({ type }) => type.high_demand) }] : []
    })
    const may = judge(asked)
    const away = new Set(asked.filter((_, i) => !may[i]).map(({ wish }) => wish))
    const admitted = new Set(asked.filter((_, i) => may[i]).map(({ wish }) => wish.saleId))
    for (const id of lines.keys()) if (!admitted.has(id)) outcomes.set(id, { kind: 'captcha' })
    await claim(tx, wishes, undecided(sales))
    for (const [saleId, why] of await brokenRules(tx, undecided(sales), lines, now)) refuse(saleId, why)

    // First come, first served: the order of the calls, not of the ids.
    const inLine = undecided(lines)
    const left = (await releaseExpired(tx, inLine, free, now))
      ? await runQuery(tx, lockCountersQuery([...inLine.keys()]))
      : free
    for (const [saleId, allocation] of allocate([...inLine].map(requestOf), left).outcome)
      if (!allocation.ok) refuse(saleId, shortText(lines.get(saleId)!, allocation.short))

    for (const [saleId, own] of undecided(lines))
      for (const { type, qty } of own)
        if (type.seated && !(await takeSeats(tx, saleId, type.id, qty))) {
          await freeSeatsOf(tx, saleId)
          refuse(saleId, fill(refusals.seatTaken, { event: type.event_title }))
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
    const winners = [...won.keys()].map((id) => sales.get(id)!)
    const holds = writeHoldsQuery(winners, [...won.values()].flat(), { now, heldUntil })
    for (const { id, reference } of winners) outcomes.set(id, { kind: 'held', reference, fresh: true, heldUntil })
    const told = [...outcomes].flatMap(([id, outcome]) =>
      outcome.kind === 'refused' ? [{ ...sales.get(id)!, text: outcome.text }] : [],
    )
    const stopped = [...outcomes].flatMap(([id, { kind }]) => (kind === 'captcha' ? [sales.get(id)!] : []))
    // Two tabs that ask at the same moment get one hold: it is fresh for the first of them.
    const answered = new Set<number>()
    const answers = wishes.map((wish): HoldOutcome => {
      if (away.has(wish)) return { kind: 'captcha' }
      const { saleId } = wish
      const outcome = outcomes.get(saleId)!
      const again = answered.has(saleId)
      answered.add(saleId)
      return again && outcome.kind === 'held' ? { ...outcome, fresh: false } : outcome
    })
    sendWithCommit(tx, holds, writeRefusalsQuery(told, now), writeTriesQuery(stopped))
    return answers
  })
}

/** What the hold needs to know of a sale. */
type Held = Pick<Sale, 'id' | 'reference' | 'state' | 'user_id' | 'held_until' | 'paid_at'> & Tried

const requestOf = ([saleId, lines]: [number, readonly Line[]]): HoldRequest => ({
  saleId,
  demands: lines.map(({ type, qty }) => ({ ticketTypeId: type.id, qty })),
})

/**
 * All that the decision needs, asked for in one go. What is in a sale changes only under its lock, so sales are locked first, in
 * order of their id; then limits are counted and counters locked, of those only that are neither held nor paid. Holds that have
 * ended are given back. What is in the sales (`all`) comes in the order of the wishes.
 */
async function lockAll<Own extends HoldWish>(tx: Tx, wishes: readonly Own[], now: Date, admit: Admit<Own>) {
  const ids = [...new Set(wishes.map(({ saleId }) => saleId))]
  const undecidedOnly = sql<boolean>`(sales.paid_at is null and (sales.held_until is null or sales.held_until <= ${now}))`
  const locking = sql<Held>`
    select id, reference, state, user_id, held_until, paid_at, reserve_tries, reserve_tries_from from sales
    where id = any(${sql.val(ids)}::bigint[]) order by id for update`
  const locked = query(locking, (rows) => new Map(rows.map((sale) => [sale.id, sale])))
  const [sales, all, judge, free] = await runBatch(
    tx,
    locked,
    linesQuery(ids),
    admit(wishes, undecidedOnly, now),
    lockCountersQuery(ids, undecidedOnly),
  )
  const ended = [...sales.values()].filter(({ held_until }) => held_until !== null && held_until <= now)
  for (const { id } of ended) sales.set(id, await refreshHold(tx, await lockSale(tx, id), now))
  return {
    sales,
    all,
    judge,
    free: ended.length === 0 ? free : await runQuery(tx, lockCountersQuery(ids, undecidedOnly)),
  }
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
  const asked = known.filter(({ id }) => own(id).some(({ type }) => type.requires.length > 0))
  const bought = await alreadyBought(
    tx,
    asked.map(({ user_id }) => user_id!),
  )
  const vouchers = await withVouchers(
    tx,
    [...sales.keys()].filter((id) => own(id).length === 0),
  )
  const limited = known.filter(({ id }) => own(id).some(({ type }) => type.max_can_reserve !== null))
  const tooMany = await withTooMany(tx, limited)
  for (const { id, user_id } of sales.values()) {
    const isEmpty = own(id).length === 0 && !vouchers.has(id)
    const why = isEmpty ? EMPTY : whyNotReservable(own(id), bought.get(user_id ?? 0) ?? new Set(), now)
    if (why !== null) broken.set(id, why)
    else if (tooMany.has(id)) broken.set(id, checkout['account.perCustomer'])
  }
  return broken
}
