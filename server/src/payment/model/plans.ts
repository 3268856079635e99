import { dayOf } from '@foyer/domain/format/dates.ts'
import { planSchedule } from '@foyer/domain/payment/plan.ts'
import type { JsonValue } from '../../db/schema/types.generated.ts'
import { inTx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { lockSale } from '../../sale/sale.ts'
import type { SaleAt } from '../../testing/fixtures/sale.ts'
import { ownerOf } from '../../tickets/owner.ts'
import { newKey } from '../keys.ts'
import type { Payment } from '../payment.ts'
import { beginInstalment } from '../plan/charge.ts'
import type { PlanTerms } from '../plan/terms.ts'
import { refundOrder } from '../refund/order.ts'
import { openPayment, payable } from '../start/open-payment.ts'

type Random = { int(below: number): number }

/** Buyers who pay in three payments, and staff who refund lines of their orders meanwhile. */
export function planMoves(deps: Deps, random: Random) {
  const { db, clock } = deps
  const oneOf = <T>(list: readonly T[]): T | undefined => list[random.int(Math.max(1, list.length))]

  const running = () =>
    db
      .selectFrom('plan_instalments as instalment')
      .innerJoin('payment_plans as plan', 'plan.sale_id', 'instalment.sale_id')
      .innerJoin('saved_cards as card', 'card.id', 'plan.card_id')
      .select(['instalment.id', 'instalment.sale_id', 'card.account_id'])
      .where('plan.status', 'in', ['active', 'overdue'])
      .where('instalment.status', 'in', ['due', 'failed', 'needs_authentication'])
      .orderBy('instalment.id')
      .execute()
  type Running = Awaited<ReturnType<typeof running>>[number]

  const pay = async ({ id, sale_id, account_id }: Running): Promise<Payment | null> => {
    const key = await newKey(deps)
    return inTx(db, async (tx) => {
      const sale = await lockSale(tx, sale_id)
      const instalment = await tx
        .selectFrom('plan_instalments')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      if (!['due', 'failed', 'needs_authentication'].includes(instalment.status)) return null
      const terms = { off_session: random.int(2) === 0, before: instalment.status }
      const how = { provider: 'stripe' as const, accountId: account_id, key, terms }
      return beginInstalment(tx, sale.currency ?? 'GBP', instalment, how, clock.now())
    })
  }

  return {
    /** Opens the first payment of a plan; null where it is refused. */
    agree: async (sale: SaleAt): Promise<Payment | null> => {
      const now = clock.now()
      const allowed = await payable(sale.ctx(), { method: () => true })
      if (!allowed.ok || allowed.amountMinor < 300) return null
      const userId = await inTx(db, async (tx) => (await ownerOf(tx, allowed.row, now)).userId)
      const schedule = planSchedule(allowed.amountMinor, { payments: 3, everyMonths: 1, firstDay: dayOf(now) })
      const terms: PlanTerms = {
        option_key: '3',
        user_id: userId,
        schedule: schedule.map(({ dueOn, amountMinor }) => ({ due_on: dueOn, amount_minor: amountMinor })),
        card: {
          provider_method_id: `pm-${sale.reference}`,
          brand: 'visa',
          last4: '4242',
          exp_month: 12,
          exp_year: 2030,
          funding: 'credit',
        },
        make_default: false,
        terms_version: 'model',
        agreed_at: now.toISOString(),
      }
      const plan = { firstMinor: schedule[0]!.amountMinor, terms: terms as unknown as JsonValue }
      const opened = await openPayment(sale.ctx(), allowed, { provider: 'stripe', plan })
      return opened.ok ? opened.payment : null
    },
    /** Begins one payment of a running plan, as its buyer or on its day. */
    instalment: async (): Promise<Payment | null> => {
      const instalment = oneOf(await running())
      return instalment ? pay(instalment) : null
    },
    /** Begins all payments that are still to come, for the end of a run. */
    rest: async (): Promise<Payment[]> => {
      const begun = []
      for (const instalment of await running()) begun.push(await pay(instalment))
      return begun.filter((payment) => payment !== null)
    },
    /** Staff refund a line of an order whose plan still runs, mostly of one with several. */
    refundLine: async (process: Deps, only?: number): Promise<void> => {
      const all = (await running()).filter(({ sale_id }) => only === undefined || sale_id === only)
      const mixed = await db
        .selectFrom('order_lines')
        .select('sale_id')
        .where('sale_id', 'in', [-1, ...all.map(({ sale_id }) => sale_id)])
        .where('kind', '=', 'ticket')
        .where((eb) => eb('refunded_qty', '<', eb.ref('qty')))
        .groupBy('sale_id')
        .having((eb) => eb(eb.fn.countAll(), '>', 1))
        .orderBy('sale_id')
        .execute()
      const sale = oneOf(random.int(6) === 0 ? all : mixed)
      if (!sale) return
      const lines = await db
        .selectFrom('order_lines as line')
        .innerJoin('sales', 'sales.id', 'line.sale_id')
        .select(['line.ticket_type_id', 'sales.reference'])
        .where('line.sale_id', '=', sale.sale_id)
        .where('line.kind', '=', 'ticket')
        .orderBy('line.line')
        .execute()
      const line = oneOf(lines)
      if (line)
        await refundOrder(process, { reference: line.reference, what: 'lines', ticketTypeIds: [line.ticket_type_id!] })
    },
  }
}

/** The outcomes of plans in a run, to show that it covered enough. */
export async function endsOfPlans(db: Deps['db']): Promise<string[]> {
  const rows = await db
    .selectFrom('sale_events')
    .select('kind')
    .distinct()
    .where('kind', 'in', ['plan_lowered', 'plan_completed'])
    .execute()
  return rows.map(({ kind }) => kind)
}
