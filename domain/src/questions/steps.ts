import { QUESTION_TYPES, type QuestionType } from './types.ts'

/** ENT-30 */
export type Question = {
  id: number
  ticket_id: number
  osq_id: string
  question: string
  type: QuestionType
  mandatory: '0' | '1'
  once_per_checkout: '0' | '1'
  prepopulated_array: readonly string[]
}

export type AskedTicket = { ticket_id: number; qty: number }
export type Answers = Readonly<Record<string, string>>

/** A question as it is asked once: for which ticket of its kind (from 0; null for the whole basket), answered under which key. */
export type Asked<Q extends Question = Question> = { key: string; index: number | null; question: Q }

/** A step of the stepper; ticketId is null for the basket's own, which applies to all (QUE-02). */
export type QuestionStep<Q extends Question = Question> = { ticketId: number | null; asked: Asked<Q>[] }

/** ENT-31, OPEN-94: {ticket_id}_{id}_{index}, without the index for once per checkout. */
export const answerKey = ({ ticket_id, id }: Pick<Question, 'ticket_id' | 'id'>, index: number | null): string =>
  index === null ? `${ticket_id}_${id}` : `${ticket_id}_${id}_${index}`

const isOnce = (question: Question) => question.once_per_checkout === '1'

/**
 * The stepper's steps (QUE-01, QUE-02, QUE-12..14): first what is asked once for the basket, each osq_id once under the first
 * ticket that has it; then one step per ticket with questions of its own, asked for every single ticket, ticket by ticket.
 */
export function questionSteps<Q extends Question>(
  questions: readonly Q[],
  tickets: readonly AskedTicket[],
): QuestionStep<Q>[] {
  const ofTicket = ({ ticket_id }: AskedTicket) => questions.filter((question) => question.ticket_id === ticket_id)

  const once = new Map<string, Asked<Q>>()
  for (const question of tickets.flatMap(ofTicket).filter(isOnce))
    if (!once.has(question.osq_id)) once.set(question.osq_id, { key: answerKey(question, null), index: null, question })

  const perTicket = tickets.map((ticket) => {
    const own = ofTicket(ticket).filter((question) => !isOnce(question))
    const asked = Array.from({ length: own.length > 0 ? ticket.qty : 0 }, (_, index) =>
      own.map((question) => ({ key: answerKey(question, index), index, question })),
    )
    return { ticketId: ticket.ticket_id, asked: asked.flat() }
  })
  return [{ ticketId: null, asked: [...once.values()] }, ...perTicket].filter((step) => step.asked.length > 0)
}

const answerOf = (answers: Answers, key: string) => (Object.hasOwn(answers, key) ? answers[key]! : '')

/** QUE-11 */
export const isMandatory = (question: Pick<Question, 'mandatory'>): boolean => question.mandatory === '1'

/** QUE-05: whether the step shows '* Required'. */
export const hasMandatory = (step: QuestionStep): boolean => step.asked.some(({ question }) => isMandatory(question))

/** The keys of a step that keep it from being done: mandatory and not answered (QUE-15), or answered with what cannot be taken. */
export function missingAnswers(step: QuestionStep, answers: Answers): string[] {
  return step.asked
    .filter(({ key, question }) => {
      const rules = QUESTION_TYPES[question.type]
      const answer = answerOf(answers, key)
      return (isMandatory(question) && !rules.isFilled(answer)) || !rules.isValid(answer, question.prepopulated_array)
    })
    .map(({ key }) => key)
}

/** QUE-03 */
export const isStepComplete = (step: QuestionStep, visited: boolean, answers: Answers): boolean =>
  visited && missingAnswers(step, answers).length === 0

/** The place of the first step that is not complete, to jump to (QUE-17); null when the answers may be saved (QUE-16). */
export function firstIncompleteStep(
  steps: readonly QuestionStep[],
  visited: ReadonlySet<number>,
  answers: Answers,
): number | null {
  const at = steps.findIndex((step, i) => !isStepComplete(step, visited.has(i), answers))
  return at === -1 ? null : at
}

/** The answers that belong to a question asked here; the server keeps no others. */
export function askedAnswers(steps: readonly QuestionStep[], answers: Answers): Record<string, string> {
  const keys = steps.flatMap((step) => step.asked.map(({ key }) => key))
  return Object.fromEntries(keys.filter((key) => Object.hasOwn(answers, key)).map((key) => [key, answers[key]!]))
}

/** QUE-06, OPEN-91: the special intro of the basket step, an event's own before its organiser's. */
export const questionsIntro = (checkout: {
  events: readonly { questions_intro_html: string | null }[]
  organisers: readonly { questions_intro_html: string | null }[]
}): string | null =>
  [...checkout.events, ...checkout.organisers].find((owner) => owner.questions_intro_html)?.questions_intro_html ?? null
