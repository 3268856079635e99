import { LIMITS } from '../limits.ts'

type Rules = {
  /** Whether an answer counts as given. */
  isFilled: (answer: string) => boolean
  /** Whether it can be taken at all; nothing always can. */
  isValid: (answer: string, options: readonly string[]) => boolean
}

/**
 * Every type of ticket question (QUE-08..10). A new type is a row here, its name in the contract's Question, and its field in
 * the ticket questions screen.
 */
export const QUESTION_TYPES = {
  text: {
    isFilled: (answer) => answer.trim() !== '',
    isValid: (answer) => answer.length <= LIMITS.text.answer,
  },
  /** '1' or nothing; a mandatory one must be ticked (OPEN-94). */
  checkbox: {
    isFilled: (answer) => answer === '1',
    isValid: (answer) => answer === '' || answer === '1',
  },
  dropdown: {
    isFilled: (answer) => answer !== '',
    isValid: (answer, options) => answer === '' || options.includes(answer),
  },
} as const satisfies Record<string, Rules>

export type QuestionType = keyof typeof QUESTION_TYPES
