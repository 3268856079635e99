import type { Checkout, Question } from '@foyer/contract/types.ts'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { sampleEvent, sampleOrganiser, sampleTicket } from '../../testing/checkout.ts'
import { failed, go, onCheckoutPage, openCheckout, textOf, type } from '../../testing/page.tsx'

onCheckoutPage()

const sampleQuestion = (said: Partial<Question>): Question => ({
  id: 1,
  ticket_id: 1,
  osq_id: 'diet',
  question: '<p>What do you <strong>not</strong> eat?</p>',
  type: 'text',
  mandatory: '0',
  once_per_checkout: '0',
  prepopulated_array: [],
  ...said,
})

const STALLS = sampleTicket({ ticket_id: 1, ticket_name: 'Stalls', qty: 2 })
const CIRCLE = sampleTicket({ ticket_id: 2, ticket_name: 'Circle', qty: 1 })
const hear = sampleQuestion({
  id: 7,
  osq_id: 'hear',
  question: 'How did you hear of us?',
  mandatory: '1',
  once_per_checkout: '1',
})
const diet = sampleQuestion({ id: 8, mandatory: '1' })
const size = sampleQuestion({
  id: 9,
  ticket_id: 2,
  osq_id: 'size',
  question: 'T-shirt size',
  type: 'dropdown',
  prepopulated_array: ['S', 'M'],
})
const rules = sampleQuestion({
  id: 10,
  ticket_id: 2,
  osq_id: 'rules',
  question: 'I know the rules of the house',
  type: 'checkbox',
  mandatory: '1',
})

const MISSING = 'Please enter your answer'
type Options = Parameters<typeof openCheckout>[1]
const saves = { script: { save_question_answers: { questions_set: true } } } satisfies Options

const open = (questions: Question[], options: Options = saves, said: Partial<Checkout> = {}) =>
  openCheckout(
    {
      state: 'ticket_questions_before',
      seconds_remaining: 600,
      tickets: [STALLS, CIRCLE],
      before_payment_questions: questions,
      ...said,
    },
    options,
  )
type Opened = Awaited<ReturnType<typeof open>>

const next = (page: Opened) => page.press(page.buttons('Continue')[0]!)
const stepNames = (page: Opened) => page.all('nav[aria-label=Tickets] li').map(textOf)
const current = (page: Opened) => textOf(page.find('nav[aria-label=Tickets] [aria-current=step]'))
const fieldsIn = (page: Opened) => page.all<HTMLInputElement>('form :is(input, select)[id^=answer-]')
const choose = (field: HTMLElement, value: string) =>
  act(() => {
    ;(field as HTMLSelectElement).value = value
    field.dispatchEvent(new Event('change', { bubbles: true }))
  })

describe('ticket questions', () => {
  it('[QUE-01, QUE-02] have a basket step, then one step per ticket with questions', async () => {
    const page = await open([hear, diet])
    expect(page.heading()).toBe('Ticket questions')
    expect(stepNames(page)).toEqual(['1BasketApplies to all', '2StallsAutumn Gala Concert, Fri 1 Oct 2027, 7:00pm'])
    expect(current(page)).toContain('Basket')
    expect(page.has('Part 1 of 2')).toBe(true)
  })

  it('[QUE-02] have no basket step without once-per-checkout questions', async () => {
    expect(stepNames(await open([diet, size]))).toEqual([
      '1StallsAutumn Gala Concert, Fri 1 Oct 2027, 7:00pm',
      '2CircleAutumn Gala Concert, Fri 1 Oct 2027, 7:00pm',
    ])
  })

  it('[QUE-04] have a Continue for desktop and one for phones', async () => {
    const page = await open([hear])
    const buttons = page.buttons('Continue')
    expect(buttons.map((button) => button.className)).toEqual([
      expect.stringContaining('desktop'),
      expect.stringContaining('mobile'),
    ])
    expect(buttons.map((button) => button.closest('[data-sticky=bottom]') !== null)).toEqual([false, true])
  })

  it('[QUE-05] mark required ones', async () => {
    const page = await open([diet, size])
    expect(page.has('* Required')).toBe(true)
    for (const field of fieldsIn(page)) type(field, 'Nothing')
    await next(page)
    expect(current(page)).toContain('Circle')
    expect(page.has('* Required')).toBe(false)
  })

  it.each([
    ['the event', { events: [sampleEvent({ questions_intro_html: '<p>Of the <em>evening</em></p>' })] }],
    ['the organiser', { organisers: [sampleOrganiser({ questions_intro_html: '<p>Of the <em>evening</em></p>' })] }],
  ])('[QUE-06] start with the introduction of %s, on the basket step only', async (_, said) => {
    const page = await open([hear, diet], saves, said)
    expect(textOf(page.find('form em'))).toBe('evening')
    type(fieldsIn(page)[0]!, 'A friend')
    await next(page)
    expect(page.all('form em')).toEqual([])
  })

  it('[QUE-07, QUE-08] show the question as HTML above a text field', async () => {
    const page = await open([diet])
    expect(page.all('form label strong').map(textOf)).toEqual(['not', 'not'])
    expect(page.fields('What do you not eat?').map((field) => field.type)).toEqual(['text', 'text'])
  })

  it('[QUE-09, QUE-10] are answered by a checkbox or from options', async () => {
    const page = await open([size, rules])
    expect(page.field('I know the rules of the house').type).toBe('checkbox')
    const options = page.all('form select option').map(textOf)
    expect(options).toEqual(['Please choose', 'S', 'M'])
  })

  it('[QUE-12, QUE-13] are asked once when tickets share them', async () => {
    const page = await open([hear, { ...hear, id: 11, ticket_id: 2 }])
    expect(stepNames(page)).toEqual(['1BasketApplies to all'])
    expect(fieldsIn(page).map(({ id }) => id)).toEqual(['answer-1_7'])
  })

  it('[QUE-14] are asked for each ticket separately', async () => {
    const page = await open([diet])
    expect(page.all('fieldset > legend').map(textOf)).toEqual(['Stalls 1', 'Stalls 2'])
    expect(fieldsIn(page).map(({ id }) => id)).toEqual(['answer-1_8_0', 'answer-1_8_1'])
  })

  it('[QUE-03] tick a step that was visited and is complete', async () => {
    const page = await open([hear, size])
    const isDone = (at: number) => stepNames(page)[at]!.includes('complete')
    expect(isDone(0)).toBe(false)
    type(fieldsIn(page)[0]!, 'A friend')
    expect([isDone(0), isDone(1)]).toEqual([true, false])
    await next(page)
    expect(isDone(1)).toBe(true)
  })

  it('[QUE-11, QUE-15, QUE-17, QUE-18] go to the first incomplete step and show what is missing', async () => {
    const page = await open([hear, diet])
    await next(page)
    expect(current(page)).toContain('Basket')
    expect(page.errorOf(fieldsIn(page)[0]!)).toBe(MISSING)
    expect(document.activeElement).toBe(fieldsIn(page)[0])
    expect(page.shop.named('save_question_answers')).toEqual([])

    type(fieldsIn(page)[0]!, 'A friend')
    expect(page.errorOf(fieldsIn(page)[0]!)).toBe('')
    await next(page)
    expect(current(page)).toContain('Stalls')
    type(fieldsIn(page)[0]!, 'Nuts')
    // back, and the first is emptied again
    await page.press(page.button(/Basket/))
    expect(textOf(document.activeElement)).toBe('Basket')
    type(fieldsIn(page)[0]!, ' ')
    await page.press(page.button(/Stalls/))
    await next(page)
    expect(current(page)).toContain('Basket')
    expect(page.errorOf(fieldsIn(page)[0]!)).toBe(MISSING)
  })

  it('[QUE-15, QUE-18] show no errors in a step opened by Continue until it is pressed again', async () => {
    const page = await open([hear, diet])
    type(fieldsIn(page)[0]!, 'A friend')
    await next(page)
    expect(fieldsIn(page).map(page.errorOf)).toEqual(['', ''])
    await next(page)
    expect(fieldsIn(page).map(page.errorOf)).toEqual([MISSING, MISSING])
    expect(document.activeElement).toBe(fieldsIn(page)[0])
    type(fieldsIn(page)[0]!, 'Nuts')
    expect(document.activeElement).not.toBe(fieldsIn(page)[1])
    expect(fieldsIn(page).map(page.errorOf)).toEqual(['', MISSING])
  })

  it('[QUE-11, QUE-18] accept a mandatory checkbox as an answer', async () => {
    const page = await open([rules])
    const box = page.field('I know the rules of the house')
    await next(page)
    expect(page.errorOf(box)).toBe(MISSING)
    await page.press(box)
    expect(page.errorOf(box)).toBe('')
    await next(page)
    expect(page.shop.named('save_question_answers')).toEqual([{ 'answers[2_10_0]': '1', before_or_after: 'before' }])
  })

  it('[QUE-16, QUE-19, API-48, FLOW-21] are saved once every step was visited and answered, and move on', async () => {
    const page = await open([hear, diet, size])
    type(fieldsIn(page)[0]!, 'A friend')
    await next(page)
    type(fieldsIn(page)[0]!, 'Nuts')
    type(fieldsIn(page)[1]!, 'Fish')
    await next(page)
    // nothing must be answered here, but it has to be seen
    expect(page.shop.named('save_question_answers')).toEqual([])
    expect(current(page)).toContain('Circle')
    choose(page.find('form select'), 'M')
    await next(page)
    expect(page.shop.named('save_question_answers')).toEqual([
      {
        'answers[1_7]': 'A friend',
        'answers[1_8_0]': 'Nuts',
        'answers[1_8_1]': 'Fish',
        'answers[2_9_0]': 'M',
        before_or_after: 'before',
      },
    ])
    expect(page.shop.named('update_basket_state')).toEqual([{ state: 'payment' }])
  })

  it('[QUE-19, API-48, FLOW-30] are saved as after-payment questions after the payment', async () => {
    const page = await open([], saves, {
      state: 'ticket_questions_after',
      payment_complete: true,
      after_payment_questions: [hear],
    })
    expect(page.all('[role=timer]')).toEqual([])
    type(fieldsIn(page)[0]!, 'A friend')
    await next(page)
    expect(page.shop.named('save_question_answers')).toEqual([{ 'answers[1_7]': 'A friend', before_or_after: 'after' }])
    expect(page.heading()).toBe('Order complete! Your tickets are on their way.')
  })

  it('[CLK-04] show the remaining time before the payment', async () => {
    expect((await open([hear])).find('[role=timer]').textContent).toContain('10:00')
  })

  it('[ERR-34] report answers that could not be saved, and keep them', async () => {
    const page = await open([hear], { script: { save_question_answers: { questions_set: false } } })
    type(fieldsIn(page)[0]!, 'A friend')
    await next(page)
    expect(page.alerts('error')).toEqual(['Unable to save your answers. Please try again'])
    expect(fieldsIn(page)[0]!.value).toBe('A friend')
    page.shop.script.save_question_answers = { questions_set: true }
    await next(page)
    expect(page.heading()).toBe('Payment')
  })

  it('[ERR-35] show the server’s message when the call fails', async () => {
    const page = await open([hear], {
      script: { save_question_answers: failed({ error: 'The answers are closed for tonight.' }) },
    })
    type(fieldsIn(page)[0]!, 'A friend')
    await next(page)
    expect(page.alerts('error')).toEqual(['The answers are closed for tonight.'])
  })

  it('[ERR-35] show our own message if the server has none', async () => {
    const page = await open([hear], { script: { save_question_answers: failed({ status: 0 }) } })
    type(fieldsIn(page)[0]!, 'A friend')
    await next(page)
    expect(page.alerts('error')).toEqual(['Unable to save your answers. Please try again'])
  })

  it('return to the basket if the hold has expired', async () => {
    const page = await open([hear], {
      script: { save_question_answers: failed({ status: 409, code: 'hold_expired', error: 'Expired.' }) },
    })
    type(fieldsIn(page)[0]!, 'A friend')
    await next(page)
    await go(0)
    expect(page.heading()).toBe('Basket')
  })

  it('are filled in with earlier answers', async () => {
    const page = await open([hear, diet], saves, { answers: { '1_7': 'A poster', '1_8_1': 'Fish', '9_9': 'x' } })
    expect(fieldsIn(page)[0]!.value).toBe('A poster')
    await next(page)
    expect(fieldsIn(page).map(({ value }) => value)).toEqual(['', 'Fish'])
  })

  it('keep input, visited steps and position in this tab', async () => {
    const before = await open([hear, diet])
    type(fieldsIn(before)[0]!, 'A friend')
    await next(before)
    type(fieldsIn(before)[1]!, 'Fish')
    const page = await open([hear, diet])
    expect(current(page)).toContain('Stalls')
    expect(fieldsIn(page).map(({ value }) => value)).toEqual(['', 'Fish'])
    await page.press(page.button(/Basket/))
    expect(fieldsIn(page)[0]!.value).toBe('A friend')
  })
})
