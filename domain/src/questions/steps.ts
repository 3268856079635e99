import type { Line } from '../sale/line.ts'
import type { Sale } from '../sale/sale.ts'
import type { Answers, Question } from './question.ts'
import { QUESTION_TYPES } from './types.ts'

export type AskedTicket = Pick<Line, 'ticketTypeId' | 'qty'>

/** A question with the ticket it is asked for (its number from 0; null for the whole basket) and the key of its answer. */
export type Asked = { key: string; index: number | null; question: Question }

/** A step of the stepper; ticketTypeId is null for the basket step, which applies to all tickets. */
export type QuestionStep = { ticketTypeId: number | null; asked: Asked[] }

/** {ticket type}_{question}_{index}, without the index when asked once for the basket. */
export const answerKey = ({ ticketTypeId, id }: Pick<Question, 'ticketTypeId' | 'id'>, index: number | null): string =>
  index === null ? `${ticketTypeId}_${id}` : `${ticketTypeId}_${id}_${index}`

/**
 * The steps of the stepper: first the questions for the whole basket, each shared one under the first ticket that has it; then
 * one step for each ticket type with questions of its own, asked once per ticket.
 */
export function questionSteps(questions: readonly Question[], tickets: readonly AskedTicket[]): QuestionStep[] {
  const ofTicket = ({ ticketTypeId }: AskedTicket) =>
    questions.filter((question) => question.ticketTypeId === ticketTypeId)

  const once = new Map<string, Asked>()
  for (const question of tickets.flatMap(ofTicket).filter(({ isOncePerCheckout }) => isOncePerCheckout))
    if (!once.has(question.sharedId))
      once.set(question.sharedId, { key: answerKey(question, null), index: null, question })

  const perTicket = tickets.map((ticket) => {
    const own = ofTicket(ticket).filter((question) => !question.isOncePerCheckout)
    const asked = Array.from({ length: own.length > 0 ? ticket.qty : 0 }, (_, index) =>
      own.map((question) => ({ key: answerKey(question, index), index, question })),
    )
    return { ticketTypeId: ticket.ticketTypeId, asked: asked.flat() }
  })
  return [{ ticketTypeId: null, asked: [...once.values()] }, ...perTicket].filter((step) => step.asked.length > 0)
}

const answerOf = (answers: Answers, key: string) => (Object.hasOwn(answers, key) ? answers[key]! : '')

/** Whether the step shows '* Required'. */
export const hasMandatory = (step: QuestionStep): boolean => step.asked.some(({ question }) => question.isMandatory)

/** The keys that make a step incomplete: a mandatory answer is missing, or an answer is not valid. */
export function missingAnswers(step: QuestionStep, answers: Answers): string[] {
  return step.asked
    .filter(({ key, question }) => {
      const rules = QUESTION_TYPES[question.type]
      const answer = answerOf(answers, key)
      return (question.isMandatory && !rules.isFilled(answer)) || !rules.isValid(answer, question.options)
    })
    .map(({ key }) => key)
}

export const isStepComplete = (step: QuestionStep, visited: boolean, answers: Answers): boolean =>
  visited && missingAnswers(step, answers).length === 0

/** The index of the first incomplete step, to show next; null when the answers can be saved. */
export function firstIncompleteStep(
  steps: readonly QuestionStep[],
  visited: ReadonlySet<number>,
  answers: Answers,
): number | null {
  const at = steps.findIndex((step, i) => !isStepComplete(step, visited.has(i), answers))
  return at === -1 ? null : at
}

/** Only the answers to questions of these steps; the server stores no others. */
export function askedAnswers(steps: readonly QuestionStep[], answers: Answers): Record<string, string> {
  const keys = steps.flatMap((step) => step.asked.map(({ key }) => key))
  return Object.fromEntries(keys.filter((key) => Object.hasOwn(answers, key)).map((key) => [key, answers[key]!]))
}

/** The introduction of the basket step: the event's own, otherwise its organiser's. */
export const questionsIntro = (sale: {
  events: readonly Pick<Sale['events'][number], 'questionsIntroHtml'>[]
  organisers: readonly Pick<Sale['organisers'][number], 'questionsIntroHtml'>[]
}): string | null =>
  [...sale.events, ...sale.organisers].find((owner) => owner.questionsIntroHtml)?.questionsIntroHtml ?? null
