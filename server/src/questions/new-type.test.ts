import { afterAll, expect, it, vi } from 'vitest'
import { importText } from '../catalogue/import/import.ts'
import { describeOnBoth } from '../testing/database/databases.ts'
import { newEmail, prove, putInBasket, reserve } from '../testing/fixtures/buyers.ts'
import { SELLER } from '../testing/fixtures/catalogue.ts'
import { useShop } from '../testing/shop.ts'

// Test files of a worker share their modules. This one loads its own, and leaves none of them behind.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.doUnmock('@foyer/domain/questions/types.ts')
  vi.resetModules()
})

/** A question type that the shop does not have. Its row in the domain's table is all that the server needs. */
vi.mock('@foyer/domain/questions/types.ts', async (original) => {
  const real = await original<typeof import('@foyer/domain/questions/types.ts')>()
  Object.assign(real.QUESTION_TYPES, {
    rating: {
      isFilled: (answer: string) => answer !== '',
      isValid: (answer: string) => answer === '' || /^[1-5]$/.test(answer),
      needsOptions: false,
    },
  })
  return { ...real, QUESTION_TYPE_NAMES: Object.keys(real.QUESTION_TYPES) }
})

const CATALOGUE = (type: string) =>
  JSON.stringify({
    format: 'foyer-catalogue-1',
    organisers: [{ slug: 'small-house', name: 'Small House', ...SELLER }],
    events: [
      {
        slug: 'recital',
        organiser: 'small-house',
        title: 'Recital',
        dates: [{ starts: '2027-03-01T19:00' }],
        ticket_types: [{ name: 'Adult', price: 10, capacity: 20 }],
        questions: [
          { osq_id: 'level', question_html: 'Your level?', type, mandatory: true, before_or_after: 'before' },
        ],
      },
    ],
  })

describeOnBoth('a new question type', (kind) => {
  const shop = useShop(kind)
  const load = (type: string) => importText(shop().db, 'recital.json', CATALOGUE(type), shop().clock.now())

  it('is imported, shown, validated, saved and shown again without a migration', async () => {
    expect(await load('rating')).toMatchObject({ kept: true, refused: [] })
    const { id: ticketId } = await shop()
      .db.selectFrom('ticket_types')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const browser = shop().browser()
    await putInBasket(browser, ticketId)
    await reserve(browser)
    const email = newEmail()
    await prove(shop(), browser, email)
    await browser.call('save_guest_to_sale', { email, fullname: 'Ada Lovelace' })

    const [question] = (await browser.checkout()).before_payment_questions
    expect(question).toMatchObject({ type: 'rating', question: 'Your level?' })
    const key = `${ticketId}_${question!.id}_0`
    const save = async (answer: string) =>
      (await browser.call('save_question_answers', { answers: { [key]: answer }, before_or_after: 'before' })).body
    expect(await save('')).toEqual({ questions_set: false })
    expect(await save('6')).toEqual({ questions_set: false })
    expect(await save('4')).toEqual({ questions_set: true })
    expect((await browser.checkout()).answers).toEqual({ [key]: '4' })
  })

  it('is refused at import until the table of types has it', async () =>
    expect(await load('stars')).toMatchObject({ kept: false }))
})
