import { completed as t } from '@foyer/contract/messages.en.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import type { Question } from '@foyer/domain/questions/steps.ts'
import type { QuestionType } from '@foyer/domain/questions/types.ts'
import type { ComponentType, ReactNode } from 'react'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { Html } from '../../frame/html.tsx'
import css from './ticket-questions.module.css'

type Frame = { id: string; name: string; label: ReactNode; required: boolean; error: string | undefined }
type AnswerProps = {
  frame: Frame
  options: readonly string[]
  value: string
  onChange: (answer: string) => void
}

/** How each type of question is answered: a new type is one row here. */
const FIELDS: Record<QuestionType, ComponentType<AnswerProps>> = {
  text: ({ frame, value, onChange }) => (
    <TextField
      {...frame}
      autoComplete="off"
      maxLength={LIMITS.text.answer}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  ),
  checkbox: ({ frame, value, onChange }) => (
    <Checkbox {...frame} checked={value === '1'} onChange={(event) => onChange(event.target.checked ? '1' : '')} />
  ),
  dropdown: ({ frame, options, value, onChange }) => (
    <SelectField {...frame} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{t['questions.choose']}</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </SelectField>
  ),
}

/** The control a question is answered in, for links to it. */
export const fieldIdOf = (key: string): string => `answer-${key}`

type Props = { answerKey: string; question: Question; missing: boolean } & Pick<AnswerProps, 'value' | 'onChange'>

/** One question, as it is asked for one ticket or for the whole basket. */
export function AnswerField({ answerKey, question, missing, value, onChange }: Props) {
  const Answer = FIELDS[question.type]
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
