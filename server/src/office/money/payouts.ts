import { payoutKinds, payoutProblems, payoutsPage as t } from '@foyer/contract/office/money/payouts.en.ts'
import { ukDate } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { currencyCode, type Minor, sum, toMajor } from '@foyer/domain/money/money.ts'
import type { CardProvider } from '@foyer/domain/payment/providers.ts'
import { fail } from '@foyer/domain/result.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/types.generated.ts'
import { type ComparedLine, comparedLines } from '../../payment/ledger/payouts.ts'
import { type Cell, dayCell, headIn } from '../download/csv.ts'
import { tableFile } from '../download/table-file.ts'
import { grantOf, type OfficeContext, type OfficeHandlers } from '../handle.ts'

type Reader = Kysely<Database>

const MAX_PAYOUTS = 30

/**
 * Payouts that this person may see: those of the organiser's own account, and the installation's for its operator. Payouts
 * contain money of every event, so people limited to some events may not see them.
 */
function ownPayouts(db: Reader, ctx: OfficeContext) {
  const { organiserId, eventIds } = grantOf(ctx)
  const isOperator = ctx.staff?.isOperator === true
  return (
    db
      .selectFrom('payouts as payout')
      .leftJoin('payment_accounts as account', 'account.id', 'payout.account_id')
      .select(['payout.id', 'payout.provider', 'payout.status', 'payout.currency', 'payout.external_id'])
      .select(['payout.amount_minor', 'payout.arrives_at', 'payout.account_id'])
      // guard: own-payouts
      .where((eb) =>
        eb.or([
          ...(isOperator ? [eb('payout.account_id', 'is', null)] : []),
          eb.exists(
            eb
              .selectFrom('payment_accounts as own')
              .select('own.id')
              .where('own.organiser_id', '=', organiserId)
              .whereRef('own.provider', '=', 'account.provider')
              .whereRef('own.external_id', '=', 'account.external_id'),
          ),
        ]),
      )
      .where((eb) => eb.lit(eventIds === null))
  )
}

type Found = Awaited<ReturnType<ReturnType<typeof ownPayouts>['execute']>>[number]

/** What a payout is made of, in minor units, and how many of its lines differ from our books. */
function partsOf(payout: Found, lines: readonly ComparedLine[]) {
  const amountOf = (...kinds: ComparedLine['kind'][]) =>
    sum(lines.filter(({ kind }) => kinds.includes(kind)).map(({ amountMinor }) => amountMinor))
  const fees = sum(lines.map(({ feeMinor }) => feeMinor)) - amountOf('fee')
  const net = sum(lines.map(({ amountMinor, feeMinor }) => amountMinor - feeMinor))
  return {
    gross: amountOf('payment'),
    refunds: amountOf('refund'),
    other: amountOf('dispute', 'other'),
    fees,
    missing: payout.amount_minor - net,
    problems: lines.filter(({ problem }) => problem !== null).length,
    orders: new Set(lines.flatMap(({ saleId }) => (saleId === null ? [] : [saleId]))).size,
  }
}

/** The orders of a payout that are this organiser's, by sale. */
async function ordersOf(db: Reader, ctx: OfficeContext, lines: readonly ComparedLine[]) {
  const { organiserId } = grantOf(ctx)
  const ids = [...new Set(lines.flatMap(({ saleId }) => (saleId === null ? [] : [saleId])))]
  if (ids.length === 0) return new Map<number, string>()
  const rows = await db
    .selectFrom('orders as order')
    .select(['order.sale_id', 'order.number'])
    .where('order.sale_id', 'in', ids)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('order_lines as line')
          .select('line.sale_id')
          .whereRef('line.sale_id', '=', 'order.sale_id')
          .where('line.organiser_id', '=', organiserId),
      ),
    )
    .execute()
  return new Map(rows.map(({ sale_id, number }) => [sale_id, shownOrderNumber(number)]))
}

/** The name of a line. Another organiser's order is shown without its number. */
const nameOf = ({ saleId }: ComparedLine, orders: ReadonlyMap<number, string>): string =>
  saleId === null ? '' : (orders.get(saleId) ?? t.otherOrganiser)

export const officePayouts: OfficeHandlers['office_payouts'] = {
  async read({ payout_id }, ctx) {
    const { db } = ctx.deps
    const found = await ownPayouts(db, ctx)
      .$if(payout_id !== undefined, (query) => query.where('payout.id', '=', payout_id!))
      .orderBy('payout.arrives_at', 'desc')
      .orderBy('payout.id', 'desc')
      .limit(MAX_PAYOUTS)
      .execute()
    if (payout_id !== undefined && found.length === 0) return fail('not_found')
    const lines = await comparedLines(
      db,
      found.map(({ id }) => id),
    )
    const [chosen] = payout_id === undefined ? [] : found
    const orders = chosen ? await ordersOf(db, ctx, lines.get(chosen.id)!) : new Map<number, string>()
    return {
      payout_id: chosen?.id ?? null,
      payouts: found.map((payout) => {
        const money = (minor: Minor) => formatMinor(minor, currencyCode(payout.currency))
        const { gross, refunds, other, fees, missing, problems, orders: count } = partsOf(payout, lines.get(payout.id)!)
        return {
          payout_id: payout.id,
          provider: payout.provider as CardProvider,
          status: payout.status as 'paid',
          is_shared: payout.account_id === null,
          nice_date: ukDate(payout.arrives_at),
          external_id: payout.external_id,
          gross: money(gross),
          refunds: money(refunds),
          other: money(other),
          fees: money(-fees),
          net: money(payout.amount_minor),
          orders: count,
          problems,
          missing: missing === 0 ? '' : money(missing),
        }
      }),
      lines: chosen
        ? lines.get(chosen.id)!.map((line) => {
            const money = (minor: Minor) => formatMinor(minor, currencyCode(chosen.currency))
            return {
              kind: line.kind,
              nice_date: ukDate(line.at),
              order: nameOf(line, orders),
              order_id: line.saleId !== null && orders.has(line.saleId) ? line.saleId : null,
              amount: money(line.amountMinor),
              fee: money(-line.feeMinor),
              net: money(line.amountMinor - line.feeMinor),
              problem: line.problem,
            }
          })
        : [],
    }
  },
}

export const exportPayout: OfficeHandlers['export_payout'] = {
  async change(tx, { payout_id, format }, ctx) {
    const payout = await ownPayouts(tx, ctx).where('payout.id', '=', payout_id).executeTakeFirst()
    if (payout === undefined) return fail('not_found')
    const lines = (await comparedLines(tx, [payout_id])).get(payout_id)!
    const orders = await ordersOf(tx, ctx, lines)
    const major = (minor: Minor) => toMajor(minor, currencyCode(payout.currency))
    const rows: Cell[][] = [
      [headIn(t.date), t.what, t.order, t.currency, t.amount, t.fee, t.net, t.difference],
      ...lines.map((line): Cell[] => [
        dayCell(line.at),
        payoutKinds[line.kind],
        nameOf(line, orders),
        payout.currency,
        major(line.amountMinor),
        major(-line.feeMinor),
        major(line.amountMinor - line.feeMinor),
        line.problem === null ? '' : payoutProblems[line.problem],
      ]),
      [t.total, '', '', payout.currency, '', '', major(payout.amount_minor), ''],
    ]
    return {
      ...tableFile(`payout-${payout.external_id}`, format, once(rows), null),
      log: { subject: ['payout', payout_id], after: { format } },
    }
  },
}

async function* once(rows: Cell[][]): AsyncGenerator<Cell[][]> {
  yield rows
}
