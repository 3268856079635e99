import type { QuestionType } from '@foyer/domain/questions/types.ts'
import { fail } from '@foyer/domain/result.ts'
import { sanitiseHtml } from '../../html/sanitise.ts'
import type { OfficeHandlers } from '../handle.ts'
import { documentOf } from './form/document.ts'
import { eventHeader } from './header.ts'
import { ownEvent } from './own-event.ts'
import { emailsOf } from './preview-emails.ts'

type QuestionInput = {
  question_html: string
  type: QuestionType
  options?: string[]
  mandatory?: boolean
  once_per_checkout?: boolean
  before_or_after: 'before' | 'after'
  tickets?: string[]
}

export const officePreview: OfficeHandlers['office_preview'] = {
  async read({ event_id }, ctx) {
    const { db } = ctx.deps
    const event = await ownEvent(db, ctx, event_id)
    if (event === undefined) return fail('not_found')
    const { lists } = await documentOf(db, event)
    const { questions_intro_html: intro } = await db
      .selectFrom('organisers')
      .select('questions_intro_html')
      .where('id', '=', event.organiser_id)
      .executeTakeFirstOrThrow()
    const typeNames = [...new Set(lists.ticket_types!.map(({ value }) => String(value.name)))]
    return {
      ...(await eventHeader(ctx, event)),
      intro_html: sanitiseHtml(event.questions_intro_html ?? intro ?? ''),
      questions: lists.questions!.map(({ value }) => {
        const question = value as QuestionInput
        return {
          before_or_after: question.before_or_after,
          type: question.type,
          options: question.options ?? [],
          question_html: sanitiseHtml(question.question_html),
          mandatory: question.mandatory === true,
          tickets: question.once_per_checkout ? [] : (question.tickets ?? typeNames),
        }
      }),
      emails: await emailsOf(ctx, event),
    }
  },
}
