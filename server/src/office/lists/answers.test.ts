import type { OfficeCallName } from '@foyer/contract/office/paths.ts'
import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { useShop } from '../../testing/shop.ts'
import { createStaff, inSession } from '../testing/office.ts'
import { createOrder } from '../testing/order.ts'

describeOnBoth('answers in files', (kind) => {
  const shop = useShop(kind)

  async function createOrganiser() {
    const { db, clock } = shop()
    const now = clock.now()
    const { organiserId } = await createEvent(db)
    const orderAs = (name: string) => createOrder(db, { organiserId, now, name })
    const addQuestion = async (event_id: number, question_html: string, sort = 0) =>
      (
        await db
          .insertInto('questions')
          .values({
            event_id,
            question_html,
            sort,
            osq_id: `q${sort}`,
            type: 'text',
            before_or_after: 'before',
          })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    const addAnswer = (
      order: { orderId: number; ticketIds: number[] },
      question_id: number,
      answer: string,
      instance: number | null = 0,
    ) =>
      db
        .insertInto('question_answers')
        .values({
          sale_id: order.orderId,
          key: `${question_id}-${instance}`,
          question_id,
          answer,
          instance,
          ticket_type_id: order.ticketIds[0]!,
          before_or_after: 'before',
          answered_at: now,
        })
        .execute()
    const as = async (eventIds: number[] | null = null) => {
      const { id, email } = await createStaff(shop(), organiserId, 'manager', eventIds)
      const browser = await inSession(shop(), { staffId: id, email })
      const call = (name: OfficeCallName, body: object = {}) =>
        browser.call(name, { organiser_id: organiserId, ...body })
      for (const list of ['orders', 'people'])
        await call('choose_columns', { list, columns: ['name', 'answers', 'channel'] })
      // Without the columns that every file has; no cell here has a comma.
      const lines = async (list: 'orders' | 'people', filter: object = {}) => {
        const text = (await call(`export_${list}`, filter)).raw.body.replace('\ufeff', '').trim()
        const [heads = [], ...rows] = text.split('\r\n').map((line) => line.split(','))
        const isOwn = (_: string, at: number) => !['Refunded', 'Currency', 'Email'].includes(heads[at]!)
        return [heads, ...rows].map((cells) => cells.filter(isOwn).join(','))
      }
      return { call, lines }
    }
    return { orderAs, addQuestion, addAnswer, as }
  }

  it('have a column per question text, shared by events with the same question', async () => {
    const { orderAs, addQuestion, addAnswer, as } = await createOrganiser()
    const [ada, grace] = [await orderAs('Ada'), await orderAs('Grace')]
    const diet = await addQuestion(ada.eventId, '<p>Diet &amp; <strong>allergies</strong></p>')
    const car = await addQuestion(ada.eventId, '<p>Car</p>', 1)
    const sameDiet = await addQuestion(grace.eventId, '<p>Diet &amp; allergies</p>')
    await addAnswer(ada, diet, 'Vegan', 0)
    await addAnswer(ada, diet, 'No nuts', 1)
    await addAnswer(ada, car, 'AB12 CDE', null)
    await addAnswer(grace, sameDiet, 'Halal')
    const { lines, call } = await as()
    expect(await lines('orders')).toEqual([
      'Buyer,Sold,Diet & allergies,Car',
      'Grace,Online,Halal,',
      'Ada,Online,"Vegan; No nuts",AB12 CDE',
    ])
    // A person’s row has the answers of their own ticket and those of the whole order.
    expect(await lines('people')).toEqual([
      'Buyer,Sold,Diet & allergies,Car',
      'Grace,Online,Halal,',
      'Ada,Online,Vegan,AB12 CDE',
    ])
    expect(await lines('people', { event_id: grace.eventId })).toEqual([
      'Buyer,Sold,Diet & allergies',
      'Grace,Online,Halal',
    ])
    const { raw } = await call('export_orders', { format: 'xlsx' })
    const sheet = strFromU8(unzipSync(raw.rawPayload)['xl/worksheets/sheet1.xml']!)
    for (const text of ['Diet &amp; allergies', 'Vegan; No nuts', 'AB12 CDE']) expect(sheet).toContain(`>${text}</t>`)
  })

  it('neutralise formulas in questions and answers, and contain only this event’s and organiser’s', async () => {
    const { orderAs, addQuestion, addAnswer, as } = await createOrganiser()
    const [mine, theirs, strangers] = [
      await orderAs('Ada'),
      await orderAs('Grace'),
      await (await createOrganiser()).orderAs('Eve'),
    ]
    await addAnswer(mine, await addQuestion(mine.eventId, '<p>=cmd|A1</p>'), '@SUM(1)')
    await addAnswer(theirs, await addQuestion(theirs.eventId, '<p>Private question</p>'), 'Private answer')
    await addAnswer(strangers, await addQuestion(strangers.eventId, '<p>Stranger’s question</p>'), 'Stranger’s answer')
    const limited = await as([mine.eventId])
    for (const list of ['orders', 'people'] as const)
      expect(await limited.lines(list)).toEqual(["Buyer,Sold,'=cmd|A1", "Ada,Online,'@SUM(1)"])
    expect((await (await as()).lines('orders')).join()).not.toContain('Stranger')
  })
})
