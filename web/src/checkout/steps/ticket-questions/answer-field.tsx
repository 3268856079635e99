import { completed as t } from '@foyer/contract/messages.ts'
import type { Question } from '@foyer/domain/questions/question.ts'
import { Html } from '../../../ui/display/html.tsx'
import { ANSWER_FIELDS, type AnswerProps } from './answer-fields.tsx'
import css from './ticket-questions.module.css'

/** The id of the control that answers a question. */
export const fieldIdOf = (key: string): string => `answer-${key}`

type Props = { answerKey: string; question: Question; missing: boolean } & Pick<AnswerProps, 'value' | 'onChange'>

/** One question, as it is asked for one ticket or for the whole basket. */
export function AnswerField({ answerKey, question, missing, value, onChange }: Props) {
  const Answer = ANSWER_FIELDS[question.type]
  return (
    <Answer
      frame={{
        id: fieldIdOf(answerKey),
        name: answerKey,
        label: <Html html={question.html} className={css.question} />,
        required: question.isMandatory,
        error: missing ? t['error.answerMissing'] : undefined,
      }}
      options={question.options}
      value={value}
      onChange={onChange}
    />
  )
}
