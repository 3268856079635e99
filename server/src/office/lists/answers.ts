import { groupBy } from '@foyer/domain/group.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/transaction/tx.ts'
import { textOfHtml } from '../../html/sanitise.ts'
import type { OfficeContext } from '../handle.ts'
import type { Column } from './columns.ts'
import { conditionsOf, type Filter, isOwnLine } from './filter.ts'
import type { List } from './rows.ts'

/** The columns of a file. The column of all answers becomes a column for each question, headed by its text. */
export async function fileColumns(
  db: Db,
  ctx: OfficeContext,
  list: List,
  filter: Filter,
  columns: readonly Column[],
): Promise<readonly Column[]> {
  if (columns.every(({ byQuestion }) => byQuestion === undefined)) return columns
  const questions = await questionsOf(db, ctx, list, filter)
  return columns.map((column) =>
    column.byQuestion ? { ...column, ...columnsByQuestion(column.byQuestion, questions) } : column,
  )
}

type Question = { text: string; ids: number[] }

/** The questions of all events in the orders that a filter finds. Those with the same text are one question. */
async function questionsOf(db: Db, ctx: OfficeContext, list: List, filter: Filter): Promise<Question[]> {
  const found = sql`from order_lines line join orders "order" on "order".sale_id = line.sale_id
    where ${sql.join(conditionsOf(ctx, filter), sql` and `)}`
  const events =
    list === 'people'
      ? sql`select line.event_id ${found}`
      : sql`select line.event_id from order_lines line where ${isOwnLine(ctx)} and line.sale_id in (select line.sale_id ${found})`
  const { rows } = await sql<{ id: number; html: string; name: string }>`
    select question.id, question.question_html as html, question.osq_id as name from questions question
    where question.event_id in (${events}) order by question.event_id, question.sort, question.id`.execute(db)
  const byText = groupBy(rows, ({ html, name }) => textOfHtml(html) || name)
  return [...byText].map(([text, same]) => ({ text, ids: same.map(({ id }) => id) }))
}

/** One expression reads all questions, because PostgreSQL limits the columns of a query. */
const columnsByQuestion = (isOwnAnswer: RawBuilder<unknown>, questions: readonly Question[]): Partial<Column> => ({
  read: sql`(select jsonb_object_agg(each.question_id, each.answers) from (
    select answer.question_id, string_agg(answer.answer, '; ' order by answer.ticket_type_id, answer.instance, answer.key) as answers
    from question_answers answer join questions question on question.id = answer.question_id
      join events event on event.id = question.event_id
    where answer.sale_id = "order".sale_id and ${isOwnAnswer} group by answer.question_id) each)`,
  heads: questions.map(({ text }) => text),
  cells: (answers: Record<string, string> | null) =>
    questions.map(({ ids }) => ids.flatMap((id) => answers?.[id] ?? []).join('; ')),
})
