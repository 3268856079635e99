import { fill } from '@foyer/contract/fill.ts'
import { common, completed as t, checkout as texts } from '@foyer/contract/messages.ts'
import type { Checkout } from '@foyer/contract/types.ts'
import type { Question } from '@foyer/domain/questions/question.ts'
import {
  askedAnswers,
  firstIncompleteStep,
  hasMandatory,
  isStepComplete,
  missingAnswers,
  type QuestionStep,
  questionSteps,
  questionsIntro,
} from '@foyer/domain/questions/steps.ts'
import type { Sale } from '@foyer/domain/sale/sale.ts'
import { useEffect, useRef, useState } from 'react'
import { LoadingButton } from '../../../ui/actions/loading-button.tsx'
import { Html } from '../../../ui/display/html.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { onSubmit } from '../../../ui/forms/use-form.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Stepper } from '../../../ui/layout/stepper.tsx'
import { StickyBar } from '../../../ui/layout/sticky-bar.tsx'
import { useStepForm } from '../../forms/use-step-form.ts'
import { Frame } from '../../frame/frame.tsx'
import { OrderSummary } from '../../order-summary/order-summary.tsx'
import { useCheckout, useCheckoutState, useSale, useStore } from '../../state/context.tsx'
import { useDraft } from '../../state/drafts.ts'
import { AnswerField, fieldIdOf } from './answer-field.tsx'
import css from './ticket-questions.module.css'

type Half = 'before' | 'after'

/** The questions before the payment and those after it share this screen. */
export function Screen() {
  const { step } = useCheckoutState()
  return <Questions half={step === 'ticket_questions_after' ? 'after' : 'before'} />
}

const questionsOf = (sale: Sale, half: Half): readonly Question[] =>
  half === 'before' ? sale.questionsBefore : sale.questionsAfter

/** The name of a step in the stepper and in what is stored about it. */
const idOf = ({ ticketTypeId }: QuestionStep): string => (ticketTypeId === null ? 'basket' : String(ticketTypeId))

type Draft = {
  answers: Record<string, string>
  /** the steps that have been visited */
  visited: readonly string[]
  at: string
}

/** Continue leads to the first incomplete step. `check`: what is missing in it is shown. */
type Jump = { count: number; check: boolean }

function Questions({ half }: { half: Half }) {
  const store = useStore()
  const checkout = useCheckout()
  const sale = useSale()
  const steps = questionSteps(questionsOf(sale, half), sale.lines)
  const ids = steps.map(idOf)
  const answers = askedAnswers(steps, checkout.answers)
  const [draft, setDraft] = useDraft<Draft>(
    `questions_${half}`,
    { answers, visited: [], at: ids[0] ?? '' },
    Object.keys(answers).length > 0 ? { answers } : {},
  )
  /** steps whose form has been sent: what is missing in them is shown */
  const [checked, setChecked] = useState<readonly string[]>([])
  const [jump, setJump] = useState<Jump>({ count: 0, check: false })
  const form = useStepForm()
  const heading = useRef<HTMLHeadingElement>(null)

  const at = Math.max(0, ids.indexOf(draft.at))
  const step = steps[at]
  const id = ids[at] ?? ''
  const visited = new Set(ids.flatMap((each, index) => (index === at || draft.visited.includes(each) ? [index] : [])))
  const missing = step && checked.includes(id) ? missingAnswers(step, draft.answers) : []
  const [firstMissing] = missing

  const go = (to: string, check = false) => {
    setDraft({ at: to, visited: [...new Set([...draft.visited, id, to])] })
    if (check) setChecked((before) => [...before, to])
    setJump(({ count }) => ({ count: count + 1, check }))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per jump, not again while what is missing is filled in
  useEffect(() => {
    if (jump.count === 0) return
    const field = jump.check && firstMissing ? document.getElementById(fieldIdOf(firstMissing)) : null
    ;(field ?? heading.current)?.focus()
  }, [jump])

  const send = async () => {
    const answers = askedAnswers(steps, draft.answers)
    const reply = await form.send(
      'save_question_answers',
      { answers, before_or_after: half },
      { inline: ({ error }) => error || t['error.saveQuestionAnswers'] },
    )
    if (reply?.questions_set) await store.next()
    else if (reply) form.setFailed(t['error.saveQuestionAnswers'])
  }
  const save = () => {
    const incomplete = firstIncompleteStep(steps, visited, draft.answers)
    // A step that has not been visited opens without errors.
    return incomplete === null ? form.run(send) : go(ids[incomplete]!, visited.has(incomplete))
  }

  const continueButton = (className: string | undefined) => (
    <LoadingButton type="submit" loading={form.busy !== null} className={className}>
      {common['button.continue']}
    </LoadingButton>
  )
  return (
    <Frame
      title={t['title.questions']}
      summary={half === 'before' ? <OrderSummary edit={texts['link.editBasket']} /> : <OrderSummary completed />}
    >
      <Form className={css.form} onSubmit={onSubmit(save)}>
        <div className={css.layout}>
          <Stepper
            steps={steps.map((each, index) => ({
              id: ids[index]!,
              label: nameOf(each, checkout),
              note: noteOf(each, checkout),
              visited: visited.has(index),
              complete: isStepComplete(each, visited.has(index), draft.answers),
            }))}
            currentId={id}
            onSelect={go}
            labels={{
              nav: t['questions.steps'],
              progress: (number, of) => fill(t['questions.progress'], { step: number, of }),
              complete: t['questions.complete'],
            }}
          />
          <div className={css.form}>
            {step && (
              <Panel className={css.form}>
                <h2 ref={heading} tabIndex={-1}>
                  {nameOf(step, checkout)}
                </h2>
                {step.ticketTypeId !== null && <p className={css.required}>{noteOf(step, checkout)}</p>}
                {step.ticketTypeId === null && <Intro sale={sale} />}
                {hasMandatory(step) && <p className={css.required}>{t['label.questionsRequired']}</p>}
                <Fields
                  key={id}
                  step={step}
                  ticket={nameOf(step, checkout)}
                  answers={draft.answers}
                  missing={missing}
                  onAnswer={(key, answer) => setDraft({ answers: { ...draft.answers, [key]: answer } })}
                />
              </Panel>
            )}
            <FormError text={form.failed} />
            {continueButton(css.desktop)}
          </div>
        </div>
        <StickyBar label={t['title.questions']} action={continueButton(css.mobile)} />
      </Form>
    </Frame>
  )
}

/** "Basket", or the ticket's own name. */
function nameOf({ ticketTypeId }: QuestionStep, { tickets }: Checkout): string {
  if (ticketTypeId === null) return t['title.questionsBasketStep']
  return tickets.find(({ ticket_id }) => ticket_id === ticketTypeId)?.ticket_name ?? ''
}

/** What tells tickets of the same name apart: their event and date. */
function noteOf({ ticketTypeId }: QuestionStep, { tickets }: Checkout): string | undefined {
  if (ticketTypeId === null) return t['label.questionsAppliesToAll']
  const line = tickets.find(({ ticket_id }) => ticket_id === ticketTypeId)
  return line && `${line.event_name}, ${line.nice_date}`
}

function Intro({ sale }: { sale: Sale }) {
  const html = questionsIntro(sale)
  return html && <Html html={html} />
}

type FieldsProps = {
  step: QuestionStep
  ticket: string
  answers: Draft['answers']
  missing: readonly string[]
  onAnswer: (key: string, answer: string) => void
}

/** The questions of a step, ticket by ticket where there are several of the kind. */
function Fields({ step, ticket, answers, missing, onAnswer }: FieldsProps) {
  const indexes = [...new Set(step.asked.map(({ index }) => index))]
  const fieldsOf = (wanted: number | null) =>
    step.asked
      .filter(({ index }) => index === wanted)
      .map(({ key, question }) => (
        <AnswerField
          key={key}
          answerKey={key}
          question={question}
          missing={missing.includes(key)}
          value={answers[key] ?? ''}
          onChange={(answer) => onAnswer(key, answer)}
        />
      ))
  if (indexes.length === 1) return <div className={css.form}>{fieldsOf(indexes[0]!)}</div>
  return (
    <div className={css.fields}>
      {indexes.map((index) => (
        <fieldset key={index} className={css.ticket}>
          <legend>{fill(t['questions.ticketNumber'], { ticket, n: (index ?? 0) + 1 })}</legend>
          {fieldsOf(index)}
        </fieldset>
      ))}
    </div>
  )
}
