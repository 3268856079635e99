import { LIMITS } from '../limits.ts'

type Rules = {
  /** Whether an answer counts as given. */
  isFilled: (answer: string) => boolean
  /** Whether it can be accepted at all; an empty answer always can. */
  isValid: (answer: string, options: readonly string[]) => boolean
  /** Whether the organiser must list the options to choose from. */
  needsOptions: boolean
}

/**
 * Every type of ticket question. A new type needs a row here, its words for organisers in
 * contract/src/office/events/fields.en.ts, and its field in
 * web/src/checkout/steps/ticket-questions/answer-fields.tsx. The wire and the import format take their types from this table.
 */
export const QUESTION_TYPES = {
  text: {
    isFilled: (answer) => answer.trim() !== '',
    isValid: (answer) => answer.length <= LIMITS.text.answer,
    needsOptions: false,
  },
  /** '1' or nothing; a mandatory one must be ticked. */
  checkbox: {
    isFilled: (answer) => answer === '1',
    isValid: (answer) => answer === '' || answer === '1',
    needsOptions: false,
  },
  dropdown: {
    isFilled: (answer) => answer !== '',
    isValid: (answer, options) => answer === '' || options.includes(answer),
    needsOptions: true,
  },
} as const satisfies Record<string, Rules>

export type QuestionType = keyof typeof QUESTION_TYPES

export const QUESTION_TYPE_NAMES = Object.keys(QUESTION_TYPES) as [QuestionType, ...QuestionType[]]

/** A question type as stored. A type outside the table is a data error and throws. */
export function questionType(stored: string): QuestionType {
  if (!Object.hasOwn(QUESTION_TYPES, stored)) throw new Error(`not a question type of this shop: ${stored}`)
  return stored as QuestionType
}
