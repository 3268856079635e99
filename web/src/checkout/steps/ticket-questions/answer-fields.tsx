import { completed as t } from '@foyer/contract/messages.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import type { QuestionType } from '@foyer/domain/questions/types.ts'
import type { ComponentType, ReactNode } from 'react'
import { Checkbox } from '../../../ui/forms/fields/checkbox.tsx'
import { SelectField } from '../../../ui/forms/fields/select-field.tsx'
import { TextField } from '../../../ui/forms/fields/text-field.tsx'

type Frame = { id: string; name: string; label: ReactNode; required: boolean; error: string | undefined }
export type AnswerProps = {
  frame: Frame
  options: readonly string[]
  value: string
  onChange: (answer: string) => void
}

/** The form field of each question type. */
export const ANSWER_FIELDS: Record<QuestionType, ComponentType<AnswerProps>> = {
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
