import { expect, it } from 'vitest'
import { describeOnBoth, describeOnPostgres } from '../testing/database/databases.ts'
import {
  allRowsOf,
  createBuyerWithHold,
  markPaid,
  newEmail,
  prove,
  putInBasket,
  reserve,
  saleIdOf,
} from '../testing/fixtures/buyers.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { type Browser, type TestShop, useShop } from '../testing/shop.ts'

type Asked = {
  type?: 'text' | 'checkbox' | 'dropdown'
  mandatory?: boolean
  once_per_checkout?: boolean
  options?: string[]
  osq_id?: string
  before_or_after?: 'before' | 'after'
}

/** Questions come after the step that asks who buys. */
async function namesGuest(shop: TestShop, browser: Browser): Promise<void> {
  const email = newEmail()
  await prove(shop, browser, email)
  await browser.call('save_guest_to_sale', { email, fullname: 'Ada Lovelace' })
}

describeOnBoth('ticket questions', (kind) => {
  const shop = useShop(kind)

  async function ask(eventId: number, ticketIds: number[], asked: Asked): Promise<number> {
    const { db } = shop()
    const { id } = await db
      .insertInto('questions')
      .values({
        event_id: eventId,
        osq_id: 'q',
        question_html: '<p>?</p>',
        type: 'text',
        before_or_after: 'before',
        ...asked,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const ticket_type_id of ticketIds)
      await db.insertInto('question_tickets').values({ question_id: id, ticket_type_id }).execute()
    return id
  }

  /** A held sale of two tickets of the first type and one of the second, of a guest. */
  async function begun() {
    const event = await createEvent(shop().db, { tickets: [{}, {}] })
    const browser = shop().browser()
    const [one, two] = event.ticketIds as [number, number]
    await putInBasket(browser, one, 2)
    await putInBasket(browser, two, 1)
    await reserve(browser)
    await namesGuest(shop(), browser)
    const saleId = await saleIdOf(shop(), browser)
    const save = async (answers: Record<string, string>, before_or_after = 'before') => {
      const { status, body } = await browser.call('save_question_answers', { answers, before_or_after })
      return status === 200 ? body.questions_set : `${status} ${body.code}`
    }
    const storedAnswers = async () =>
      (await allRowsOf(shop(), saleId)).answers.map(({ key, answer, instance }) => [key, answer, instance])
    return { ...event, browser, saleId, one, two, save, storedAnswers }
  }

  it('[API-48] [ENT-31] [QUE-14] stores an answer for each ticket, by ticket, question and position', async () => {
    const sale = await begun()
    const q = await ask(sale.eventId, [sale.one], {})
    expect(await sale.save({ [`${sale.one}_${q}_0`]: ' Ada ', [`${sale.one}_${q}_1`]: 'Grace' })).toBe(true)
    expect(await sale.storedAnswers()).toEqual([
      [`${sale.one}_${q}_0`, 'Ada', 0],
      [`${sale.one}_${q}_1`, 'Grace', 1],
    ])
    expect((await sale.browser.checkout()).answers).toEqual({
      [`${sale.one}_${q}_0`]: 'Ada',
      [`${sale.one}_${q}_1`]: 'Grace',
    })
  })

  it('[QUE-11] stores nothing while a mandatory answer of any ticket is missing', async () => {
    const sale = await begun()
    const q = await ask(sale.eventId, [sale.one], { mandatory: true })
    const [first, second] = [`${sale.one}_${q}_0`, `${sale.one}_${q}_1`]
    expect(await sale.save({})).toBe(false)
    expect(await sale.save({ [first]: 'Ada' })).toBe(false)
    expect(await sale.save({ [first]: 'Ada', [second]: '   ' })).toBe(false)
    expect(await sale.storedAnswers()).toEqual([])
    expect(await sale.save({ [first]: 'Ada', [second]: 'Grace' })).toBe(true)
    expect(await sale.save({ [first]: 'Ada' })).toBe(false)
    expect(await sale.storedAnswers()).toHaveLength(2)
  })

  it('[QUE-12] [QUE-13] asks once per checkout under the first ticket with the question, for any number of tickets', async () => {
    const sale = await begun()
    const q = await ask(sale.eventId, [sale.one, sale.two], {
      mandatory: true,
      once_per_checkout: true,
      osq_id: 'shared',
    })
    const twin = await ask(sale.eventId, [sale.two], { mandatory: true, once_per_checkout: true, osq_id: 'shared' })
    expect(
      await sale.save({
        [`${sale.two}_${q}`]: 'wrong place',
        [`${sale.two}_${twin}`]: 'twin',
        [`${sale.one}_${q}_0`]: 'x',
      }),
    ).toBe(false)
    expect(await sale.save({ [`${sale.one}_${q}`]: 'By train', [`${sale.two}_${twin}`]: 'twin' })).toBe(true)
    expect(await sale.storedAnswers()).toEqual([[`${sale.one}_${q}`, 'By train', null]])
  })

  it('accepts only options of a dropdown, and a tick or nothing for a checkbox', async () => {
    const sale = await begun()
    const meal = await ask(sale.eventId, [sale.two], { type: 'dropdown', options: ['Fish', 'Peas'] })
    const rules = await ask(sale.eventId, [sale.two], { type: 'checkbox', mandatory: true })
    const answer = (food: string, tick: string) =>
      sale.save({ [`${sale.two}_${meal}_0`]: food, [`${sale.two}_${rules}_0`]: tick })
    expect(await answer('Meat', '1')).toBe(false)
    expect(await answer('Peas', 'yes')).toBe(false)
    expect(await answer('Peas', '')).toBe(false)
    expect(await sale.storedAnswers()).toEqual([])
    expect(await answer('Peas', '1')).toBe(true)
    expect(await answer('', '1')).toBe(true)
    expect(await sale.storedAnswers()).toEqual([[`${sale.two}_${rules}_0`, '1', 0]])
  })

  it('stores no answer to a question of another basket', async () => {
    const sale = await begun()
    const other = await begun()
    const q = await ask(sale.eventId, [sale.two], {})
    const theirs = await ask(other.eventId, [other.two], {})
    const before = await allRowsOf(shop(), other.saleId)
    const answers = {
      [`${sale.two}_${q}_0`]: 'mine',
      [`${sale.two}_${q}_1`]: 'a ticket I do not have',
      [`${sale.two}_${q}_-1`]: 'no place',
      [`${other.two}_${theirs}_0`]: 'another buyer’s',
      constructor: 'no key',
    }
    expect(await sale.save(answers)).toBe(true)
    expect(await sale.storedAnswers()).toEqual([[`${sale.two}_${q}_0`, 'mine', 0]])
    expect(await allRowsOf(shop(), other.saleId)).toEqual(before)
  })

  it('[QUE-19] saves questions before payment only then, and the others only afterwards', async () => {
    const sale = await begun()
    const before = await ask(sale.eventId, [sale.two], { mandatory: true })
    const after = await ask(sale.eventId, [sale.two], { mandatory: true, before_or_after: 'after' })
    const answers = { [`${sale.two}_${before}_0`]: 'early', [`${sale.two}_${after}_0`]: 'late' }
    expect(await sale.save(answers, 'after')).toBe('409 not_paid')
    expect(await sale.save(answers, 'before')).toBe(true)
    expect((await sale.storedAnswers()).map(([, answer]) => answer)).toEqual(['early'])
    await markPaid(shop(), sale.saleId)
    expect(await sale.save(answers, 'before')).toBe('409 already_paid')
    expect(await sale.save({}, 'after')).toBe(false)
    for (const _ of [1, 2]) expect(await sale.save(answers, 'after')).toBe(true)
    expect((await sale.storedAnswers()).map(([, answer]) => answer).sort()).toEqual(['early', 'late'])
    expect(await sale.save(answers, 'sometime')).toBe('400 bad_request')
  })

  it('accepts answers after payment from the buyer only, not from another browser with the link', async () => {
    const sale = await begun()
    const after = await ask(sale.eventId, [sale.two], { before_or_after: 'after' })
    await markPaid(shop(), sale.saleId)
    const other = shop().browser()
    const stranger = newEmail()
    await prove(shop(), other, stranger)
    await shop().db.updateTable('sessions').set({ sale_id: sale.saleId }).where('proved_email', '=', stranger).execute()
    const body = { answers: { [`${sale.two}_${after}_0`]: 'mine now' }, before_or_after: 'after' }
    expect(await other.call('save_question_answers', body)).toMatchObject({
      status: 404,
      body: { code: 'unknown_sale' },
    })
    expect(await sale.storedAnswers()).toEqual([])
  })
})

describeOnPostgres('ticket questions, saved twice at once', () => {
  const shop = useShop('postgres')

  it('keep the answers of one save, complete', async () => {
    const { browser, eventId, ticketId, saleId } = await createBuyerWithHold(shop(), { qty: 3 })
    await namesGuest(shop(), browser)
    const question = await shop()
      .db.insertInto('questions')
      .values({
        event_id: eventId,
        osq_id: 'q',
        question_html: '?',
        type: 'text',
        mandatory: true,
        before_or_after: 'before',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await shop()
      .db.insertInto('question_tickets')
      .values({ question_id: question.id, ticket_type_id: ticketId })
      .execute()
    const save = (answer: string) =>
      browser.call('save_question_answers', {
        answers: Object.fromEntries([0, 1, 2].map((n) => [`${ticketId}_${question.id}_${n}`, answer])),
        before_or_after: 'before',
      })
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map(save))
    expect(answers.every(({ body }) => body.questions_set === true)).toBe(true)
    const stored = (await allRowsOf(shop(), saleId)).answers.map(({ answer }) => answer)
    expect(stored).toHaveLength(3)
    expect(new Set(stored).size).toBe(1)
  })
})
