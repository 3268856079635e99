import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { answerDueAt, authorityOf, daysToAnswerComplaint } from '@foyer/domain/after-sale/complaint.ts'
import { dayOf, niceDate, niceDay } from '@foyer/domain/format/dates.ts'
import { isLanguage, type Language } from '@foyer/domain/format/language.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import type { Trader } from '@foyer/domain/people/legal.ts'
import { fail } from '@foyer/domain/result.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/transaction/tx.ts'
import { withLanguage } from '../../language.ts'
import { queueMail } from '../../mail/outbox.ts'
import { complaintAnswerMail, furtherOf } from '../../mail/templates/complaint.ts'
import { shopTrader, traderOf } from '../../trader.ts'
import { mayAlso } from '../event/state.ts'
import { grantOf, type OfficeContext, type OfficeHandlers } from '../handle.ts'

const PAGE = 50
const MAX_OPEN = 200

/** The complaints that this person may see: those about the organiser, and for the operator those about the shop. */
const ownComplaint = (ctx: OfficeContext): RawBuilder<boolean> =>
  sql`((complaint.organiser_id = ${grantOf(ctx).organiserId} and ${grantOf(ctx).role !== null}::boolean)
    or (complaint.organiser_id is null and ${ctx.session.staff?.isOperator === true}::boolean))`

const isLimited = (ctx: OfficeContext): boolean => grantOf(ctx).eventIds !== null

/** Who answers: the organiser, or without one the shop. */
const answererOf = async (
  tx: Pick<Tx, 'selectFrom'>,
  organiserId: number | null,
  ctx: OfficeContext,
): Promise<Trader> =>
  organiserId === null ? shopTrader(ctx.deps.config.shop) : (await traderOf(tx, organiserId)).trader

const furtherFrom = ({ country, mediator }: Trader) => ({ authority: authorityOf(country), mediator })

export const officeComplaints: OfficeHandlers['office_complaints'] = {
  async read({ before }, ctx) {
    if (isLimited(ctx)) return fail('may_not')
    const { db } = ctx.deps
    const own = db
      .selectFrom('complaints as complaint')
      .leftJoin('orders', 'orders.sale_id', 'complaint.sale_id')
      .selectAll('complaint')
      .select('orders.number as order_number')
      .where(ownComplaint(ctx))
    // The oldest is due first.
    const open =
      before === undefined
        ? await own.where('complaint.answered_at', 'is', null).orderBy('complaint.id').limit(MAX_OPEN).execute()
        : []
    const answered = await own
      .where('complaint.answered_at', 'is not', null)
      .$if(before !== undefined, (query) => query.where('complaint.id', '<', before!))
      .orderBy('complaint.id', 'desc')
      .limit(PAGE + 1)
      .execute()
    const { organiserId } = grantOf(ctx)
    const further = furtherFrom(await answererOf(db, organiserId, ctx))
    return {
      complaints: [...open, ...answered.slice(0, PAGE)].map((row) => ({
        complaint_id: row.id,
        number: row.number,
        kind: row.kind,
        name: row.name,
        email: row.email,
        order:
          row.sale_id === null || row.order_number === null || row.organiser_id === null
            ? null
            : { order_id: row.sale_id, number: shownOrderNumber(row.order_number) },
        is_of_shop: row.organiser_id === null,
        message: row.message,
        nice_at: niceDate(row.received_at),
        nice_due: niceDay(dayOf(answerDueAt(row.received_at))),
        days_left: daysToAnswerComplaint(row.received_at, ctx.now),
        answer:
          row.outcome === null ? null : { outcome: row.outcome, text: row.answer, nice_at: niceDate(row.answered_at!) },
      })),
      further: { order: furtherOf('order', further), data: furtherOf('data', further) },
      may_answer: mayAlso(ctx, 'answer_complaints') || ctx.session.staff?.isOperator === true,
      next: answered.length > PAGE ? answered[PAGE - 1]!.id : null,
    }
  },
}

export const answerComplaint: OfficeHandlers['answer_complaint'] = {
  async change(tx, { complaint_id, outcome, answer }, ctx) {
    if (isLimited(ctx)) return fail('not_found')
    const complaint = await tx
      .selectFrom('complaints as complaint')
      .selectAll('complaint')
      .where('complaint.id', '=', complaint_id)
      .where(ownComplaint(ctx))
      .forUpdate()
      .executeTakeFirst()
    if (complaint === undefined) return fail('not_found')
    if (outcome === '' || answer === '') return fail('complaint_answer_missing')
    // guard: complaint-answered-once
    if (complaint.answered_at !== null) return fail('complaint_answered')
    await tx
      .updateTable('complaints')
      .set({ answered_at: ctx.now, outcome, answer })
      .where('id', '=', complaint_id)
      .execute()
    const trader = await answererOf(tx, complaint.organiser_id, ctx)
    const reader: Language = isLanguage(complaint.language) ? complaint.language : 'en'
    await withLanguage(reader, () =>
      queueMail(tx, ctx.deps.config, {
        ...complaintAnswerMail({
          name: complaint.name,
          number: complaint.number,
          at: niceDate(complaint.received_at),
          message: complaint.message,
          outcome,
          answer,
          further: furtherOf(complaint.kind, furtherFrom(trader)),
        }),
        key: `complaint-answer:${complaint_id}`,
        kind: 'complaint',
        recipient: complaint.email,
        now: ctx.now,
      }),
    )
    return {
      reply: {
        success: true,
        next: `${OFFICE_PAGES.complaints.path}?organiser_id=${grantOf(ctx).organiserId}`,
      },
      log: { subject: ['complaint', complaint_id], after: { number: complaint.number, outcome } },
    }
  },
}
