import type { BodyOf, ReplyOf } from '@foyer/contract/calls.ts'
import { type Asked, askedAnswers, missingAnswers, questionSteps } from '@foyer/domain/questions/steps.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import { inTx, type Tx } from '../db/transaction/tx.ts'
import type { RequestContext } from '../http/handle.ts'
import { changeStep } from '../sale/change/step-change.ts'
import { canChange } from '../sale/customer/customer.ts'
import { questionsOf } from '../sale/snapshot/sale-details.ts'
import { lockSnapshot, type Snapshot } from '../sale/snapshot/snapshot.ts'

type Body = BodyOf<'save_question_answers'>
type Saved = { ok: true; set: boolean }

/**
 * Saves the answers to the questions before or after the payment, all or none: if an answer is missing or invalid, nothing
 * is saved and the reply says so. Ignores keys of questions that do not belong to this half.
 */
export async function saveQuestionAnswers(
  body: Body,
  ctx: RequestContext,
): Promise<
  | ReplyOf<'save_question_answers'>
  | Fail<
      | 'not_reserved'
      | 'hold_expired'
      | 'not_paid'
      | 'already_paid'
      | 'payment_running'
      | 'unknown_sale'
      | 'basket_empty'
      | 'wrong_step'
    >
> {
  const keep = (tx: Tx, snapshot: Snapshot) => storeAnswers(tx, snapshot, body, ctx.now)
  const saved =
    body.before_or_after === 'before'
      ? await changeStep(ctx, keep, { needsCustomer: true })
      : await changePaidSale(ctx, keep)
  return saved.ok ? { questions_set: saved.set } : saved
}

/** After the payment there is no hold to check, only that the session acts for the buyer. */
async function changePaidSale(
  ctx: RequestContext,
  keep: (tx: Tx, snapshot: Snapshot) => Promise<Saved>,
): Promise<Saved | Fail<'not_paid' | 'unknown_sale' | 'basket_empty'>> {
  const { deps, session } = ctx
  if (session.saleId === null) return fail('basket_empty')
  return inTx(deps.db, async (tx) => {
    const snapshot = await lockSnapshot(tx, session.saleId!)
    if (snapshot.sale.paid_at === null) return fail('not_paid')
    return canChange(session, snapshot.sale) ? keep(tx, snapshot) : fail('unknown_sale')
  })
}

async function storeAnswers(tx: Tx, snapshot: Snapshot, { answers, before_or_after }: Body, now: Date): Promise<Saved> {
  const { sale } = snapshot
  const questions = (await questionsOf(tx, snapshot)).filter(({ half }) => half === before_or_after)
  const steps = questionSteps(questions, snapshot.lines)
  if (steps.some((step) => missingAnswers(step, answers).length > 0)) return { ok: true, set: false }

  const relevant = askedAnswers(steps, answers)
  const asked = new Map<string, Asked>(steps.flatMap((step) => step.asked.map((question) => [question.key, question])))
  await tx
    .deleteFrom('question_answers')
    .where('sale_id', '=', sale.id)
    .where('before_or_after', '=', before_or_after)
    .execute()
  const rows = Object.entries(relevant).flatMap(([key, answer]) => {
    const { index, question } = asked.get(key)!
    return answer === ''
      ? []
      : [
          {
            sale_id: sale.id,
            key,
            question_id: question.id,
            ticket_type_id: question.ticketTypeId,
            instance: index,
            answer,
            before_or_after,
            answered_at: now,
          },
        ]
  })
  if (rows.length > 0) await tx.insertInto('question_answers').values(rows).execute()
  return { ok: true, set: true }
}
