import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { sampleTicket } from '../../testing/checkout.ts'
import { onCheckoutPage, openCheckout } from '../../testing/page.tsx'
import type { AnswerProps } from './answer-fields.tsx'

/** A question type that the shop does not have: its row in the domain's table, and its form field. */
vi.mock('@foyer/domain/questions/types.ts', async (original) => {
  const real = await original<typeof import('@foyer/domain/questions/types.ts')>()
  Object.assign(real.QUESTION_TYPES, {
    rating: {
      isFilled: (answer: string) => answer !== '',
      isValid: (answer: string) => answer === '' || /^[1-5]$/.test(answer),
      needsOptions: false,
    },
  })
  return real
})
vi.mock('./answer-fields.tsx', async (original) => {
  const real = await original<typeof import('./answer-fields.tsx')>()
  const rating = ({ frame, value, onChange }: AnswerProps) => (
    <label htmlFor={frame.id}>
      {frame.label}
      <input id={frame.id} type="number" value={value} onChange={(event) => onChange(event.target.value)} />
      {frame.error}
    </label>
  )
  return { ...real, ANSWER_FIELDS: { ...real.ANSWER_FIELDS, rating } }
})

onCheckoutPage()

it('a new question type is rendered, validated, saved and filled in again', async () => {
  const question = {
    id: 8,
    ticket_id: 1,
    osq_id: 'level',
    question: 'Your level?',
    type: 'rating' as 'text',
    mandatory: '1' as const,
    once_per_checkout: '0' as const,
    prepopulated_array: [],
  }
  const open = (answers: Record<string, string>) =>
    openCheckout(
      {
        state: 'ticket_questions_before',
        seconds_remaining: 600,
        tickets: [sampleTicket({ ticket_id: 1, qty: 1 })],
        before_payment_questions: [question],
        answers,
      },
      { script: { save_question_answers: { questions_set: true } } },
    )
  const page = await open({})
  const field = () => page.find<HTMLInputElement>('#answer-1_8_0')
  const enter = (text: string) =>
    act(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field(), text)
      field().dispatchEvent(new Event('input', { bubbles: true }))
    })
  const proceed = () => page.press(page.buttons('Continue')[0]!)

  enter('6')
  await proceed()
  expect(page.has('Please enter your answer')).toBe(true)
  expect(page.shop.named('save_question_answers')).toEqual([])
  enter('4')
  await proceed()
  expect(page.shop.named('save_question_answers')).toEqual([{ 'answers[1_8_0]': '4', before_or_after: 'before' }])

  expect((await open({ '1_8_0': '4' })).find<HTMLInputElement>('#answer-1_8_0').value).toBe('4')
})
