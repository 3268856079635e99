import type { QuestionType } from './types.ts'

/** A question for one ticket type. */
export type Question = {
  id: number
  ticketTypeId: number
  /** Questions of several ticket types with the same identifier are one question when asked once for the basket. */
  sharedId: string
  html: string
  type: QuestionType
  isMandatory: boolean
  /** Asked once for the basket, not for every ticket. */
  isOncePerCheckout: boolean
  /** What a dropdown offers. */
  options: readonly string[]
}

export type Answers = Readonly<Record<string, string>>
