import { describe, expect, it } from 'vitest'
import { LIMITS } from '../limits.ts'
import type { Question } from './question.ts'
import {
  answerKey,
  askedAnswers,
  firstIncompleteStep,
  hasMandatory,
  isStepComplete,
  missingAnswers,
  questionSteps,
  questionsIntro,
} from './steps.ts'
import { QUESTION_TYPES } from './types.ts'

const question = (over: Partial<Question>): Question => ({
  id: 1,
  ticketTypeId: 10,
  sharedId: 'q1',
  html: '<p>Diet?</p>',
  type: 'text',
  isMandatory: false,
  isOncePerCheckout: false,
  options: [],
  ...over,
})
const TICKETS = [
  { ticketTypeId: 10, qty: 2 },
  { ticketTypeId: 20, qty: 1 },
]
const diet = question({ id: 1, ticketTypeId: 10, sharedId: 'diet', isMandatory: true })
const size = question({
  id: 2,
  ticketTypeId: 10,
  sharedId: 'size',
  type: 'dropdown',
  options: ['S', 'M'],
})
const hear = question({ id: 3, ticketTypeId: 10, sharedId: 'hear', isOncePerCheckout: true, isMandatory: true })
const hearToo = question({ id: 4, ticketTypeId: 20, sharedId: 'hear', isOncePerCheckout: true, isMandatory: true })
const photo = question({ id: 5, ticketTypeId: 20, sharedId: 'photo', type: 'checkbox', isMandatory: true })
const ALL = [diet, size, hear, hearToo, photo]
const keysOf = (questions: Question[], tickets = TICKETS) =>
  questionSteps(questions, tickets).map((step) => [step.ticketTypeId, step.asked.map(({ key }) => key)])

describe('answer keys', () => {
  it('[ENT-31] contain ticket and question, and the ticket’s index unless asked once', () => {
    expect(answerKey(diet, 1)).toBe('10_1_1')
    expect(answerKey(diet, 0)).toBe('10_1_0')
    expect(answerKey(hear, null)).toBe('10_3')
  })
})

describe('the stepper', () => {
  it('[QUE-01] [QUE-02] [QUE-14] has a basket step first, then one for each ticket', () =>
    expect(keysOf(ALL)).toEqual([
      [null, ['10_3']],
      [10, ['10_1_0', '10_2_0', '10_1_1', '10_2_1']],
      [20, ['20_5_0']],
    ]))

  it('[QUE-01] has no step for a ticket without questions', () =>
    expect(keysOf([hear, hearToo, photo])).toEqual([
      [null, ['10_3']],
      [20, ['20_5_0']],
    ]))

  it('[QUE-02] has no basket step without once-per-checkout questions', () =>
    expect(keysOf([photo]).map(([ticketId]) => ticketId)).toEqual([20]))

  it('[QUE-12] [QUE-13] asks once what tickets share, under the first ticket with it', () => {
    expect(keysOf([hearToo, hear])[0]).toEqual([null, ['10_3']])
    expect(keysOf([hearToo, hear], [...TICKETS].reverse())[0]).toEqual([null, ['20_4']])
    expect(keysOf([hear, { ...hearToo, sharedId: 'other' }])[0]).toEqual([null, ['10_3', '20_4']])
  })

  it('asks nothing for other tickets, or without questions', () => {
    expect(keysOf(ALL, [{ ticketTypeId: 20, qty: 1 }])).toEqual([
      [null, ['20_4']],
      [20, ['20_5_0']],
    ])
    expect(keysOf([])).toEqual([])
  })

  it('knows which steps have mandatory questions', () => {
    expect(questionSteps([size, photo], TICKETS).map(hasMandatory)).toEqual([false, true])
    expect(questionSteps([size, diet], TICKETS).map(hasMandatory)).toEqual([true])
  })
})

describe('answers', () => {
  const steps = questionSteps(ALL, TICKETS)
  const FULL = { '10_3': 'A friend', '10_1_0': 'none', '10_1_1': 'vegan', '20_5_0': '1' }
  const seen = new Set([0, 1, 2])

  it('[QUE-11] are missing if mandatory and empty', () => {
    expect(steps.map((step) => missingAnswers(step, {}))).toEqual([['10_3'], ['10_1_0', '10_1_1'], ['20_5_0']])
    expect(steps.map((step) => missingAnswers(step, FULL))).toEqual([[], [], []])
    expect(missingAnswers(steps[1]!, { ...FULL, '10_1_1': '  ' })).toEqual(['10_1_1'])
    expect(missingAnswers(steps[2]!, { ...FULL, '20_5_0': '' })).toEqual(['20_5_0'])
  })

  it('are invalid if they are not an option', () => {
    expect(missingAnswers(steps[1]!, { ...FULL, '10_2_0': 'XXL' })).toEqual(['10_2_0'])
    expect(missingAnswers(steps[1]!, { ...FULL, '10_2_0': 'M' })).toEqual([])
  })

  it('[QUE-03] a step is complete once visited and answered', () => {
    expect(isStepComplete(steps[0]!, true, FULL)).toBe(true)
    expect(isStepComplete(steps[0]!, false, FULL)).toBe(false)
    expect(isStepComplete(steps[0]!, true, {})).toBe(false)
  })

  it('[QUE-03] a step without mandatory questions is complete once visited, and not before', () => {
    const [optional] = questionSteps([size], TICKETS)
    expect([isStepComplete(optional!, true, {}), isStepComplete(optional!, false, {})]).toEqual([true, false])
  })

  it('[QUE-16] can be saved once every step is visited and answered; reports the first that is not', () => {
    expect(firstIncompleteStep(steps, seen, FULL)).toBeNull()
    expect(firstIncompleteStep(steps, new Set([0, 1]), FULL)).toBe(2)
    expect(firstIncompleteStep(steps, seen, { ...FULL, '10_1_0': '' })).toBe(1)
    expect(firstIncompleteStep(steps, new Set(), FULL)).toBe(0)
    expect(firstIncompleteStep([], new Set(), {})).toBeNull()
  })

  it('to questions that were not asked are dropped', () =>
    expect(askedAnswers(steps, { ...FULL, '99_1_0': 'x', '10_1_7': 'y', constructor: 'z' })).toEqual(FULL))

  it('that are empty are dropped too', () => expect(Object.keys(askedAnswers(steps, {}))).toEqual([]))
})

describe('question types', () => {
  it('text accepts anything up to its maximum length', () => {
    const { text } = QUESTION_TYPES
    expect([text.isFilled(' x '), text.isFilled('  '), text.isValid('x'.repeat(LIMITS.text.answer))]).toEqual([
      true,
      false,
      true,
    ])
    expect(text.isValid('x'.repeat(LIMITS.text.answer + 1))).toBe(false)
  })

  it('OPEN-94: a checkbox accepts 1 or nothing', () => {
    const { checkbox } = QUESTION_TYPES
    expect(['1', '', '0', 'on'].map((answer) => checkbox.isValid(answer))).toEqual([true, true, false, false])
    expect(['1', ''].map((answer) => checkbox.isFilled(answer))).toEqual([true, false])
  })

  it('a dropdown accepts its options', () => {
    const { dropdown } = QUESTION_TYPES
    expect(['S', '', 's', 'XL'].map((answer) => dropdown.isValid(answer, ['S', 'M']))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

it('OPEN-91: the intro is the event’s, else the organiser’s', () => {
  const none = { questionsIntroHtml: null }
  const event = { questionsIntroHtml: '<p>event</p>' }
  const organiser = { questionsIntroHtml: '<p>organiser</p>' }
  expect(questionsIntro({ events: [none, event], organisers: [organiser] })).toBe('<p>event</p>')
  expect(questionsIntro({ events: [none], organisers: [none, organiser] })).toBe('<p>organiser</p>')
  expect(questionsIntro({ events: [none], organisers: [none] })).toBeNull()
})
